// How the authors of the synthetic clinic notes write. No word below is a word of a condition.
#include "corpus/clinic_words.h"

namespace dplda {

namespace {

using Sentence = std::string_view;

// Terse: abbreviations, no capitals.
constexpr Sentence kTerseSymptoms[] = {
    "pt c/o {}, {}",    "c/o {}, {} x 3 d",   "hx of {}, {} and {}",   "pt w/ {} and {}",
    "cc: {}",           "sx: {}, {}, {}",     "{} on and off x 2 wks", "endorses {} and {}",
    "+ {}, + {}, + {}", "onset of {} 4 d ago"};
constexpr Sentence kTerseSymptomsDenied[] = {"neg for {}, {}", "no {}", "pt denies {} or {}",
                                             "w/o {}", "no {}, no {}"};
constexpr Sentence kTerseSymptomsRenewed[] = {"{} persists", "still w/ {} and {}", "{}, {} mod",
                                              "{} worse this wk"};
constexpr Sentence kTerseFindings[] = {"pe: {}", "pe: {}, {}", "pe pos for {}", "pe w/ {} and {}",
                                       "{}, {}, {} on exam"};
constexpr Sentence kTerseFindingsDenied[] = {"pe neg for {}", "no {}", "w/o {}, {}"};
constexpr Sentence kTerseFindingsRenewed[] = {"{} as prev", "{} and {} unchanged"};
constexpr Sentence kTerseTests[] = {"labs: {}", "{} pending", "check {}, {}", "{} and {} sent",
                                    "{}, {}, {} wnl"};
constexpr Sentence kTerseTestsRenewed[] = {"rpt {} next wk", "recheck {}, {}"};
constexpr Sentence kTerseDiagnoses[] = {"dx: {}", "dx {}, {}", "imp: {}", "imp: {} vs {}"};
constexpr Sentence kTerseDiagnosesRenewed[] = {"{} d/w pt", "{}, {} prob same", "{} prob same"};
constexpr Sentence kTerseDrugs[] = {"rx {}",    "rx {}, {}",      "cont {} and {}", "cont {}",
                                    "tx w/ {}", "{}, {}, {} prn", "start {}, {}"};
constexpr Sentence kTerseDrugsRenewed[] = {"tol {} ok", "{}, {} ok", "more {} prn"};
constexpr Sentence kTerseOpenings[] = {"pt seen", "est pt, f/u", "pt seen for f/u",
                                       "walk in", "new pt",      "pt returns for recheck"};
constexpr Sentence kTerseHistory[] = {"ros otherwise neg", "pmh per emr", "sx mod, unchanged"};
constexpr Sentence kTerseExam[] = {"nad", "a&o x 3, nad", "vss, afeb", "wnl otherwise"};
constexpr Sentence kTerseChart[] = {"meds rec done", "nkda", "old labs wnl"};
constexpr Sentence kTerseOpinion[] = {"d/w pt", "sx prob same"};
constexpr Sentence kTerseAgreed[] = {"pt agrees w/ plan", "pt tol meds well", "meds as listed"};
constexpr Sentence kTerseClosings[] = {"f/u prn",
                                       "rtc 2 wks",
                                       "rtc prn",
                                       "rtc 1 mo w/ labs",
                                       "f/u 6 wks, sooner prn",
                                       "call prn, rtc 3 mos"};

// Narrative: whole sentences.
constexpr Sentence kNarrativeSymptoms[] = {
    "The patient describes {} and {} over the past several weeks",
    "For the last few days there has been {} together with {} and {}",
    "The main concern today is {}, along with {}",
    "The patient mentions {}, {} and {}",
    "At home the family noticed {}",
    "It began gradually with {} and later {}",
    "There is a history of {}, {} and {}",
    "The patient came because of {}"};
constexpr Sentence kNarrativeSymptomsDenied[] = {
    "The patient denies {}", "There was no {} and no {}", "When asked, the patient denies {} or {}",
    "There has been no sign of {}"};
constexpr Sentence kNarrativeSymptomsRenewed[] = {
    "The {} tends to be worse toward the evening", "Both the {} and the {} come and go",
    "The {} and the {} interfere with daily life", "The {} is what worries the patient most"};
constexpr Sentence kNarrativeFindings[] = {"On examination there was {}",
                                           "Examination today revealed {} and {}",
                                           "I noted {}, and also {}", "I found {}, {} and {}"};
constexpr Sentence kNarrativeFindingsDenied[] = {"There was no {} on examination",
                                                 "I found no {} and no {}", "I saw no {}"};
constexpr Sentence kNarrativeFindingsRenewed[] = {
    "The {} was as before", "The {} and the {} were similar to the last visit",
    "There was again {}"};
constexpr Sentence kNarrativeTests[] = {"We reviewed the {} together", "I arranged {} and {}",
                                        "The results of {} and {} were discussed",
                                        "We will obtain {}, {} and {}", "I asked for {}"};
constexpr Sentence kNarrativeTestsRenewed[] = {"We will repeat the {} in a month",
                                               "The {} and {} will be done again"};
constexpr Sentence kNarrativeDiagnoses[] = {"I believe this is {}", "My impression is {} and {}",
                                            "This is most likely {}, possibly with {}",
                                            "I have explained {} to the patient"};
constexpr Sentence kNarrativeDiagnosesRenewed[] = {"I explained once more what {} means",
                                                   "The {} is not yet where we want it",
                                                   "Both {} and {} were discussed with the family"};
constexpr Sentence kNarrativeDrugs[] = {"I recommended {}", "We agreed to begin {} and {}",
                                        "The patient was advised to continue {} and {}",
                                        "We settled on {} together with {} and {}"};
constexpr Sentence kNarrativeDrugsRenewed[] = {"So far {} seems helpful",
                                               "The use of {} was explained",
                                               "The patient is comfortable with {} and {}"};
constexpr Sentence kNarrativeOpenings[] = {
    "This pleasant patient came to the office today for a scheduled visit",
    "The patient returned today with family", "I saw this patient in the office today",
    "The patient returns for a visit"};
constexpr Sentence kNarrativeHistory[] = {
    "The patient lives at home with family and manages daily life well",
    "Work has been busy and stressful", "There have been no recent trips or hospital stays"};
constexpr Sentence kNarrativeExam[] = {
    "The rest of the examination was normal",
    "The patient looked well and was comfortable during the visit"};
constexpr Sentence kNarrativeChart[] = {"Previous records were reviewed before the visit"};
constexpr Sentence kNarrativeOpinion[] = {
    "Overall the patient feels better than at the last visit"};
constexpr Sentence kNarrativeAgreed[] = {
    "The patient asked good questions and seemed comfortable with what we discussed",
    "We spent most of the visit on questions and worries"};
constexpr Sentence kNarrativeClosings[] = {"The patient will return in about a month",
                                           "We agreed to talk by telephone next week",
                                           "I look forward to the next visit in three months",
                                           "The patient will call the office with any concern"};

// SOAP: headings, clipped but complete sentences.
constexpr Sentence kSoapSymptoms[] = {
    "Reports {} and {}",       "Patient reports {}, {} and {}",  "Complains of {}",
    "Complaint of {} with {}", "{}, {} and {} since last visit", "Intermittent {} and {}"};
constexpr Sentence kSoapSymptomsDenied[] = {"Denies {}", "Patient denies {} and {}",
                                            "Negative for {} and {}", "No sign of {}"};
constexpr Sentence kSoapSymptomsRenewed[] = {"{} rated moderate", "{} and {} ongoing",
                                             "Severity of {} and {} stable", "{} worse at times"};
constexpr Sentence kSoapFindings[] = {"Exam notable for {}", "Exam shows {} and {}", "{} noted",
                                      "{}, {} and {} noted"};
constexpr Sentence kSoapFindingsDenied[] = {"No {} noted", "Exam negative for {}",
                                            "No evidence of {} or {}"};
constexpr Sentence kSoapFindingsRenewed[] = {"{} stable", "{} and {} again noted"};
constexpr Sentence kSoapTests[] = {"{} reviewed", "{} and {} ordered", "Ordered {}, {} and {}",
                                   "{} within expected range"};
constexpr Sentence kSoapTestsRenewed[] = {"Trend of {} followed",
                                          "{} and {} reviewed with patient"};
constexpr Sentence kSoapDiagnoses[] = {"{}, stable", "{} and {}, likely", "{} with {}",
                                       "{}, partially controlled"};
constexpr Sentence kSoapDiagnosesRenewed[] = {"Education on {} provided", "{} and {} unchanged",
                                              "{} discussed"};
constexpr Sentence kSoapDrugs[] = {"Continue {}", "Continue {} and {}", "Start {}",
                                   "Recommended {}, {} and {}", "Advised {} and {}"};
constexpr Sentence kSoapDrugsRenewed[] = {"Adherence to {} reviewed", "{} and {} tolerated",
                                          "{} helpful"};
constexpr Sentence kSoapOpenings[] = {"Follow up visit", "Clinic visit, established patient",
                                      "Patient presents for follow up", "Annual visit",
                                      "Same day visit"};
constexpr Sentence kSoapHistory[] = {"Systems review otherwise negative",
                                     "Social history unchanged", "Allergies reviewed and updated"};
constexpr Sentence kSoapExam[] = {"Vitals stable", "Vital signs reviewed and stable",
                                  "Alert and oriented, no acute distress"};
constexpr Sentence kSoapChart[] = {"Medications reconciled", "Chart updated"};
constexpr Sentence kSoapOpinion[] = {"Clinically stable", "Overall status unchanged"};
constexpr Sentence kSoapAgreed[] = {"Patient education provided",
                                    "Risks and benefits reviewed with patient"};
constexpr Sentence kSoapClosings[] = {"Follow up in 4 weeks", "Follow up as needed",
                                      "Return to clinic in 3 months",
                                      "Return to clinic as needed, sooner if worse"};

constexpr ClinicStyle kStyles[] = {
    {"terse",
     35,
     false,
     {"", "", "", "", ""},
     {{{kTerseSymptoms, kTerseSymptomsDenied, kTerseSymptomsRenewed},
       {kTerseFindings, kTerseFindingsDenied, kTerseFindingsRenewed},
       {kTerseTests, {}, kTerseTestsRenewed},
       {kTerseDiagnoses, {}, kTerseDiagnosesRenewed},
       {kTerseDrugs, {}, kTerseDrugsRenewed}}},
     {kTerseHistory, kTerseExam, kTerseChart, kTerseOpinion, kTerseAgreed},
     kTerseOpenings,
     kTerseClosings},
    {"narrative",
     30,
     true,
     {"", "", "", "", ""},
     {{{kNarrativeSymptoms, kNarrativeSymptomsDenied, kNarrativeSymptomsRenewed},
       {kNarrativeFindings, kNarrativeFindingsDenied, kNarrativeFindingsRenewed},
       {kNarrativeTests, {}, kNarrativeTestsRenewed},
       {kNarrativeDiagnoses, {}, kNarrativeDiagnosesRenewed},
       {kNarrativeDrugs, {}, kNarrativeDrugsRenewed}}},
     {kNarrativeHistory, kNarrativeExam, kNarrativeChart, kNarrativeOpinion, kNarrativeAgreed},
     kNarrativeOpenings,
     kNarrativeClosings},
    {"soap",
     35,
     true,
     {"Subjective:", "Objective:", "", "Assessment:", "Plan:"},
     {{{kSoapSymptoms, kSoapSymptomsDenied, kSoapSymptomsRenewed},
       {kSoapFindings, kSoapFindingsDenied, kSoapFindingsRenewed},
       {kSoapTests, {}, kSoapTestsRenewed},
       {kSoapDiagnoses, {}, kSoapDiagnosesRenewed},
       {kSoapDrugs, {}, kSoapDrugsRenewed}}},
     {kSoapHistory, kSoapExam, kSoapChart, kSoapOpinion, kSoapAgreed},
     kSoapOpenings,
     kSoapClosings},
};

}  // namespace

std::span<const ClinicStyle> clinic_styles() { return kStyles; }

}  // namespace dplda

// How the authors of the synthetic clinic notes write. No word below is a word of a condition.
#include <iterator>

#include "corpus/clinic_words.h"

namespace dplda {

namespace {

using Sentence = std::string_view;

// Terse: abbreviations, no capitals.
constexpr Sentence kTerseSymptoms[] = {
    "pt c/o {}, {}",      "c/o {} x 3 d",        "hx of {}, {} and {}", "pt w/ {} and {}",
    "cc: {}",             "sx: {}, {}, {}",      "pt here w/ {}",       "{} on and off x 2 wks",
    "endorses {} and {}", "+ {}, + {}",          "onset of {} 4 d ago"};
constexpr Sentence kTerseSymptomsDenied[] = {"neg for {}", "no {}", "pt denies {} or {}", "w/o {}",
                                             "no {}, no {}"};
constexpr Sentence kTerseSymptomsRenewed[] = {"{} persists", "still w/ {}", "{} mod, unchanged"};
constexpr Sentence kTerseFindings[] = {"pe: {}", "pe: {}, {}", "pe pos for {}", "pt w/ {} and {}"};
constexpr Sentence kTerseFindingsDenied[] = {"pe neg for {}", "no {}", "w/o {}"};
constexpr Sentence kTerseFindingsRenewed[] = {"{} as prev", "{} unchanged"};
constexpr Sentence kTerseTests[] = {"labs: {}", "{} pending", "check {}", "{} and {} sent",
                                    "{} wnl"};
constexpr Sentence kTerseTestsRenewed[] = {"rpt {} next wk", "recheck {}"};
constexpr Sentence kTerseDiagnoses[] = {"dx: {}", "dx {}", "imp: {}", "imp: {} vs {}"};
constexpr Sentence kTerseDiagnosesRenewed[] = {"dx {} d/w pt", "{} prob same"};
constexpr Sentence kTerseDrugs[] = {"rx {}",   "rx {}, {}",     "cont {} and {}", "cont {}",
                                    "tx w/ {}", "{}, {} prn", "start {} bid"};
constexpr Sentence kTerseDrugsRenewed[] = {"tol {} ok", "{} prn"};
constexpr Sentence kTerseOpenings[] = {"pt seen", "est pt, f/u", "pt seen for f/u", "walk-in",
                                       "new pt", "pt returns for recheck"};
constexpr Sentence kTerseRemarks[] = {"nad",          "a&o x 3, nad",   "vss, afeb",
                                      "ros otherwise neg", "nkda",      "meds rec done",
                                      "pt agrees w/ plan", "pmh per emr", "pt tol well",
                                      "d/w pt",       "sx mod, unchanged", "wnl otherwise"};
constexpr Sentence kTerseClosings[] = {"f/u prn",         "rtc 2 wks",      "rtc prn",
                                       "rtc 1 mo w/ labs", "f/u 6 wks, sooner prn",
                                       "call prn, rtc 3 mos"};

// Narrative: whole sentences.
constexpr Sentence kNarrativeSymptoms[] = {
    "The patient describes {} over the past several weeks",
    "For the last few days there has been {} together with {}",
    "The main concern today is {}, along with {}",
    "The patient mentions {}, {} and {}",
    "At home the family has noticed {}",
    "The trouble began gradually with {} and later {}",
    "There is a history of {} and {} going back about a month"};
constexpr Sentence kNarrativeSymptomsDenied[] = {
    "The patient denies {}", "There was no {} and no {} during this period",
    "When asked directly, the patient denies {} or {}", "There has been no sign of {}"};
constexpr Sentence kNarrativeSymptomsRenewed[] = {
    "The {} tends to be worse toward the evening", "The {} interferes with work and daily life",
    "On a typical day the {} comes and goes"};
constexpr Sentence kNarrativeFindings[] = {"On examination I found {}",
                                           "Careful examination today revealed {} and {}",
                                           "I noted {}, and also {}"};
constexpr Sentence kNarrativeFindingsDenied[] = {"There was no {} on examination",
                                                 "I found no {} and no {} today"};
constexpr Sentence kNarrativeFindingsRenewed[] = {
    "The {} looked similar to the previous visit", "Compared with the last visit the {} was similar"};
constexpr Sentence kNarrativeTests[] = {"We reviewed the {} together",
                                        "I arranged {} before the next visit",
                                        "The results of the {} and {} were discussed"};
constexpr Sentence kNarrativeTestsRenewed[] = {"We will repeat the {} in a month"};
constexpr Sentence kNarrativeDiagnoses[] = {"I believe this picture is consistent with {}",
                                            "My impression is {}",
                                            "This most likely represents {}, possibly with {}"};
constexpr Sentence kNarrativeDiagnosesRenewed[] = {
    "I explained {} in plain language and answered questions"};
constexpr Sentence kNarrativeDrugs[] = {"I recommended {}", "We agreed to begin {} and {}",
                                        "The patient was advised to continue {}",
                                        "After discussion we settled on {} together with {}"};
constexpr Sentence kNarrativeDrugsRenewed[] = {
    "The importance of {} was explained once more", "So far {} seems helpful"};
constexpr Sentence kNarrativeOpenings[] = {
    "This pleasant patient came to the office today for a scheduled visit",
    "The patient returned today accompanied by family", "I saw this patient in the office today",
    "The patient was last seen about three months ago and returns for a visit"};
constexpr Sentence kNarrativeRemarks[] = {
    "The patient lives at home with family and remains independent in daily life",
    "Work has been busy and somewhat stressful", "There have been no recent trips or hospital stays",
    "Previous records were reviewed before the visit", "The rest of the examination was normal",
    "The patient asked good questions and seemed comfortable with everything discussed",
    "Overall the patient feels somewhat better than at the previous visit",
    "We spent most of the visit discussing expectations and concerns"};
constexpr Sentence kNarrativeClosings[] = {
    "The patient will return in about a month or sooner if anything seems worse",
    "We agreed to talk by telephone next week", "I look forward to the next visit in three months",
    "The patient understands and will call the office with any concern"};

// SOAP: four headings, clipped but complete sentences.
constexpr Sentence kSoapSymptoms[] = {
    "Reports {} and {}",           "Patient reports {}, {} and {}", "Complains of {}",
    "Complaint of {} with {}",     "{} and {} since prior visit",   "Reports intermittent {}"};
constexpr Sentence kSoapSymptomsDenied[] = {"Denies {}", "Denies {} and {}", "Negative for {}",
                                            "No sign of {}"};
constexpr Sentence kSoapSymptomsRenewed[] = {"{} rated moderate", "{} ongoing since prior visit",
                                             "Severity of {} stable"};
constexpr Sentence kSoapFindings[] = {"Exam notable for {}", "Exam shows {} and {}", "{} noted",
                                      "{} and {} noted on exam"};
constexpr Sentence kSoapFindingsDenied[] = {"No {} noted", "Exam negative for {}",
                                            "No evidence of {} or {}"};
constexpr Sentence kSoapFindingsRenewed[] = {"{} stable since prior exam", "{} again noted"};
constexpr Sentence kSoapTests[] = {"{} reviewed", "{} and {} ordered", "Ordered {}",
                                   "{} within expected range"};
constexpr Sentence kSoapTestsRenewed[] = {"Trend of {} followed", "{} reviewed with patient"};
constexpr Sentence kSoapDiagnoses[] = {"{}, stable", "{}, likely", "{} with {}",
                                       "{}, partially controlled"};
constexpr Sentence kSoapDiagnosesRenewed[] = {"Education on {} provided", "{} status unchanged"};
constexpr Sentence kSoapDrugs[] = {"Continue {}", "Continue {} and {}", "Start {}",
                                   "Prescribed {} and {}", "Refer for {}", "Advised {}"};
constexpr Sentence kSoapDrugsRenewed[] = {"Adherence to {} reviewed", "{} tolerated"};
constexpr Sentence kSoapOpenings[] = {"Follow up visit", "Clinic visit, established patient",
                                      "Patient presents for follow up", "Annual visit",
                                      "Same day visit"};
constexpr Sentence kSoapRemarks[] = {
    "Vitals stable",        "Vital signs reviewed and stable",  "Alert and oriented, no acute distress",
    "Medications reconciled", "Allergies reviewed and updated", "Systems review otherwise negative",
    "Social history unchanged", "Risks and benefits reviewed, patient verbalized understanding",
    "Patient education provided", "Chart updated"};
constexpr Sentence kSoapClosings[] = {"Follow up in 4 weeks", "Follow up as needed",
                                      "Return to clinic in 3 months, sooner as needed",
                                      "Return precautions provided, follow up as needed"};

constexpr ClinicStyle kStyles[] = {
    {"terse", 35, false, {"", "", "", "", ""},
     {{{kTerseSymptoms, kTerseSymptomsDenied, kTerseSymptomsRenewed},
       {kTerseFindings, kTerseFindingsDenied, kTerseFindingsRenewed},
       {kTerseTests, {}, kTerseTestsRenewed},
       {kTerseDiagnoses, {}, kTerseDiagnosesRenewed},
       {kTerseDrugs, {}, kTerseDrugsRenewed}}},
     kTerseOpenings, kTerseRemarks, kTerseClosings},
    {"narrative", 30, true, {"", "", "", "", ""},
     {{{kNarrativeSymptoms, kNarrativeSymptomsDenied, kNarrativeSymptomsRenewed},
       {kNarrativeFindings, kNarrativeFindingsDenied, kNarrativeFindingsRenewed},
       {kNarrativeTests, {}, kNarrativeTestsRenewed},
       {kNarrativeDiagnoses, {}, kNarrativeDiagnosesRenewed},
       {kNarrativeDrugs, {}, kNarrativeDrugsRenewed}}},
     kNarrativeOpenings, kNarrativeRemarks, kNarrativeClosings},
    {"soap", 35, true, {"Subjective:", "Objective:", "", "Assessment:", "Plan:"},
     {{{kSoapSymptoms, kSoapSymptomsDenied, kSoapSymptomsRenewed},
       {kSoapFindings, kSoapFindingsDenied, kSoapFindingsRenewed},
       {kSoapTests, {}, kSoapTestsRenewed},
       {kSoapDiagnoses, {}, kSoapDiagnosesRenewed},
       {kSoapDrugs, {}, kSoapDrugsRenewed}}},
     kSoapOpenings, kSoapRemarks, kSoapClosings},
};

}  // namespace

std::span<const ClinicStyle> clinic_styles() { return kStyles; }

}  // namespace dplda

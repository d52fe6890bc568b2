#include "corpus/clinic_words.h"

namespace dplda {

namespace {

// Order of the five lists: symptoms, findings, tests, diagnoses, drugs.
constexpr ClinicCondition kConditions[] = {
    {"asthma",
     {"12 wheezing; 8 shortness of breath; 7 chest tightness; 6 nocturnal cough; 4 cough; "
      "3 breathlessness on exertion",
      "7 expiratory wheeze; 4 prolonged expiration; 3 reduced air entry; 2 accessory muscles",
      "6 peak flow; 5 spirometry; 2 allergen panel", "9 asthma; 5 asthma exacerbation",
      "9 albuterol inhaler; 6 inhaled fluticasone; 5 spacer; 3 montelukast; 3 prednisone; "
      "2 allergen avoidance"}},
    {"diabetes",
     {"9 excessive thirst; 8 frequent urination; 6 blurred vision; 6 fatigue; 4 weight loss; "
      "4 numbness in the toes; 3 tingling in the feet",
      "5 reduced monofilament sensation; 3 dry feet; 3 retinal changes; 2 callus on the toes",
      "10 fasting glucose; 8 glycated hemoglobin; 4 urine albumin; 3 creatinine; 3 lipid panel",
      "10 diabetes; 4 hyperglycemia; 3 peripheral neuropathy",
      "10 metformin; 7 basal insulin; 5 glucose meter; 4 carbohydrate counting; 2 glipizide"}},
    {"heart failure",
     {"8 shortness of breath; 8 ankle swelling; 6 orthopnea; 5 weight gain; 5 fatigue; "
      "4 breathlessness on exertion; 2 nocturnal cough",
      "8 pitting edema; 6 basal crackles; 5 raised jugular venous pressure; 4 gallop",
      "7 echocardiogram; 5 ejection fraction; 4 natriuretic peptide; 3 potassium; 2 creatinine; "
      "2 chest radiograph",
      "9 heart failure; 4 cardiomyopathy; 3 fluid overload",
      "10 furosemide; 6 carvedilol; 5 lisinopril; 4 spironolactone; 3 salt restriction; "
      "3 fluid restriction"}},
    {"migraine",
     {"12 throbbing headache; 8 headache; 7 photophobia; 7 nausea; 5 visual aura; 4 phonophobia; "
      "4 vomiting; 2 blurred vision; 2 neck stiffness",
      "4 scalp tenderness; 3 swollen optic discs; 2 photophobia",
      "4 headache diary; 2 cranial imaging", "11 migraine; 4 migraine with aura",
      "9 sumatriptan; 5 propranolol; 5 topiramate; 3 naproxen; 3 dark room; 2 antiemetic; "
      "2 caffeine avoidance"}},
    {"back pain",
     {"11 low back pain; 7 sciatica; 6 stiffness; 5 leg numbness; 4 muscle spasm; "
      "4 pain with bending; 3 tingling in the leg",
      "6 lumbar tenderness; 5 paraspinal spasm; 5 limited flexion; 4 positive straight leg raise",
      "4 lumbar radiograph; 4 spine imaging", "8 lumbar strain; 5 disc herniation; 3 radiculopathy",
      "6 ibuprofen; 6 cyclobenzaprine; 5 core exercises; 4 heating pad; 4 lifting precautions; "
      "3 naproxen"}},
    {"pneumonia",
     {"10 productive cough; 9 fever; 6 chills; 5 purulent sputum; 5 pleuritic chest pain; "
      "4 shortness of breath; 3 rigors",
      "7 basal crackles; 5 bronchial breathing; 4 dullness to percussion; 3 tachypnea",
      "9 chest radiograph; 5 sputum culture; 4 white cell count; 3 oxygen saturation",
      "11 pneumonia; 5 lobar consolidation; 3 infiltrate",
      "8 amoxicillin; 6 azithromycin; 4 antibiotic; 4 oral hydration; 3 ceftriaxone; "
      "2 supplemental oxygen"}},
    {"depression",
     {"11 low mood; 8 insomnia; 7 anhedonia; 6 hopelessness; 5 tearfulness; 5 fatigue; "
      "5 poor concentration; 4 appetite loss; 3 guilt; 2 weight loss",
      "6 flat affect; 5 psychomotor slowing; 3 tearfulness; 3 poor eye contact",
      "6 mood questionnaire; 2 thyroid panel", "12 depression; 4 depressive episode",
      "10 sertraline; 7 psychotherapy; 5 counseling; 4 bupropion; 3 sleep hygiene; 3 mirtazapine"}},
    {"eczema",
     {"12 itching; 8 rash; 7 dry skin; 4 flaking; 4 scratching; 3 burning; 2 insomnia",
      "7 erythematous plaques; 6 lichenification; 5 excoriation; 4 flexural rash; 3 scaling; "
      "3 weeping",
      "4 patch testing; 2 skin culture; 2 allergen panel", "9 eczema; 5 atopic dermatitis",
      "8 emollient; 7 hydrocortisone cream; 5 tacrolimus ointment; 4 antihistamine; "
      "3 fragrance avoidance; 2 triamcinolone cream"}},
    {"reflux",
     {"12 heartburn; 7 regurgitation; 6 epigastric pain; 5 bloating; 5 nausea; 4 sour taste; "
      "4 burning; 3 nocturnal cough; 2 hoarseness",
      "6 epigastric tenderness; 3 abdominal guarding; 3 dental erosion",
      "6 endoscopy; 5 helicobacter breath test; 2 barium swallow",
      "9 reflux; 5 esophagitis; 4 gastritis",
      "10 omeprazole; 6 antacid; 5 famotidine; 4 bed elevation; 3 spicy food avoidance; "
      "3 caffeine avoidance"}},
    {"urinary infection",
     {"12 dysuria; 9 urgency; 7 frequent urination; 5 suprapubic pain; 5 cloudy urine; "
      "4 hematuria; 4 fever; 2 flank pain",
      "6 suprapubic tenderness; 4 costovertebral tenderness; 3 abdominal guarding",
      "9 urinalysis; 8 urine culture; 5 leukocyte esterase; 4 nitrites; 2 white cell count",
      "8 cystitis; 6 urinary infection; 3 pyelonephritis",
      "10 nitrofurantoin; 5 trimethoprim; 4 antibiotic; 4 oral hydration; 3 phenazopyridine; "
      "2 cranberry juice"}},
    {"hypothyroidism",
     {"8 cold intolerance; 7 fatigue; 7 weight gain; 6 constipation; 5 hair thinning; 5 dry skin; "
      "4 hoarseness; 3 poor concentration; 3 low mood",
      "7 goiter; 4 delayed reflexes; 4 bradycardia; 3 periorbital puffiness; 2 coarse hair",
      "11 thyroid panel; 8 thyrotropin; 5 thyroxine; 4 antibody titer; 2 lipid panel",
      "10 hypothyroidism; 5 thyroiditis; 3 goiter",
      "12 levothyroxine; 4 iron spacing; 3 morning dosing"}},
    {"arthritis",
     {"11 knee pain; 8 joint stiffness; 7 knee swelling; 5 grinding; 5 hip pain; 4 stiffness; "
      "3 joint locking",
      "8 crepitus; 6 joint effusion; 5 bony enlargement; 4 limited flexion; 3 joint tenderness",
      "7 knee radiograph; 3 uric acid; 3 synovial aspirate",
      "10 osteoarthritis; 4 arthritis; 3 gout",
      "7 ibuprofen; 6 acetaminophen; 5 knee brace; 5 quadriceps exercises; 4 steroid injection; "
      "4 walking cane; 2 topical diclofenac"}},
};

}  // namespace

std::span<const ClinicCondition> clinic_conditions() { return kConditions; }

}  // namespace dplda

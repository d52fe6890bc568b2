// What a run protected, against whom, how strongly and under which assumptions: one JSON object
// that goes into the model and the report, and from which the statement for people is written. It
// holds no function of the data that was not charged.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "collect/report_format.h"
#include "corpus/word_cut.h"
#include "privacy/ledger.h"
#include "text/vocabulary.h"
#include "training/setup.h"

namespace dplda {

// What a model of reports rests on, for its record: each report's own loss, which its contributor
// bears, and the exposures of the documents that came as they are.
Ledger report_account(const ReportParameters& reports, const std::vector<Exposure>& exposures,
                      const std::string& run);

// What the statement says of a vocabulary.
struct WordsOnRecord {
  WordsOnRecord(const Vocabulary& vocabulary, const Preparation& preparation)
      : origin(claimed_origin(vocabulary.origin(), preparation)),
        cut(word_cut(vocabulary.origin(), preparation)) {}

  // Stated to be public, although the documents chose them.
  bool cut_though_public() const {
    return origin == VocabularyOrigin::kAssumedPublic && cut == WordCut::kExactly;
  }

  // Chosen from the documents, uncharged.
  bool exposed() const { return origin == VocabularyOrigin::kData; }

  VocabularyOrigin origin;
  WordCut cut;
};

// `runs`: the names in the ledger of the run and of what made its vocabulary.
nlohmann::ordered_json privacy_record(const RunSetup& setup, const Ledger& ledger,
                                      const std::vector<std::string>& runs,
                                      const WordsOnRecord& words);

// Of what bears a privacy record, which is a model's description or a report: whether its run was
// stopped before its last sweep, a sentence about that (empty if it was not), and the statement
// with that sentence. Throws InputError if there is no record.
bool was_interrupted(const nlohmann::ordered_json& owner);
std::string interruption_text(const nlohmann::ordered_json& owner);
std::string statement_of(const nlohmann::ordered_json& owner);

}  // namespace dplda

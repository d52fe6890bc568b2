// The privacy record of a run (privacy/privacy_record.h), from what it was to do and the ledger.
#pragma once

#include <string>
#include <vector>

#include "collect/report_format.h"
#include "corpus/word_cut.h"
#include "privacy/ledger.h"
#include "privacy/privacy_record.h"
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
PrivacyRecord privacy_of_run(const RunSetup& setup, const Ledger& ledger,
                             const std::vector<std::string>& runs, const WordsOnRecord& words);

}  // namespace dplda

// Preparation as users ask for it: files in, a corpus file and its ledger out.
#pragma once

#include <string>
#include <vector>

#include "corpus/prepare.h"
#include "runs/watcher.h"
#include "training/custody.h"
#include "training/ledger_options.h"
#include "training/private_vocabulary.h"

namespace dplda::runs {

struct PrepareRequest {
  std::vector<std::string> inputs = {};
  std::string output = {};
  PrepareOptions options = {};
  PrivateVocabularyOptions vocabulary = {};
  LedgerOptions ledger = {};
};

struct PrepareOutcome {
  PrepareSummary summary;
  std::string ledger;  // where that of the documents is; empty: there is none
};

// Finds the ledger of the documents or starts one; a private vocabulary is charged there before its
// words are chosen, with coins under `key`, which must be secret and serve once. Throws as
// prepare(), Custody and PrivateVocabulary do.
PrepareOutcome prepare(const PrepareRequest& request, Watcher& watcher,
                       const Key& key = random_key());

}  // namespace dplda::runs

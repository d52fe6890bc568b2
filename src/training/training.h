// The training loop: one for all recipes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "privacy/ledger.h"
#include "training/inherent_privacy.h"
#include "training/method.h"
#include "training/observer.h"
#include "training/recipe.h"
#include "training/setup.h"

namespace dplda {

struct TrainResult {
  Model model;
  Ledger ledger;  // of the data: what was there before, and what this run released
  std::optional<InherentPrivacy> inherent = std::nullopt;  // --monitor
  std::uint32_t sweeps = 0;                                // done in all, resumed ones included
  std::uint32_t swept_here = 0;                            // done by this run
  std::uint64_t visited = 0;                               // tokens, or bits of reports, in each
  bool interrupted = false;
  std::string checkpoint_failure =
      {};                       // why the run ended early, where a checkpoint could not be written
  double seconds = 0;           // the whole of train()
  double loop_seconds = 0;      // all sweeps with what belongs to them
  double sampling_seconds = 0;  // the samplers alone
};

// Where the work of a run is done, where its other documents are, and what is public beside them.
struct RunPlace {
  Backend* backend = nullptr;  // null: the CPU, with the threads that the options say
  // The number of the first document in all parts that the backend knows of.
  std::uint64_t first_document = 0;
  // The documents of setup.public_text over the vocabulary of the corpus, if there are any.
  const Corpus* public_text = nullptr;
};

// Trains a model. Checks options first. `ledger`: that of the data, with a budget if there is one;
// every release is charged there before it is made. Throws InputError for options or a checkpoint
// that do not fit, BudgetExhausted before anything is released that the budget does not cover.
TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer,
                  Ledger ledger = Ledger());

// The same for recipes that learn from reports. `prior`: the documents of --prior over the reports'
// vocabulary, or null. `ledger`: that of those documents, where nothing protects them.
TrainResult train(const Reports& reports, const Corpus* prior, const TrainOptions& options,
                  Observer& observer, Ledger ledger = Ledger());

// The same for options that were checked and worked out before.
TrainResult train(const Corpus& corpus, const RunSetup& setup, Observer& observer,
                  Ledger ledger = Ledger(), const RunPlace& place = {});
TrainResult train(const Reports& reports, const Corpus* prior, const RunSetup& setup,
                  Observer& observer, Ledger ledger = Ledger());

}  // namespace dplda

// A run with nothing left open: what was asked for, worked out once, before any data is read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/random.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/sampler.h"
#include "privacy/kept_words.h"
#include "training/method.h"
#include "training/plan.h"
#include "training/recipe.h"
#include "training/stream_method.h"

namespace dplda {

// Documents that a run on reports or on a stream begins with.
struct PriorDocuments {
  std::string path = {};  // empty: none
  bool is_public = false;

  bool given() const { return !path.empty(); }
};

// Documents that nobody needs to protect, which tell how words go together.
struct PublicText {
  std::string path = {};  // empty: none

  bool given() const { return !path.empty(); }
};

// Of runs that learn batch by batch.
struct StreamSettings {
  std::uint64_t batch = 0;  // documents or reports
  double idle = -1;         // a directory ends after so many seconds; below 0: never
};

// What reports are learnt from beside themselves. All must outlive the method.
struct ReportData {
  const Reports& reports;
  const Corpus* prior = nullptr;       // the documents of --prior, where there are any
  const StateReader* state = nullptr;  // of a run that is continued
};

struct RunSetup {
  RunOptions run = {};
  Plan plan = {};
  // Those that decide the result, and all that the recipe has: for records and keys.
  OptionValues options = {};
  OptionValues all_options = {};

  double beta = 0.01;                    // smoothing of a topic's words, per word
  bool states_total = false;             // at run.delta
  std::optional<KeptWords> kept = {};    // documents count each word once, and only those kept
  std::optional<double> monitored = {};  // --monitor: what a count counts as at most
  std::string unchecked = {};  // why topics are not checked against noise; empty: they can be
  bool measured = false;       // there are figures of what to expect (recipes/expectation.h)
  PriorDocuments prior = {};
  PublicText public_text = {};
  StreamSettings stream = {};

  // Who does the work: one of the four, by what the recipe learns from. `Chain`: at its start, or
  // as it was when the run that is continued was interrupted. `TokenSequences`: for methods that
  // draw no topics, whose states hold no documents.
  std::function<std::unique_ptr<Method>(const Workbench&, Chain)> on_documents = {};
  std::function<std::unique_ptr<Method>(const Workbench&, TokenSequences)> on_tokens = {};
  std::function<std::unique_ptr<Method>(const Workbench&, const ReportData&)> on_reports = {};
  std::function<std::unique_ptr<StreamMethod>(const StreamBench&)> on_stream = {};

  // Of the protected part of the whole run.
  PrivacyLoss total() const { return plan.total(static_cast<std::uint32_t>(run.sweeps)); }
  // All that it is going to release.
  std::vector<Charge> whole() const { return plan.whole(static_cast<std::uint32_t>(run.sweeps)); }
};

// Throws InputError if a value is out of its range. What contradicts what is setup_of()'s business.
void check(const TrainOptions& options);

// Throws InputError if the options contradict one another or leave open what the recipe must know.
// Ranges are check()'s business.
RunSetup setup_of(const TrainOptions& options);

// The plan of a run. Throws as setup_of() does.
inline Plan plan_of(const TrainOptions& options) { return setup_of(options).plan; }

// The key of a run on the data with that digest (docs/internals/algorithms.md, "Keys"). Throws
// InputError if the key file is none.
Key training_key(const RunSetup& setup, const std::string& digest);

}  // namespace dplda

// The training loop: one for all recipes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/options.h"
#include "base/random.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "lda/sampler.h"
#include "privacy/ledger.h"
#include "recipes/inherent_privacy.h"
#include "recipes/plan.h"
#include "recipes/release_witness.h"

namespace dplda {

struct TrainOptions {
  std::string recipe = "cgs";
  std::int64_t topics = 50;
  std::int64_t sweeps = 200;
  double alpha = 0.1;
  std::optional<double> beta;  // by recipe
  std::string sampler = "snapshot";
  std::string kernel = "auto";
  std::string optimize_alpha = "none";
  std::int64_t optimize_every = 10;
  std::int64_t optimize_after = 20;

  // How private.
  std::optional<double> target_epsilon;
  double delta = 1e-6;
  std::optional<double> epsilon_noise;  // hdp, cdp, cdp-plus
  std::string noise = "discrete";
  std::string noise_update = "fresh";  // hdp, sequential
  double clip = 73.7;                  // hdp
  std::optional<double> sigma;         // doc
  std::string contribution = "soft";   // doc
  std::int64_t cap = 1000000000;       // doc
  std::int64_t inner_sweeps = 10;      // doc

  // Reports of contributors, and streams.
  std::string denoise = "channel";    // lp, online-lp
  std::string prior;                  // a corpus to begin with
  bool prior_public = false;          // nothing in it needs protection
  std::int64_t prior_sweeps = 200;    // streams
  std::optional<double> omega;        // bayes: the weight of what was expected
  std::optional<double> prior_sigma;  // bayes: how far it is trusted, in documents
  std::string mu_update = "mean";     // bayes, streams
  std::int64_t batch = 160;           // streams
  std::string lambda = "1";           // streams: a number or "auto"
  std::optional<double> forget;       // streams: most tokens that the past counts for
  double idle = -1;                   // streams from a directory: seconds

  // What is made of the releases, at no cost.
  std::optional<double> shrink;
  std::optional<double> shrink_phi;
  std::int64_t average = 1;
  double beta_phi = 0.01;

  bool noise_check = true;  // private recipes
  bool monitor = false;     // cgs
  std::optional<std::int64_t> seed;
  std::string key_file;
  std::optional<Key> key;  // a secret key in memory, in place of a file's
  std::int64_t threads = 0;
  std::string checkpoint;
  std::int64_t every = 50;
  std::string resume;

  // Whether a secret key makes the run repeatable for whoever has it.
  bool keyed() const { return key || !key_file.empty(); }
};

// Whether a run sweeps snapshots with a kernel of its choice, and with which.
bool sweeps_snapshots(const TrainOptions& options);
Kernel kernel_of(const TrainOptions& options);

// The defaults of a recipe. Throws InputError if there is none of that name.
TrainOptions options_for(const std::string& recipe);

// Bound to `options`, which must outlive the table.
OptionTable option_table(TrainOptions& options);

// Throws InputError if a value is out of its range or options contradict one another.
void check(const TrainOptions& options);

// The same with the recipe's defaults for all options that do nothing in the run's mode.
TrainOptions without_idle(const TrainOptions& options);

// The options that decide a run's result, those that do nothing in its mode left out; without
// `sweeps` where asked: what a checkpoint must agree with.
nlohmann::ordered_json affecting_options(const TrainOptions& options, bool without_sweeps);

// The key of a run on the data with that digest (docs/internals/algorithms.md, "Keys"). Throws
// InputError if the key file is none.
Key training_key(const TrainOptions& options, const std::string& digest);

// The settings of a named preset ("paper") for a recipe as JSON for from_json(); throws InputError
// for an unknown name.
nlohmann::ordered_json preset(const std::string& name, const std::string& recipe);

class Method;

// Looks at a run from outside: progress bars, traces, attackers. The loop itself neither prints nor
// records.
class Observer {
 public:
  virtual ~Observer() = default;
  // Before the first sweep; `done` is above 0 for a resumed run.
  virtual void on_start(const Chain& /*chain*/, std::uint32_t /*done*/, std::uint32_t /*sweeps*/) {}
  // As soon as a sweep has drawn its topics under `prior`: for those who want to know how.
  virtual void on_draws(const Method& /*method*/, const Chain& /*chain*/, const Prior& /*prior*/) {}
  // After every sweep.
  virtual void on_sweep(const Chain& /*chain*/, const Prior& /*prior*/, std::uint32_t /*sweep*/) {}
  // While topics are checked against noise after the last sweep: how much of that is done.
  virtual void on_noise_check(std::uint64_t /*done*/, std::uint64_t /*of*/) {}
  // Asked after every sweep: true ends the run there, with a usable model.
  virtual bool stop() { return false; }
  // Asked once, before the run: who is told of every release; null outside of tests.
  virtual ReleaseWitness* witness() { return nullptr; }
};

struct TrainResult {
  Model model;
  Ledger ledger;  // of the data: what was there before, and what this run released
  std::optional<InherentPrivacy> inherent = std::nullopt;  // --monitor
  std::uint32_t sweeps = 0;                                // done in all, resumed ones included
  std::uint32_t swept_here = 0;                            // done by this run
  bool interrupted = false;
  std::string checkpoint_failure =
      {};                       // why the run ended early, where a checkpoint could not be written
  double seconds = 0;           // the whole of train()
  double loop_seconds = 0;      // all sweeps with what belongs to them
  double sampling_seconds = 0;  // the samplers alone
};

// Trains a model. Checks options first. `ledger`: that of the data, with a budget if there is one;
// every release is charged there before it is made. Throws InputError for options or a checkpoint
// that do not fit, BudgetExhausted before anything is released that the budget does not cover.
TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer,
                  Ledger ledger = Ledger());

// The same for recipes that learn from reports. `rebuilt`: what rebuilt_corpus() makes of them
// (recipes/lp.h). `ledger`: that of the documents of options.prior, where nothing protects them.
TrainResult train(const Corpus& rebuilt, const Reports& reports, const TrainOptions& options,
                  Observer& observer, Ledger ledger = Ledger());

}  // namespace dplda

// The training loop: one for all recipes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/options.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "lda/sampler.h"
#include "privacy/ledger.h"

namespace dplda {

struct TrainOptions {
  std::string recipe = "cgs";
  std::int64_t topics = 50;
  std::int64_t sweeps = 200;
  double alpha = 0.1;
  double beta = 0.01;
  std::string sampler = "snapshot";
  std::string optimize_alpha = "none";
  std::int64_t optimize_every = 10;
  std::int64_t optimize_after = 20;
  std::optional<std::int64_t> seed;
  std::int64_t threads = 0;
  std::string checkpoint;
  std::int64_t every = 50;
  std::string resume;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(TrainOptions& options);

// The settings of a named preset ("paper") as JSON for from_json(); throws InputError for an
// unknown name.
nlohmann::ordered_json preset(const std::string& name);

// Looks at a run from outside: progress bars, traces, attackers. The loop itself neither prints nor
// records.
class Observer {
 public:
  virtual ~Observer() = default;
  // Before the first sweep; `done` is above 0 for a resumed run.
  virtual void on_start(const Chain& /*chain*/, std::uint32_t /*done*/, std::uint32_t /*sweeps*/) {}
  // After every sweep.
  virtual void on_sweep(const Chain& /*chain*/, const Prior& /*prior*/, std::uint32_t /*sweep*/) {}
  // Asked after every sweep: true ends the run there, with a usable model.
  virtual bool stop() { return false; }
};

struct TrainResult {
  Model model;
  Ledger ledger;
  std::uint32_t sweeps = 0;      // done in all, resumed ones included
  std::uint32_t swept_here = 0;  // done by this run
  bool interrupted = false;
  std::string checkpoint_failure =
      {};                       // why the run ended early, where a checkpoint could not be written
  double seconds = 0;           // the whole of train()
  double loop_seconds = 0;      // all sweeps with what belongs to them
  double sampling_seconds = 0;  // the samplers alone
};

// Trains a model. Checks options first. Throws InputError for options or a checkpoint that do not
// fit.
TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer);

}  // namespace dplda

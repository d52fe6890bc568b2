#include "training/setup.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/key_file.h"
#include "base/version.h"

namespace dplda {
namespace {

// Raised whenever the bits of anything that is drawn change, or which options make another run of
// it: under a key file another build must not take another run for a repetition, which costs
// nothing.
constexpr int kDraws = 3;

}  // namespace

void check(const TrainOptions& options) {
  TrainOptions copy = options;
  check(option_table(copy));
  if (options->seed && options->keyed())
    throw InputError("give `seed` or `key-file`, not both: either is the run's key");
}

RunSetup setup_of(const TrainOptions& options) {
  TrainOptions complete = without_idle(options);
  complete->complete();
  RunSetup setup = complete->setup();
  setup.run = *complete;
  setup.options = deciding_options(complete);
  setup.all_options = values_of(option_table(complete));
  if (setup.run.seed && setup.plan.charges()) {
    setup.plan.exposures.push_back(
        {"every draw of the run",
         "not private: seed known; leave the seed out, or use a key file"});
  }
  return setup;
}

Key training_key(const RunSetup& setup, const std::string& digest) {
  return run_key(setup.run.seed, kept_key(setup.run.key, setup.run.key_file),
                 fmt::format("dplda {} train, draws {}\n{}\n{}", version(), kDraws, digest,
                             to_json(setup.options).dump()));
}

}  // namespace dplda

// Small private runs that the tests of this room share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"
#include "training/training.h"

namespace dplda::test {

inline Corpus small_corpus() { return test::planted_corpus(2, 60, 25, 4); }

// "drawn" is doc with drawn contributions, "accumulate" the published hdp with noise that piles up.
inline TrainOptions small_options(const std::string& name) {
  const std::string recipe = name == "drawn" ? "doc" : name == "accumulate" ? "hdp" : name;
  TrainOptions options = options_for(recipe);
  if (name == "drawn") test::set(options, "contribution", "drawn");
  if (name == "accumulate") {
    test::set(options, "sampler", "sequential");
    test::set(options, "noise-update", "accumulate");
  }
  options->topics = 5;
  options->sweeps = 12;
  options->threads = 1;
  test::set_if_known(options, "average", 4);
  test::set_if_known(options, "inner-sweeps", 3);
  test::set_if_known(options, "cap", 8);
  if (recipe == "doc") {
    test::set(options, "sigma", 3);
  } else if (recipe != "cgs") {
    test::set(options, "epsilon-noise", 1);
  }
  return options;
}

inline TrainOptions seeded(const std::string& recipe) {
  TrainOptions options = small_options(recipe);
  options->seed = 3;
  return options;
}

inline std::vector<float> phi_of(const TrainResult& result) {
  return {result.model.phi().begin(), result.model.phi().end()};
}

inline TrainResult run(const Corpus& corpus, const TrainOptions& options,
                       Ledger ledger = Ledger()) {
  Observer observer;
  return train(corpus, options, observer, std::move(ledger));
}

inline std::string key_file(const TemporaryDirectory& directory, char first = 'k') {
  const std::string path = directory / (std::string("key") + first);
  test::write_key(path, first);
  return path;
}

}  // namespace dplda::test

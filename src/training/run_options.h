// What every run is asked, whatever its recipe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/random.h"

namespace dplda {

struct RunOptions {
  std::string recipe;  // its name
  std::int64_t topics = 50;
  std::int64_t sweeps = 200;
  double alpha = 0.1;
  double delta = 1e-6;  // at which epsilon is stated; an option where a recipe has a total
  std::optional<std::int64_t> seed;
  std::string key_file;
  std::optional<Key> key;  // a secret key in memory, in place of a file's
  std::int64_t threads = 0;
  std::string checkpoint;
  std::int64_t every = 50;
  std::string resume;
  bool noise_check = true;  // an option of private recipes

  // Whether a secret key makes the run repeatable for whoever has it.
  bool keyed() const { return key || !key_file.empty(); }
};

}  // namespace dplda

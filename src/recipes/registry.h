// The recipes by name. A recipe is a choice of parts for the one training loop; each is a file of
// its own.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/random.h"
#include "base/threads.h"
#include "lda/sampler.h"
#include "privacy/ledger.h"

namespace dplda {

struct TrainOptions;

struct Recipe {
  std::string_view name;
  std::string_view summary;
  // Records in the ledger what the run is going to release, before anything is.
  void (*account)(const TrainOptions& options, Ledger& ledger);
  // What draws the topics.
  std::unique_ptr<Sampler> (*sampler)(const TrainOptions& options, const Streams& streams,
                                      ThreadPool& pool);
};

std::span<const Recipe> recipes();
// Throws InputError naming the recipes that there are.
const Recipe& recipe_named(std::string_view name);

// Defined in the recipe's own file.
extern const Recipe kCgs;

}  // namespace dplda

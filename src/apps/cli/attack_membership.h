// What the methods of `dplda attack membership` share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/cli/attack_classifier.h"
#include "apps/cli/recipe_flags.h"
#include "corpus/corpus.h"

namespace dplda::cli {

struct MembershipRequest {
  const TrainOptions& options() const { return flags.options; }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(flags.options.seed.value_or(1)); }

  std::string input;
  RecipeFlags flags;
  std::string method = "lira";
  std::optional<std::int64_t> shadows;
  std::int64_t documents = 0;  // 0: all
  std::string spread = "per-document";
  ClassifierAttackFlags classifier;
  std::string json;
  bool quiet = false;
};

// The corpus of the request, or its first documents. Throws InputError if it has fewer than are
// asked for.
Corpus attacked_corpus(const MembershipRequest& request);

// REQUIRES: checked options.
void run_lira_attack(const MembershipRequest& request);

}  // namespace dplda::cli

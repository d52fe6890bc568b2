// The flags of a membership attack on a classifier, and the attack itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attack/classifier_attack.h"
#include "base/options.h"
#include "recipes/training.h"

namespace dplda::cli {

struct ClassifierAttackFlags {
  // Bound to this object.
  OptionTable table();

  std::string labels;
  std::int64_t label_column = 1;
  std::string features = "both";
  std::optional<double> epsilon;
  ClassifierAttackOptions options;
};

struct AttackOutput {
  std::string json;  // where the figures go; -: standard output, instead of the table
  bool quiet = false;
};

// `corpus`: path of anything that can be trained on. Prints a table, or JSON. Throws InputError
// where flags, labels and corpus do not go together.
void run_classifier_attack(const std::string& corpus, const TrainOptions& train,
                           ClassifierAttackFlags flags, const AttackOutput& output);

}  // namespace dplda::cli

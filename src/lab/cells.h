// The kinds of cells that experiments are made of. Seeds are public, so that figures repeat.
#pragma once

#include <cstdint>
#include <optional>

#include "attack/topic_worlds.h"
#include "lab/cell.h"
#include "lab/dataset.h"
#include "training/recipe.h"
#include "training/training.h"

namespace dplda {

// The defaults of a recipe with the paper's settings where it has any.
template <class Own>
Own paper_options() {
  Own options;
  set_values(option_table(options), options.of().paper());
  return options;
}

// Trains and measures on test documents: {"perplexity", "completion"}. REQUIRES of all below:
// `data` outlives the cell.
Cell training_cell(const Dataset& data, const TrainOptions& options);

// The topic-based attack on some tokens; a number for each sweep: {"published",
// "published_posterior", "exact", "exact_posterior", "full"}.
Cell topic_attack_cell(const Dataset& data, const TrainOptions& options, std::uint64_t tokens);

// Perturbs the training documents with `epsilon` a bit (unit: presence, view: report) and learns
// from the reports: as training_cell.
Cell reports_cell(const Dataset& data, const TrainOptions& options, double epsilon);

// A stream over the training documents in batches; `prior` of them, chosen at random, are known
// from the beginning. `epsilon`: of a bit; none: documents come as they are. {"prior", "batches":
// perplexity after each, "completion": after the last}.
Cell stream_cell(const Dataset& data, const TrainOptions& options, std::optional<double> epsilon,
                 std::uint64_t prior);

// Trains on `documents` documents that were drawn from an LDA model, and tests on others:
// as training_cell.
Cell generated_cell(std::uint64_t documents, const TrainOptions& options);

// Shadow model `index` of a membership attack on the first `documents` training documents: the
// statistic of each of them.
Cell shadow_cell(const Dataset& data, std::uint64_t documents, const TrainOptions& options,
                 std::uint64_t index);
// For each of these documents whether that model was trained on it.
std::vector<std::uint8_t> shadow_cell_members(std::uint64_t documents, std::uint64_t index);

// The paper's membership attack, through a classifier of the labelled documents: for "logistic" and
// "overfitted", trained on "clean" and, where the recipe has them, "sanitised" features:
// result[classifier][features] as to_json(ClassifierAttackResult).
Cell classifier_attack_cell(const Dataset& data, const WorldOptions& options);

}  // namespace dplda

// Worlds of a membership attack: some documents are members, a topic model is trained on them, and
// topic shares under it are the features of a classifier (docs/privacy/membership-classifier.md).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "attack/feature_table.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "training/training.h"

namespace dplda {

// Members and as many others. Rows of the tables go with the lists.
struct World {
  std::vector<std::uint32_t> member_labels;
  std::vector<std::uint32_t> other_labels;
  FeatureTable members;    // of their documents as they are
  FeatureTable others;     // the same
  FeatureTable sanitised;  // of what the private method saw of the members; may be empty
};

struct WorldOptions {
  TrainOptions train;        // its seed and threads are not used: each training has its own
  double epsilon = 0;        // lp: of a bit
  std::int64_t members = 0;  // of a world; 0: half of its part of the corpus
  std::int64_t targets = 1;  // worlds that are attacked
  std::int64_t shadows = 4;  // worlds of the attacker
  std::int64_t seed = 1;
};

// Targets and shadows share no document: each kind has a random half of the corpus, and each world
// members and others of its own in it.
struct Worlds {
  std::vector<World> targets;
  std::vector<World> shadows;
};

// Trains them all, each on one thread. The same for any number of threads. Calls `progress` with
// the number of trainings done, from any thread, one at a time. Throws InputError if there are too
// few documents, the recipe learns from streams, or as train() does. REQUIRES: a label for every
// document.
Worlds trained_worlds(const Corpus& corpus, std::span<const std::uint32_t> labels,
                      const WorldOptions& options, ThreadPool& pool,
                      const std::function<void(std::int64_t)>& progress = {});

}  // namespace dplda

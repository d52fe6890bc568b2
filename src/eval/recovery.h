// How well a model found the planted topics of a synthetic corpus again (docs/use/synthetic.md).
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "corpus/planted_topics.h"
#include "lda/model.h"

namespace dplda {

struct RecoveredTopic {
  std::string name;
  bool filler = false;
  std::size_t best = 0;        // the learnt topic that is most like it
  double cosine = 0;           // to that
  std::size_t assigned = 0;    // the learnt topic that is its own in the one-to-one assignment
  double assigned_cosine = 0;  // to that; 0, and `assigned` the number of topics, if it has none
};

struct Recovery {
  std::vector<RecoveredTopic> topics;  // in the order of the file
  // Of the cosines of the topics that are not filler.
  double worst = 0;
  double mean = 0;
  double assigned_worst = 0;
  double assigned_mean = 0;
};

// The cosine of the angle between a planted topic and a learnt one: both as vectors over the union
// of the two vocabularies, words matched by spelling, a word that one of them lacks being 0 there.
// The learnt topic enters whole: filler or words of other topics that it took in lower the cosine.
// The one-to-one assignment of all planted topics, filler among them, to learnt topics has the
// largest sum of cosines.
Recovery recovery(const PlantedTopics& planted, const Model& model);

nlohmann::ordered_json to_json(const Recovery& recovery);

// Assigns every row of a rows x columns matrix a column of its own, so that the sum of the values
// is the largest (Hungarian method). Rows that find none, where there are more rows than columns,
// get `columns`. REQUIRES: values are finite.
std::vector<std::size_t> best_assignment(std::span<const double> values, std::size_t rows,
                                         std::size_t columns);

}  // namespace dplda

// Coherence of topics: how much the top words of a topic occur in the same documents
// (docs/internals/coherence.md), and how much the topics differ from each other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "lda/model.h"

namespace dplda {

enum class CoherenceMeasure { kNpmi, kUMass, kCv };

std::string_view name_of(CoherenceMeasure measure);
// "npmi", "u_mass", "c_v". Throws InputError for an unknown name.
CoherenceMeasure coherence_measure(std::string_view name);

// The words of a topic, most probable first.
using TopWords = std::vector<std::string>;

// The `count` most probable words of each topic.
std::vector<TopWords> top_words(const Model& model, std::size_t count = 10);

struct Coherence {
  // One a topic; NaN where fewer than two of its words occur in the reference.
  std::vector<double> topics;
  // Over the topics that have one; NaN if none has.
  double mean = 0;
  // Top words, over all topics, that do not occur in the reference: left out.
  std::size_t absent = 0;
};

// The coherence of topics by the documents of `reference`, words matched by spelling. Cost: one
// pass over the reference, and a few bits per document and word pair. REQUIRES: the words of a
// topic are distinct.
Coherence coherence(const std::vector<TopWords>& topics, const Corpus& reference,
                    CoherenceMeasure measure = CoherenceMeasure::kNpmi);

// How many top words a topic topic_diversity() is customarily asked for.
inline constexpr std::size_t kDiversityWords = 25;

// The share of distinct words among the top words of all topics; 0 if there are none (Dieng, Ruiz
// and Blei 2020).
double topic_diversity(const std::vector<TopWords>& topics);

}  // namespace dplda

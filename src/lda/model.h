// A trained topic model: what is published. Immutable; stored as one .npz file
// (docs/use/formats.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lda/model_meta.h"
#include "lda/prior.h"
#include "lda/topic_table.h"
#include "text/vocabulary.h"

namespace dplda {

class Model {
 public:
  struct Parts {
    Vocabulary vocabulary;
    std::vector<float> phi;  // K rows of V word probabilities
    Prior prior;
    std::vector<float> prevalence;  // per topic, share of the tokens; empty: not known
    std::vector<float> coherence;   // per topic, NPMI on the training corpus; empty: not known
    ModelMeta meta;
  };

  // Throws InputError, naming `source`, unless sizes agree, phi's rows are probabilities and the
  // priors are positive.
  Model(Parts parts, const std::string& source);

  // Opens a model file. A damaged or foreign file is an InputError.
  static Model load(const std::string& path);
  // Writes it atomically.
  void save(const std::string& path) const;

  std::size_t topics() const { return parts_.prior.topics(); }
  std::uint32_t words() const { return parts_.vocabulary.size(); }
  const Vocabulary& vocabulary() const { return parts_.vocabulary; }
  const Prior& prior() const { return parts_.prior; }
  std::span<const float> phi() const { return parts_.phi; }
  // The word probabilities of one topic.
  std::span<const float> topic(std::size_t index) const {
    return phi().subspan(index * words(), words());
  }
  std::span<const float> prevalence() const { return parts_.prevalence; }
  std::span<const float> coherence() const { return parts_.coherence; }
  const ModelMeta& meta() const { return parts_.meta; }

  // The same model with a coherence figure per topic.
  Model with_coherence(std::vector<float> coherence) &&;

  // The ids of a topic's most probable words, most probable first, ties by id.
  std::vector<std::uint32_t> top_words(std::size_t topic, std::size_t count) const;

 private:
  Parts parts_;
};

// phi = (n_k^t + beta) / (n_k + V beta), topic by topic.
std::vector<float> phi_from_counts(const TopicTable& table, double beta);

// n_k / N for every topic.
std::vector<float> prevalence_from_counts(const TopicTable& table);

}  // namespace dplda

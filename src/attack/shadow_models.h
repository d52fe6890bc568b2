// Shadow models for membership inference: models trained on random halves of a population by an
// attacker who knows the halves, and what each of them says about every document
// (docs/privacy/membership.md, "LiRA").
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "corpus/corpus.h"
#include "lda/model.h"
#include "training/training.h"

namespace dplda {

// The documents, ascending, that shadow model `index` is trained on: a fair coin for each document
// and model, the same for everyone who knows the seed.
std::vector<std::uint64_t> shadow_members(std::uint64_t documents, std::uint64_t index,
                                          std::uint64_t seed);

// The same as one entry a document: 1 where it is a member.
std::vector<std::uint8_t> shadow_memberships(std::uint64_t documents, std::uint64_t index,
                                             std::uint64_t seed);

// How shadow model `index` is trained: on one thread, with a seed of its own. Neither checkpoint
// nor key file stays.
TrainOptions shadow_options(const TrainOptions& options, std::uint64_t index, std::uint64_t seed);

// A document's log-likelihood under phi at the topic shares that make it largest:
//   max over theta of sum over words t of n_m^t log(sum over k of theta_k phi_k^t).
// The maximum is one of a concave function; it is approached by EM with longer steps, each of which
// is taken only if it gains, until it is proved that less than `gap` is missing.
class BestLikelihood {
 public:
  static constexpr double kGap = 0.01;
  static constexpr int kMostSteps = 2000;

  explicit BestLikelihood(const Model& model, double gap = kGap);

  // 0 for an empty document. Not thread-safe. REQUIRES: words below the model's. `trace`, if given,
  // gets the value after each step.
  double operator()(const Bag& bag, std::vector<double>* trace = nullptr);

 private:
  void gather(const Bag& bag);
  double value(const Bag& bag, std::span<const float> shares, std::vector<float>& mixture) const;
  double missing(const Bag& bag, double tokens);
  void step(double tokens, double length);

  std::size_t topics_;
  double gap_;
  std::vector<float> by_word_;  // phi, V rows of K
  // Of the present document:
  std::vector<float> by_word_here_;   // its words' rows of by_word_, end to end
  std::vector<float> by_topic_here_;  // the same, topic by topic
  std::vector<float> shares_;         // theta
  std::vector<float> mixture_;        // the probability of each of its words
  std::vector<float> slope_;          // of the value, by share
  std::vector<float> next_shares_;
  std::vector<float> next_mixture_;
};

double best_log_likelihood(const Model& model, const Bag& bag);

// Trains shadow model `index` on its members by any recipe that trains on documents and gives the
// statistic best_log_likelihood() of EVERY document, member or not. A function of its arguments.
// Uses one thread: the caller runs many at once. `stop` is asked after every sweep; true ends it
// with an empty result. Throws InputError for options that do not fit, or if its members have no
// words.
std::vector<double> shadow_statistics(const Corpus& corpus, const TrainOptions& options,
                                      std::uint64_t index, std::uint64_t seed,
                                      const std::function<bool()>& stop = {});

}  // namespace dplda

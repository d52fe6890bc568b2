// O-LDA: each batch is sampled under a prior that holds the weighted counts of those before it
// (docs/internals/algorithms.md, "Streams"; the paper, section VI-A).
#pragma once

#include <optional>
#include <vector>

#include "lda/prior_table.h"
#include "recipes/stream_method.h"

namespace dplda {

class OnlineTopics {
 public:
  explicit OnlineTopics(const StreamBench& bench);

  // Plain sampling of documents known from the beginning.
  void begin(const Corpus& prior, const Streams& streams);
  void learn(const Corpus& batch, const Streams& streams);
  // Every bit is a token.
  void learn(const WordSets& batch, const Streams& streams);
  Published publish() const;

  std::vector<double> kept() const;
  void keep(std::span<const double> kept);

 private:
  // beta^l for a weight of the last batch's counts.
  PriorTable prior_with(double lambda) const;
  // A Metropolis-Hastings step on lambda, given the assignment at hand.
  bool redraw_lambda(const Chain& chain, PriorTable& beta, Stream& coins);
  void learn(TokenSequences tokens, const Streams& streams);
  void sample(Chain& chain, const Streams& streams);

  const StreamBench bench_;
  Prior prior_;
  bool learns_lambda_;
  double lambda_;
  PriorTable base_;                 // beta^{l-1}
  TopicTable last_;                 // N^{l-1}
  std::optional<PriorTable> beta_;  // beta^l, under which last_ was sampled; none before the first
};

// Throws InputError unless --lambda is a number from 0 to 1, or auto.
void check_lambda(const TrainOptions& options);

}  // namespace dplda

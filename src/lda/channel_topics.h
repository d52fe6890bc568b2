// Topics learnt from word sets whose bits came through a noisy channel: a document has word t if
// any of its topics brought it, Poisson(a_mk phi_kt) times each, and its bit was flipped with a
// known probability (docs/internals/algorithms.md, "Learning through the channel").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/word_sets.h"
#include "lda/kernels/channel.h"

namespace dplda {

// The rates of the documents' topics a_mk: what is carried from sweep to sweep. Their prior is
// Gamma(alpha, K alpha / length), so that a document's expected number of tokens is `length`.
struct DocumentRates {
  DocumentRates(std::uint64_t documents, std::size_t topics, double alpha, double length);

  std::size_t topics;
  float alpha;
  float inverse;              // 1 / (1 + K alpha / length): a_mk = (alpha + n_mk) inverse
  std::vector<float> values;  // documents x topics
};

// Word probabilities in the kernels' layout, and word by word.
class ChannelPhi {
 public:
  ChannelPhi(std::size_t topics, std::uint32_t words);

  // K rows of V. REQUIRES: positive values.
  void set(std::span<const double> phi);

  std::size_t topics() const { return topics_; }
  std::uint32_t words() const { return words_; }
  std::size_t stride() const { return stride_; }
  std::span<const float> table() const { return table_; }
  std::span<const float> column(std::uint32_t word) const {
    return std::span(columns_).subspan(word * topics_, topics_);
  }

 private:
  std::size_t topics_;
  std::uint32_t words_;
  std::size_t stride_;
  std::vector<float> table_;
  std::vector<float> columns_;
};

struct ChannelSweep {
  double flip = 0;          // probability with which a bit was flipped
  std::uint32_t sweep = 1;  // numbers the draws
  int inner = 1;            // draws of each document's topics
};

// One sweep: every document draws its words and their topics anew, how.inner times, and sets its
// rates from them. Then, with p0 = 1 - exp(-lambda) before its bit is seen and p after it, tables
// of K rows of V are added up over the documents m. Documents are independent given phi; the result
// does not depend on the number of threads.

// Expected tokens: the sum of a_mk phi_kt p / p0. Where `presences` is given, also the expected
// presences, with every word of a document counted once: of a_mk phi_kt p / lambda.
std::vector<double> channel_counts(const WordSets& bits, const ChannelPhi& phi,
                                   const ChannelSweep& how, DocumentRates& rates,
                                   const RandomStreams& random, ThreadPool& pool,
                                   std::vector<double>* presences = nullptr);

// What is new in the bits: with r_k = a_mk phi_kt / lambda the sum of
//   r_k (p - p0 + rho p0 (1 - kappa + kappa r_k)),
// rho the part of a bit's information about its word that survives the channel. Presences count p,
// most of which phi said before the bit was seen.
std::vector<double> channel_news(const WordSets& bits, const ChannelPhi& phi,
                                 const ChannelSweep& how, double kappa, DocumentRates& rates,
                                 const RandomStreams& random, ThreadPool& pool);

}  // namespace dplda

// Words that may be named without naming anyone's: those whose noisy number of documents passes a
// threshold (docs/privacy/private-vocabulary.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/mechanism.h"
#include "privacy/rational.h"

namespace dplda {

// An upper bound of P(X >= least) for the discrete Gaussian X of parameter sigma^2 = `variance`
// (docs/privacy/private-vocabulary.md, "The tail of the noise"). Never below the true value, and
// positive.
double discrete_gaussian_tail(const Rational& variance, std::uint64_t least);

class PrivateWords {
 public:
  // A document counts for at most `words` of its distinct words; a word passes if its noisy number
  // of documents is at least `threshold`. Throws InputError for a variance that DiscreteGaussian
  // refuses, or unless 1 <= words, threshold <= 2^40.
  PrivateWords(const Rational& variance, std::uint64_t words, std::uint64_t threshold);

  // The least noise and threshold whose loss is at most (epsilon, delta): half of delta for the
  // threshold, half for the noise. Throws InputError if that takes more noise than can be drawn.
  // REQUIRES: epsilon > 0, 0 < delta < 1, 1 <= words <= 2^40.
  static PrivateWords with_loss(double epsilon, double delta, std::uint64_t words);

  Rational variance() const { return noise_.variance(); }
  std::uint64_t words() const { return words_; }
  std::uint64_t threshold() const { return threshold_; }

  // One document added or removed; replaced: one document replaced by another.
  Mechanism mechanism() const;

  // The places of the words that pass, ascending; if more than `most` do (0: no limit), those with
  // the largest noisy numbers, the first of equal ones. `documents`: by place, in how many
  // documents each word counts, as CappedFrequencies says; a word that counts in none has no noise
  // and never passes. The noise stands at (kNoise, sweep 0). REQUIRES: no result for other
  // documents was drawn with `random`.
  std::vector<std::uint32_t> choose(std::span<const std::uint64_t> documents, std::uint64_t most,
                                    const RandomStreams& random) const;

 private:
  DiscreteGaussian noise_;
  std::uint64_t words_;
  std::uint64_t threshold_;
};

// The claim alone, from what is written down. Throws as the constructor of PrivateWords.
Mechanism private_words_mechanism(const Rational& variance, std::uint64_t words,
                                  std::uint64_t threshold);

// In how many documents each word occurs, where a document counts for at most `cap` of its distinct
// words, drawn uniformly by coins of its own.
class CappedFrequencies {
 public:
  // Ids of words are below `ids`. REQUIRES: cap >= 1; `random` outlives this.
  CappedFrequencies(std::size_t ids, std::uint64_t cap, const RandomStreams& random)
      : documents_(ids), cap_(cap), random_(random) {}

  // The next document; words that are repeated count once.
  void add(std::span<const std::int32_t> words);

  // By id.
  std::span<const std::uint64_t> documents() const { return documents_; }

 private:
  std::vector<std::uint64_t> documents_;
  std::uint64_t cap_;
  const RandomStreams& random_;
  std::uint64_t added_ = 0;
  std::vector<std::int32_t> distinct_;
};

}  // namespace dplda

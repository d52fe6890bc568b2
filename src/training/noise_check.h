// Which topics of a private run can be told from noise, from its releases alone and so at no cost:
// the same run is made again on documents without topics, and what noise makes of those is the
// yardstick (docs/use/noise-check.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/model_meta.h"

namespace dplda {

// At most this part of the topics are taken for more than noise where documents have no structure
// beyond the frequencies of words.
inline constexpr double kFalseAlarmRate = 0.01;

// Documents without topics, as releases describe them.
struct TopiclessDocuments {
  std::vector<double> frequencies;     // of words, in any unit; none negative
  std::vector<std::uint64_t> lengths;  // of documents, in words
  bool distinct = false;               // whether no document has a word twice
  // Other lengths that they may have for all that is known, and that noise may look sharper with.
  std::vector<std::vector<std::uint64_t>> other_lengths = {};

  // Whether there is anything to make up.
  bool empty() const { return lengths.empty() || frequencies.empty(); }
};

// What is nearest to noisy frequencies among those that are not negative and have the same sum; all
// zero where that is not positive.
std::vector<double> nearest_frequencies(std::span<const double> noisy);

// So many documents of `length` words each that all of them have `tokens`; at least one.
std::vector<std::uint64_t> equal_lengths(double tokens, std::uint64_t length);

// The documents, their words drawn independently of one another. Lengths are cut to the words that
// there are where none may stand twice. REQUIRES: a frequency above 0.
Corpus made_up_corpus(const TopiclessDocuments& documents, const Vocabulary& vocabulary,
                      const Preparation& preparation, const RandomStreams& random);

// Reports of as many documents, every bit of which is set independently of the others, as often as
// that of its word is in `reports`. Its digest names no data.
Reports topicless_reports(const Reports& reports, const RandomStreams& random, ThreadPool& pool);

// How far each topic is from the mean of all: the Kullback-Leibler divergence of its words from
// theirs, in nats. `phi`: K rows of V; `prevalence`: of each topic.
std::vector<double> sharpness_of(std::span<const float> phi, std::span<const float> prevalence);

// How many made-up runs with so many topics are needed.
std::size_t made_up_runs(std::size_t topics);

// What of `sharpness` is above what noise makes: for a model's meta. `noise`: the sharpness of all
// topics of made_up_runs() runs, for each kind of made-up documents; the sharpest kind counts.
NoiseCheck noise_record(std::span<const double> sharpness,
                        const std::vector<std::vector<double>>& noise);
// The same where no check was made, and why.
NoiseCheck unchecked_record(const std::string& reason);

}  // namespace dplda

#include "training/noise_check.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/steady_math.h"
#include "corpus/alias_table.h"

namespace dplda {
namespace {

// A threshold needs the sharpness of so many topics of noise.
constexpr std::size_t kLeastTopics = 24;
// How many standard deviations above the mean of the noise the threshold is: under a normal law of
// 24 values or more, the 0.1% point of the next one (Student's t: 3.49 sqrt(1 + 1/24) = 3.56). The
// law is a little skew; docs/use/noise-check.md has the measured rate.
constexpr double kDeviations = 3.6;
// After so many words that were there already, the rest of a document is drawn otherwise.
constexpr std::uint64_t kTries = 16;

// Words by their frequencies, for one document after the other.
class WordDraw {
 public:
  explicit WordDraw(std::span<const double> frequencies)
      : frequencies_(frequencies),
        table_(frequencies),
        words_(static_cast<std::uint64_t>(
            std::count_if(frequencies.begin(), frequencies.end(), [](double f) { return f > 0; }))),
        counts_(frequencies.size()) {}

  // Adds a document's words with their counts, in ascending order.
  void add(std::uint64_t length, bool distinct, RandomStream& coins,
           std::vector<std::int32_t>& words, std::vector<std::int32_t>& counts) {
    const std::size_t first = words.size();
    std::uint64_t left = distinct ? std::min(length, words_) : length;
    for (std::uint64_t tries = kTries * (left + 1); left > 0 && (tries > 0 || !distinct); --tries) {
      const std::uint32_t word = table_(coins.next());
      if (distinct && counts_[word] > 0) continue;
      if (counts_[word]++ == 0) words.push_back(static_cast<std::int32_t>(word));
      --left;
    }
    if (left > 0) draw_rest(left, coins, words);
    std::sort(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
    for (std::size_t i = first; i < words.size(); ++i)
      counts.push_back(std::exchange(counts_[static_cast<std::size_t>(words[i])], 0));
  }

 private:
  // Words that are not there yet, without replacement: those whose exponential clocks, as fast as
  // the words are frequent, ring first.
  void draw_rest(std::uint64_t left, RandomStream& coins, std::vector<std::int32_t>& words) {
    std::vector<std::pair<double, std::int32_t>> clocks;
    for (std::size_t word = 0; word < frequencies_.size(); ++word) {
      if (frequencies_[word] > 0 && counts_[word] == 0) {
        clocks.emplace_back(-steady_log(1 - coins.uniform() * 0.999999) / frequencies_[word],
                            static_cast<std::int32_t>(word));
      }
    }
    std::sort(clocks.begin(), clocks.end());
    for (std::size_t i = 0; i < left; ++i) {
      words.push_back(clocks[i].second);
      counts_[static_cast<std::size_t>(clocks[i].second)] = 1;
    }
  }

  std::span<const double> frequencies_;
  AliasTable table_;
  std::uint64_t words_;               // of a frequency above 0
  std::vector<std::int32_t> counts_;  // of the document at hand
};

double threshold_of(std::span<const double> noise) {
  const auto count = static_cast<double>(noise.size());
  const double mean = std::accumulate(noise.begin(), noise.end(), 0.0) / count;
  double squares = 0;
  for (const double value : noise) squares += (value - mean) * (value - mean);
  return mean + kDeviations * std::sqrt(squares / (count - 1));
}

}  // namespace

// max(0, x - c) with the c >= 0 at which they have the sum of the x: the projection onto a simplex.
std::vector<double> nearest_frequencies(std::span<const double> noisy) {
  std::vector<double> nearest(noisy.size());
  const double sum = std::accumulate(noisy.begin(), noisy.end(), 0.0);
  if (!(sum > 0)) return nearest;
  std::vector<double> sorted(noisy.begin(), noisy.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double above = 0;
  double cut = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    above += sorted[i];
    const double here = (above - sum) / static_cast<double>(i + 1);
    if (sorted[i] > here) cut = here;
  }
  for (std::size_t t = 0; t < noisy.size(); ++t) nearest[t] = std::max(0.0, noisy[t] - cut);
  return nearest;
}

std::vector<std::uint64_t> equal_lengths(double tokens, std::uint64_t length) {
  const double documents = std::round(tokens / static_cast<double>(length));
  return std::vector<std::uint64_t>(static_cast<std::size_t>(std::max(1.0, documents)), length);
}

Corpus made_up_corpus(const TopiclessDocuments& documents, const Vocabulary& vocabulary,
                      const Preparation& preparation, const RandomStreams& random) {
  WordDraw draw(documents.frequencies);
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  for (std::size_t m = 0; m < documents.lengths.size(); ++m) {
    RandomStream coins(random, Purpose::kSynthetic, 0, m);
    draw.add(documents.lengths[m], documents.distinct, coins, words, counts);
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  return Corpus(vocabulary, std::move(offsets), std::move(words), std::move(counts), preparation,
                "the made-up documents");
}

Reports topicless_reports(const Reports& reports, const RandomStreams& random, ThreadPool& pool) {
  Reports made{.parameters = reports.parameters,
               .vocabulary = reports.vocabulary,
               .bits = WordSets(reports.bits.words()),
               .refusals = {},
               .digest = "made up"};
  const std::uint64_t documents = reports.bits.documents();
  const std::vector<std::uint64_t> ones = reports.bits.frequencies(pool);
  const std::vector<std::uint64_t> blank(reports.bits.stride());
  for (std::uint64_t m = 0; m < documents; ++m) made.bits.append(blank);
  pool.for_each(documents, [&](std::size_t m, int) {
    RandomStream coins(random, Purpose::kSynthetic, 0, m);
    const std::span<std::uint64_t> row = made.bits.row(m);
    for (std::size_t t = 0; t < ones.size(); ++t) {
      if (coins.below(documents) < ones[t]) row[t / 64] |= std::uint64_t{1} << (t % 64);
    }
  });
  return made;
}

std::vector<double> sharpness_of(std::span<const float> phi, std::span<const float> prevalence) {
  const std::size_t topics = prevalence.size();
  const std::size_t words = phi.size() / topics;
  std::vector<double> mean(words);
  for (std::size_t k = 0; k < topics; ++k) {
    for (std::size_t t = 0; t < words; ++t)
      mean[t] += static_cast<double>(prevalence[k]) * static_cast<double>(phi[k * words + t]);
  }
  std::vector<double> sharpness(topics);
  for (std::size_t k = 0; k < topics; ++k) {
    for (std::size_t t = 0; t < words; ++t) {
      const auto p = static_cast<double>(phi[k * words + t]);
      if (p > 1e-300 && mean[t] > 1e-300) sharpness[k] += p * steady_log(p / mean[t]);
    }
  }
  return sharpness;
}

std::size_t made_up_runs(std::size_t topics) { return (kLeastTopics + topics - 1) / topics; }

NoiseCheck noise_record(std::span<const double> sharpness,
                        const std::vector<std::vector<double>>& noise) {
  double threshold = 0;
  std::size_t made_up = 0;
  for (const std::vector<double>& kind : noise) {
    threshold = std::max(threshold, threshold_of(kind));
    made_up += kind.size() / sharpness.size();
  }
  std::vector<bool> told;
  for (const double value : sharpness) told.push_back(value > threshold);
  return {.checked = true,
          .told_from_noise = std::move(told),
          .sharpness = {sharpness.begin(), sharpness.end()},
          .threshold = threshold,
          .false_alarm_rate = kFalseAlarmRate,
          .made_up_runs = made_up};
}

NoiseCheck unchecked_record(const std::string& reason) {
  return {.checked = false, .reason = reason};
}

}  // namespace dplda

#include "privacy/private_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.h"
#include "privacy/rounding.h"

namespace dplda {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
constexpr double kLeastVariance = 0x1p-10;
// Cells of a row of noise; a word's row and cell are its number among those that count.
constexpr std::size_t kRow = 4096;

void check_limits(std::uint64_t words, std::uint64_t threshold) {
  const auto in_range = [](std::uint64_t x) { return x >= 1 && x <= kMost; };
  if (in_range(words) && in_range(threshold)) return;
  throw InputError(
      fmt::format("a private vocabulary of {} words a document with threshold {}; give whole "
                  "numbers from 1 to 2^40",
                  words, threshold));
}

// The probability, rounded up, that one of `words` words of a single document passes.
double chance_of_rare_word(const Rational& variance, std::uint64_t words, std::uint64_t threshold) {
  const double each = discrete_gaussian_tail(variance, threshold - 1);
  return std::min(1.0, rounded_up(static_cast<double>(words) * each));
}

// The least noise, to 2^-30 of itself, whose rho as charged is at most this.
Rational variance_for(double rho, std::uint64_t words) {
  const auto enough = [&](double x) {
    return discrete_gaussian_mechanism(rational_at_least(x), words).loss.rho <= rho;
  };
  double low = kLeastVariance;
  double high = static_cast<double>(kMost);
  if (enough(low)) return rational_at_least(low);
  if (!enough(high)) {
    throw InputError(
        "a private vocabulary of this epsilon and delta takes more noise than can be drawn; raise "
        "epsilon or let a document count for fewer words");
  }
  while (high > low * (1 + 0x1p-30)) {
    const double middle = std::sqrt(low * high);
    (enough(middle) ? high : low) = middle;
  }
  return rational_at_least(high);
}

std::uint64_t threshold_for(const Rational& variance, std::uint64_t words, double delta) {
  const auto enough = [&](std::uint64_t threshold) {
    return chance_of_rare_word(variance, words, threshold) <= delta;
  };
  std::uint64_t high = 2;
  while (!enough(high)) {
    high *= 2;
    if (high > kMost) throw InputError("the delta of a private vocabulary is too small; raise it");
  }
  for (std::uint64_t low = high / 2; high - low > 1;) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

// docs/privacy/private-vocabulary.md, "The tail of the noise".
double discrete_gaussian_tail(const Rational& variance, std::uint64_t least) {
  if (least == 0) return 1;
  const double sigma = std::sqrt(variance.value());
  const auto x = static_cast<double>(least);
  const double from = x - 0.5 >= sigma ? x - 0.5 : x - 1;
  // The argument z is off by less than 2^-51 of itself, the tail by z^2 + 1 times as much: less
  // than 2^-39 wherever it is above the least double, which stands for all that is below.
  const double tail = 0.5 * std::erfc(from / sigma / std::sqrt(2.0));
  return std::max(tail * (1 + 0x1p-38), std::numeric_limits<double>::min());
}

PrivateWords::PrivateWords(const Rational& variance, std::uint64_t words, std::uint64_t threshold)
    : noise_(variance), words_(words), threshold_(threshold) {
  check_limits(words, threshold);
}

PrivateWords PrivateWords::with_loss(double epsilon, double delta, std::uint64_t words) {
  const Rational variance = variance_for(rho_for(epsilon, delta / 2), words);
  return {variance, words, threshold_for(variance, words, delta / 2)};
}

Mechanism PrivateWords::mechanism() const {
  return private_words_mechanism(variance(), words_, threshold_);
}

std::vector<std::uint32_t> PrivateWords::choose(std::span<const std::uint64_t> documents,
                                                std::uint64_t most,
                                                const RandomStreams& random) const {
  struct Passed {
    std::uint32_t place;
    std::int64_t noisy;
  };
  std::vector<std::uint32_t> counted;
  for (std::uint32_t place = 0; place < documents.size(); ++place) {
    if (documents[place] > 0) counted.push_back(place);
  }
  std::vector<Passed> passed;
  std::vector<std::int32_t> noise(kRow);
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (i % kRow == 0) {
      noise_.draw(std::span(noise).first(std::min(kRow, counted.size() - i)), random,
                  {.purpose = Purpose::kNoise, .sweep = 0, .document = i / kRow});
    }
    const auto noisy = static_cast<std::int64_t>(documents[counted[i]]) + noise[i % kRow];
    if (noisy >= static_cast<std::int64_t>(threshold_)) passed.push_back({counted[i], noisy});
  }
  if (most > 0 && passed.size() > most) {
    std::sort(passed.begin(), passed.end(), [](const Passed& a, const Passed& b) {
      return a.noisy != b.noisy ? a.noisy > b.noisy : a.place < b.place;
    });
    passed.resize(most);
  }
  std::vector<std::uint32_t> places;
  places.reserve(passed.size());
  for (const Passed& word : passed) places.push_back(word.place);
  std::sort(places.begin(), places.end());
  return places;
}

// docs/privacy/private-vocabulary.md, Theorem.
Mechanism private_words_mechanism(const Rational& variance, std::uint64_t words,
                                  std::uint64_t threshold) {
  check_limits(words, threshold);
  const Mechanism noise = discrete_gaussian_mechanism(variance, words);
  const PrivacyLoss rare{.delta = chance_of_rare_word(variance, words, threshold)};
  return {.name = "private_words",
          .parameters = {{"variance", noise.parameters.text("variance")},
                         {"words", words},
                         {"threshold", threshold}},
          .loss = noise.loss + rare,
          // A word that only one of the two documents has can pass on its side alone.
          .replaced = noise.replaced + rare};
}

void CappedFrequencies::add(std::span<const std::int32_t> words) {
  distinct_.assign(words.begin(), words.end());
  std::sort(distinct_.begin(), distinct_.end());
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  if (distinct_.size() > cap_) {
    // The first steps of a Fisher-Yates shuffle.
    RandomStream coins(random_, Purpose::kVocabularyCap, 0, added_);
    for (std::size_t i = 0; i < cap_; ++i)
      std::swap(distinct_[i], distinct_[i + coins.below(distinct_.size() - i)]);
    distinct_.resize(cap_);
  }
  for (const std::int32_t word : distinct_) ++documents_.at(static_cast<std::size_t>(word));
  ++added_;
}

}  // namespace dplda

#include "attack/likelihood.h"

#include <algorithm>
#include <cmath>

namespace dplda {

double cells_ratio(const DiscreteGaussian& noise, std::span<const std::int64_t> released,
                   const std::array<std::vector<std::int64_t>, 2>& parts) {
  double ratio = 0;
  for (std::size_t i = 0; i < released.size(); ++i) {
    const std::int64_t a = parts[0][i];
    const std::int64_t b = parts[1][i];
    if (a != b) ratio += log_weight(noise, released[i] - a) - log_weight(noise, released[i] - b);
  }
  return ratio;
}

// Elementary symmetric sums, as many ratios at a time as there are; their largest is taken out
// first.
double choice_ratio(std::span<const double> log_ratios, std::size_t kept) {
  if (kept == 0) return 0;
  const double most = *std::max_element(log_ratios.begin(), log_ratios.end());
  std::vector<double> sums(kept + 1);
  std::vector<double> choices(kept + 1);
  sums[0] = choices[0] = 1;
  for (const double ratio : log_ratios) {
    for (std::size_t size = kept; size > 0; --size) {
      sums[size] += sums[size - 1] * std::exp(ratio - most);
      choices[size] += choices[size - 1];
    }
  }
  return std::log(sums[kept] / choices[kept]) + static_cast<double>(kept) * most;
}

double snapshot_log_probability(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                                std::span<const Topic> before, std::span<const Topic> after) {
  std::vector<std::uint64_t> factors(law.base().begin(), law.base().end());
  for (const Topic topic : before) factors[topic] += law.step()[topic];
  std::vector<std::uint32_t> column(law.topics());
  double log_probability = 0;
  for (std::size_t j = 0; j < words.size(); ++j) {
    factors[before[j]] -= law.step()[before[j]];
    law.copy_column(words[j], column);
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < law.topics(); ++k) sum += column[k] * factors[k];
    log_probability += std::log(static_cast<double>(column[after[j]] * factors[after[j]]) /
                                static_cast<double>(sum));
    factors[after[j]] += law.step()[after[j]];
  }
  return log_probability;
}

double snapshot_log_probability(const SnapshotLaw& law, const TokenSequences& tokens,
                                std::span<const Topic> before, std::span<const Topic> after) {
  double log_probability = 0;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    log_probability += snapshot_log_probability(law, tokens.document(m),
                                                before.subspan(tokens.begin(m), tokens.length(m)),
                                                after.subspan(tokens.begin(m), tokens.length(m)));
  }
  return log_probability;
}

double in_place_log_probability(const TokenSequences& tokens, const Prior& prior, double clip,
                                std::span<const Topic> before, std::span<const Topic> after,
                                TopicTable released, std::vector<std::int64_t> totals) {
  const std::size_t topics = released.topics();
  std::vector<double> in_document(topics);
  double log_probability = 0;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    std::copy(prior.alpha.begin(), prior.alpha.end(), in_document.begin());
    const std::uint64_t end = tokens.begin(m) + tokens.length(m);
    for (std::uint64_t j = tokens.begin(m); j < end; ++j) in_document[before[j]] += 1;
    for (std::uint64_t j = tokens.begin(m); j < end; ++j) {
      const std::span<std::int32_t> column = released.column(tokens.words()[j]);
      const auto move = [&](std::size_t k, int by) {
        column[k] += by;
        totals[k] += by;
        in_document[k] += by;
      };
      move(before[j], -1);
      double sum = 0;
      double drawn = 0;
      for (std::size_t k = 0; k < topics; ++k) {
        const double weight = (std::clamp(static_cast<double>(column[k]), 0.0, clip) + prior.beta) *
                              in_document[k] /
                              (static_cast<double>(totals[k]) + released.words() * prior.beta);
        sum += weight;
        if (k == after[j]) drawn = weight;
      }
      log_probability += std::log(drawn / sum);
      move(after[j], 1);
    }
  }
  return log_probability;
}

}  // namespace dplda

#include "training/inherent_privacy.h"

#include <algorithm>
#include <cmath>

namespace dplda {

InherentPrivacyMonitor::InherentPrivacyMonitor(const TokenSequences& tokens) {
  std::vector<std::uint64_t> occurrences(tokens.vocabulary());
  for (const std::uint32_t word : tokens.words()) ++occurrences[word];
  if (!occurrences.empty())
    most_frequent_ = *std::max_element(occurrences.begin(), occurrences.end());
}

// The paper, Propositions 1 and 2, Theorems 1 and 2: for a token of word t
//   2 ln(max_{k,t'} n_k^t' / beta + 1) + 2 (max_t' n_t' + n_t - 1) ln(1 + 1 / beta).
// Both terms are largest for the most frequent word in every sweep, so that one token has the
// largest sum.
void InherentPrivacyMonitor::on_sweep(const TopicTable& table, double beta, double clip) {
  std::int32_t largest = 0;
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    const std::span<const std::int32_t> column = table.column(word);
    largest = std::max(largest, *std::max_element(column.begin(), column.end()));
  }
  const auto related = static_cast<double>(2 * most_frequent_) - 1;
  const double epsilon =
      2 * std::log1p(std::min<double>(largest, clip) / beta) + 2 * related * std::log1p(1 / beta);
  figures_.sweeps.push_back(epsilon);
  figures_.total += epsilon;
}

}  // namespace dplda

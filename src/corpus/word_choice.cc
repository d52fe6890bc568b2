#include "corpus/word_choice.h"

#include <algorithm>
#include <cmath>

namespace dplda {

namespace {

// A fraction of the documents in documents; rounding must not lift 0.1 of 30 above 3.
constexpr double kRounding = 1e-9;

double least_documents(double min_df, std::uint64_t documents) {
  return min_df < 1 ? std::ceil(min_df * static_cast<double>(documents) - kRounding) : min_df;
}

double most_documents(double max_df, std::uint64_t documents) {
  return max_df <= 1 ? std::floor(max_df * static_cast<double>(documents) + kRounding) : max_df;
}

}  // namespace

WordChoice choice_of(std::span<const std::string_view> names,
                     std::span<const std::uint32_t> chosen) {
  WordChoice choice{.words = {}, .new_ids = std::vector<std::int32_t>(names.size(), -1)};
  choice.words.reserve(chosen.size());
  for (const std::uint32_t id : chosen) {
    choice.new_ids[id] = static_cast<std::int32_t>(choice.words.size());
    choice.words.emplace_back(names[id]);
  }
  return choice;
}

WordChoice choose_words(std::span<const std::string_view> names,
                        std::span<const std::uint64_t> document_frequencies,
                        std::uint64_t documents, const WordLimits& limits, WordOrder order) {
  const double least = least_documents(limits.min_df, documents);
  const double most = most_documents(limits.max_df, documents);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    const auto frequency = static_cast<double>(document_frequencies[id]);
    if (frequency >= least && frequency <= most) chosen.push_back(id);
  }
  const auto by_order = [&](std::uint32_t a, std::uint32_t b) {
    return order == WordOrder::kAlphabetical ? names[a] < names[b] : a < b;
  };
  if (limits.max_words > 0 && chosen.size() > limits.max_words) {
    const auto by_frequency = [&](std::uint32_t a, std::uint32_t b) {
      if (document_frequencies[a] != document_frequencies[b])
        return document_frequencies[a] > document_frequencies[b];
      return by_order(a, b);
    };
    const auto end = chosen.begin() + static_cast<std::ptrdiff_t>(limits.max_words);
    std::nth_element(chosen.begin(), end, chosen.end(), by_frequency);
    chosen.erase(end, chosen.end());
  }
  std::sort(chosen.begin(), chosen.end(), by_order);
  return choice_of(names, chosen);
}

}  // namespace dplda

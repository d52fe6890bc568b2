#include "privacy/kept_words.h"

#include <array>
#include <cstddef>
#include <utility>

#include "base/bulk_random_stream.h"

namespace dplda {

void KeptWords::choose(std::vector<std::uint32_t>& distinct, const RandomStreams& random,
                       std::uint64_t document) const {
  shuffle(std::span(distinct), random, Purpose::kTokenOrder, document);
  distinct.resize(of(distinct.size()));
}

std::vector<std::int32_t> KeptWords::first_of(std::span<const std::int32_t> words,
                                              const RandomStreams& random,
                                              std::uint64_t document) const {
  if (words.size() <= most_) return {words.begin(), words.end()};
  std::vector<std::pair<std::uint64_t, std::int32_t>> priorities;
  priorities.reserve(words.size());
  std::array<std::uint64_t, 8> draws;
  std::uint64_t drawn = ~std::uint64_t{0};
  for (const std::int32_t word : words) {
    const auto position = static_cast<std::uint64_t>(word);
    if (position / 8 != drawn) {
      drawn = position / 8;
      random.draws(
          {.purpose = Purpose::kContributorCap, .document = document, .position = 8 * drawn},
          draws);
    }
    priorities.emplace_back(draws[position % 8], word);
  }
  std::nth_element(priorities.begin(), priorities.begin() + static_cast<std::ptrdiff_t>(most_),
                   priorities.end());
  std::vector<std::int32_t> chosen(most_);
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = priorities[i].second;
  return chosen;
}

}  // namespace dplda

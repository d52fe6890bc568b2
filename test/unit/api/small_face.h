// A small corpus and small settings, for tests of the public face.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "dplda/dplda.h"

namespace dplda::test {

inline constexpr std::size_t kDocuments = 60;
inline constexpr std::int32_t kWords = 12;

inline std::vector<std::string> word_list() {
  std::vector<std::string> words;
  for (std::int32_t word = 0; word < kWords; ++word) words.push_back("w" + std::to_string(word));
  return words;
}

// Documents about the first or the second half of the words.
// Each has words of its own, so that nobody released anything about its documents before.
struct Arrays {
  Arrays() {
    static int made = 0;
    ++made;
    for (std::int32_t i = 0; i < kWords; ++i) names.push_back(fmt::format("w{}-{}", made, i));
    for (std::size_t m = 0; m < kDocuments; ++m) {
      for (std::int32_t i = 0; i < kWords / 2; ++i) {
        words.push_back(static_cast<std::int32_t>(m % 2) * kWords / 2 + i);
        counts.push_back(1 + static_cast<std::int32_t>((m + static_cast<std::size_t>(i)) % 3));
      }
      offsets.push_back(static_cast<std::int64_t>(words.size()));
    }
  }
  Documents documents(WordOrigin origin = WordOrigin::kPublic) const {
    return Documents::over(offsets, words, counts, names, origin);
  }

  std::vector<std::string> names;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
};

inline Settings small(const char* recipe) {
  Settings settings(recipe);
  settings.set("topics", 3).set("sweeps", 4).set("threads", 1);
  return settings;
}

inline constexpr std::array<std::uint8_t, 32> kKey = {1, 2, 3};

inline std::vector<float> phi_of(const TopicModel& model) {
  return {model.phi().begin(), model.phi().end()};
}

inline ReportSet reports_of(const Arrays& arrays) {
  Settings settings = Settings::for_reports();
  settings.set("epsilon", 3.0).set_key(kKey);
  return ReportSet::read(perturb(arrays.documents(), settings));
}

}  // namespace dplda::test

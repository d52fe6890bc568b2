#include "reference/small_corpora.h"

#include <map>
#include <string>

#include "base/random.h"

namespace dplda::test {

Corpus corpus_of(const std::vector<std::vector<std::uint32_t>>& documents, std::uint32_t words) {
  std::vector<std::string> names;
  for (std::uint32_t t = 0; t < words; ++t) names.push_back("w" + std::to_string(t));
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> counts;
  for (const auto& document : documents) {
    std::map<std::int32_t, std::int32_t> bag;
    for (const std::uint32_t word : document) ++bag[static_cast<std::int32_t>(word)];
    for (const auto& [word, count] : bag) {
      ids.push_back(word);
      counts.push_back(count);
    }
    offsets.push_back(static_cast<std::int64_t>(ids.size()));
  }
  return Corpus(Vocabulary(names, VocabularyOrigin::kPublic), offsets, ids, counts, {},
                "test corpus");
}

Corpus planted_corpus(std::uint64_t seed, std::size_t documents, std::size_t length,
                      std::size_t topics) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  const auto words = static_cast<std::uint32_t>(5 * topics);
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t m = 0; m < documents; ++m) {
    const std::uint64_t topic = stream.below(topics);
    auto& document = all.emplace_back();
    for (std::size_t j = 0; j < length; ++j) {
      const bool anywhere = stream.below(10) == 0;
      document.push_back(
          static_cast<std::uint32_t>(anywhere ? stream.below(words) : 5 * topic + stream.below(5)));
    }
  }
  return corpus_of(all, words);
}

}  // namespace dplda::test

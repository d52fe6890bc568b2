#include "corpus/document_gatherer.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/random.h"

namespace dplda {
namespace {

TEST(DocumentGatherer, CountsAsAMapWould) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  DocumentSpool spool;
  DocumentGatherer gatherer(spool);
  std::vector<std::map<std::int32_t, std::int32_t>> expected;
  std::vector<std::uint64_t> frequencies(50);
  for (int m = 0; m < 200; ++m) {
    auto& document = expected.emplace_back();
    const std::uint64_t tokens = stream.below(30);
    for (std::uint64_t j = 0; j < tokens; ++j) {
      const auto id = static_cast<std::uint32_t>(stream.below(1 + stream.below(50)));
      const auto count = static_cast<std::uint32_t>(1 + stream.below(3));
      gatherer.add(id, count);
      document[static_cast<std::int32_t>(id)] += static_cast<std::int32_t>(count);
    }
    gatherer.end_document();
    for (const auto& [id, count] : document) ++frequencies[static_cast<std::size_t>(id)];
  }
  ASSERT_EQ(gatherer.documents(), expected.size());
  EXPECT_EQ(gatherer.document_frequencies(50), frequencies);
  DocumentSpool::Reader reader(spool);
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;
  for (const auto& document : expected) {
    ASSERT_TRUE(reader.next(words, counts));
    ASSERT_EQ(words.size(), document.size());
    for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(counts[i], document.at(words[i]));
  }
  EXPECT_FALSE(reader.next(words, counts));
}

}  // namespace
}  // namespace dplda

#include "corpus/document_spool.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "base/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Ids = std::vector<std::int32_t>;

struct SpooledDocument {
  Ids words;
  Ids counts;
};

// Documents of 0 to 39 pairs, ids below 300 in no order, a few large counts.
std::vector<SpooledDocument> some_documents() {
  std::vector<SpooledDocument> documents(200);
  std::uint32_t state = 7;
  const auto below = [&state](std::uint32_t bound) {
    state = state * 1664525 + 1013904223;
    return static_cast<std::int32_t>((state >> 8) % bound);
  };
  for (auto& document : documents) {
    for (std::int32_t pairs = below(40); pairs > 0; --pairs) {
      document.words.push_back(below(300));
      document.counts.push_back(below(10) == 0 ? 1 + below(1'000'000) : 1);
    }
  }
  return documents;
}

// What renumbering means, plainly.
SpooledDocument renumbered(const SpooledDocument& document, const Renumbering& how) {
  std::map<std::int32_t, std::int32_t> bag;
  for (std::size_t i = 0; i < document.words.size(); ++i) {
    std::int32_t id = how.new_ids[static_cast<std::size_t>(document.words[i])];
    if (id < 0) id = how.other_word.value_or(-1);
    if (id >= 0) bag[id] += document.counts[i];
  }
  SpooledDocument result;
  for (const auto& [word, count] : bag) {
    result.words.push_back(word);
    result.counts.push_back(how.binary ? 1 : count);
  }
  return result;
}

Vocabulary small_vocabulary(int size) {
  std::vector<std::string> words;
  for (int i = 0; i < size; ++i) words.push_back(fmt::format("w{}", i));
  return {words, VocabularyOrigin::kPublic};
}

void expect_documents(const Corpus& corpus, const std::vector<SpooledDocument>& documents,
                      const Renumbering& how) {
  ASSERT_EQ(corpus.documents(), documents.size());
  for (std::uint64_t m = 0; m < documents.size(); ++m) {
    const Bag bag = corpus.document(m);
    const SpooledDocument expected = renumbered(documents[m], how);
    EXPECT_EQ(Ids(bag.words.begin(), bag.words.end()), expected.words) << m;
    EXPECT_EQ(Ids(bag.counts.begin(), bag.counts.end()), expected.counts) << m;
  }
}

// Every third word goes, the others are turned round, 3 and 6 become one.
Renumbering some_renumbering() {
  Renumbering how;
  for (std::int32_t id = 0; id < 300; ++id) how.new_ids.push_back(id % 3 == 1 ? -1 : 299 - id);
  how.new_ids[6] = how.new_ids[3];
  return how;
}

TEST(DocumentSpool, BuildsTheRenumberedCorpus) {
  const auto documents = some_documents();
  const test::TemporaryDirectory directory;
  for (const std::size_t memory : {std::size_t{0}, std::size_t{500}, std::size_t{64} << 20}) {
    DocumentSpool spool(directory.path(), memory);
    for (const auto& document : documents) spool.add(document.words, document.counts);
    EXPECT_EQ(spool.documents(), documents.size());
    for (const bool binary : {false, true}) {
      for (const bool other : {false, true}) {
        Renumbering how = some_renumbering();
        how.binary = binary;
        if (other) how.other_word = 300;
        expect_documents(build_corpus(spool, how, small_vocabulary(301), {}, "x"), documents, how);
      }
    }
  }
}

TEST(DocumentSpool, LargestIdsAndCountsComeBack) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  DocumentSpool spool;
  spool.add(Ids{kMost, 0, kMost - 1}, Ids{kMost, 1, 1});
  spool.add(Ids{}, Ids{});
  DocumentSpool::Reader reader(spool);
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;
  ASSERT_TRUE(reader.next(words, counts));
  EXPECT_EQ(Ids(words.begin(), words.end()), (Ids{kMost, 0, kMost - 1}));
  EXPECT_EQ(Ids(counts.begin(), counts.end()), (Ids{kMost, 1, 1}));
  ASSERT_TRUE(reader.next(words, counts));
  EXPECT_TRUE(words.empty());
  EXPECT_FALSE(reader.next(words, counts));
}

TEST(DocumentSpool, RefusesWhatNoDocumentHas) {
  DocumentSpool spool;
  EXPECT_THROW(spool.add(Ids{-1}, Ids{1}), InputError);
  EXPECT_THROW(spool.add(Ids{1}, Ids{0}), InputError);
  EXPECT_THROW(spool.add(Ids{1, 2}, Ids{1}), InputError);
  EXPECT_EQ(spool.documents(), 0u);
}

TEST(DocumentSpool, CountsThatDoNotFitAnyMoreAreRefused) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  DocumentSpool spool;
  spool.add(Ids{0, 1}, Ids{kMost, 1});
  const Vocabulary vocabulary = small_vocabulary(2);
  EXPECT_THROW(build_corpus(spool, {.new_ids = {1, 1}}, vocabulary, {}, "x"), InputError);
  EXPECT_THROW(build_corpus(spool, {.new_ids = {-1, -1}, .other_word = 0}, vocabulary, {}, "x"),
               InputError);
  EXPECT_EQ(build_corpus(spool, {.new_ids = {1, -1}}, vocabulary, {}, "x").tokens(),
            static_cast<std::uint64_t>(kMost));
}

}  // namespace
}  // namespace dplda

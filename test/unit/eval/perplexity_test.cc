#include "eval/perplexity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

Model one_topic(std::vector<float> phi) {
  std::vector<std::string> words;
  for (std::size_t t = 0; t < phi.size(); ++t) words.push_back("w" + std::to_string(t));
  return Model({.vocabulary = Vocabulary(words, VocabularyOrigin::kPublic),
                .phi = std::move(phi),
                .prior = {.alpha = {1.0}, .beta = 0.1},
                .prevalence = {},
                .coherence = {},
                .meta = {}},
               "test");
}

TEST(Perplexity, OfOneTopicIsTheUnigramPerplexity) {
  const Model model = one_topic({0.5f, 0.25f, 0.25f});
  ThreadPool pool(2);
  const Corpus test = test::corpus_of({{0, 0, 1}, {}, {2}}, 3);
  const double expected = std::exp(-(2 * std::log(0.5) + 2 * std::log(0.25)) / 4);
  const Perplexity result = perplexity(model, test, pool);
  EXPECT_NEAR(result.value, expected, 1e-12);
  EXPECT_EQ(result.tokens, 4u);
}

TEST(Perplexity, CompletionScoresTheOddHalf) {
  const Model model = one_topic({0.25f, 0.25f, 0.25f, 0.25f});
  ThreadPool pool(1);
  const Corpus test = test::corpus_of({{0, 1, 2, 3, 0}, {1}, {2, 3}}, 4);
  const Perplexity result = completion_perplexity(model, test, pool);
  EXPECT_EQ(result.tokens, 3u);  // 2 of 5, 0 of 1, 1 of 2
  EXPECT_NEAR(result.value, 4, 1e-12);
}

TEST(Perplexity, DoesNotDependOnTheNumberOfThreads) {
  const Corpus test = test::planted_corpus(3, 100, 30, 2);
  std::vector<float> phi(20);
  for (std::size_t i = 0; i < 20; ++i)
    phi[i] = static_cast<float>((i % 10 < 5) == (i < 10) ? 0.15 : 0.05);
  std::vector<std::string> words;
  for (int t = 0; t < 10; ++t) words.push_back("w" + std::to_string(t));
  const Model model({.vocabulary = Vocabulary(words, VocabularyOrigin::kPublic),
                     .phi = phi,
                     .prior = {.alpha = {0.1, 0.1}, .beta = 0.1},
                     .prevalence = {},
                     .coherence = {},
                     .meta = {}},
                    "test");
  ThreadPool one(1);
  ThreadPool seven(7);
  EXPECT_EQ(perplexity(model, test, one).value, perplexity(model, test, seven).value);
  EXPECT_EQ(completion_perplexity(model, test, one).value,
            completion_perplexity(model, test, seven).value);
  EXPECT_LT(perplexity(model, test, one).value, 10);
}

TEST(Perplexity, OfNothingOrOfAnotherVocabularyIsRefused) {
  const Model model = one_topic({0.5f, 0.5f});
  ThreadPool pool(1);
  EXPECT_THROW(perplexity(model, test::corpus_of({{}}, 2), pool), InputError);
  EXPECT_THROW(perplexity(model, test::corpus_of({{0}}, 3), pool), InputError);
}

}  // namespace
}  // namespace dplda

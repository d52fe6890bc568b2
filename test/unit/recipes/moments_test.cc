#include "recipes/moments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "base/random.h"
#include "base/simd.h"
#include "reference/options.h"
#include "reference/release_law.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"
#include "training/training.h"

namespace dplda {
namespace {

constexpr std::uint32_t kPlantedWords = 60;
constexpr std::uint32_t kPlantedTopics = 3;

// Documents of 12 different words, ten of them of one of three topics, which have every third word
// each, and two of any; without topics all are of any.
Corpus planted_corpus(std::uint64_t documents, bool topics, std::uint32_t number = 0) {
  const RandomStreams random(Key{});
  std::vector<std::vector<std::uint32_t>> all(documents);
  for (std::uint64_t m = 0; m < documents; ++m) {
    RandomStream coins(random, Purpose::kSynthetic, number, m);
    const auto topic = static_cast<std::uint32_t>(coins.below(kPlantedTopics));
    while (all[m].size() < 12) {
      const bool own = topics && all[m].size() < 10;
      const auto word = static_cast<std::uint32_t>(own ? topic + kPlantedTopics * coins.below(20)
                                                       : coins.below(kPlantedWords));
      if (std::find(all[m].begin(), all[m].end(), word) == all[m].end()) all[m].push_back(word);
    }
  }
  return test::corpus_of(all, kPlantedWords);
}

TrainOptions moments_options(double epsilon) {
  TrainOptions options = options_for("moments");
  test::set(options, "target-epsilon", epsilon);
  options->threads = 1;
  options->key = key_from_seed(7);
  return options;
}

TrainResult run_of(const Corpus& corpus, const TrainOptions& options, const Corpus* text,
                   Observer& observer) {
  TrainOptions asked = options;
  if (text != nullptr) test::set(asked, "public-text", "text");
  const RunSetup setup = setup_of(asked);
  return train(corpus, setup, observer, Ledger(), {.public_text = text});
}

TrainResult run_of(const Corpus& corpus, const TrainOptions& options,
                   const Corpus* text = nullptr) {
  Observer nobody;
  return run_of(corpus, options, text, nobody);
}

// The share of a topic's words that are its own, for the topic that they are most of.
double purity(const Model& model, std::size_t topic) {
  std::array<double, kPlantedTopics> shares{};
  for (std::uint32_t word = 0; word < kPlantedWords; ++word)
    shares[word % kPlantedTopics] += model.topic(topic)[word];
  return *std::max_element(shares.begin(), shares.end());
}

TEST(Moments, FindTheTopicsAndTheirNumberWithAndWithoutPublicText) {
  const Corpus corpus = planted_corpus(3000, true);
  const Corpus text = planted_corpus(500, true, 1);
  for (const Corpus* beside : {static_cast<const Corpus*>(nullptr), &text}) {
    const Model model = run_of(corpus, moments_options(3), beside).model;
    ASSERT_EQ(model.topics(), kPlantedTopics);
    for (std::size_t k = 0; k < kPlantedTopics; ++k) EXPECT_GT(purity(model, k), 0.8);
  }
}

TEST(Moments, PublicTextHelpsWhereThereIsLittleElse) {
  const Corpus corpus = planted_corpus(400, true);
  const Corpus text = planted_corpus(500, true, 1);
  const auto found = [&](const Corpus* beside) {
    return run_of(corpus, moments_options(1), beside).model.topics();
  };
  EXPECT_GT(found(&text), found(nullptr));
}

// One release in twenty passes its edge: more than three of ten do so in one case of a thousand.
TEST(Moments, WhereNothingStandsOutFromTheNoiseOneTopicIsPublished) {
  const Corpus corpus = planted_corpus(3000, false);
  const Corpus text = planted_corpus(500, true, 1);
  for (const Corpus* beside : {static_cast<const Corpus*>(nullptr), &text}) {
    int alarms = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      TrainOptions options = moments_options(1);
      options->key = key_from_seed(seed);
      const Model model = run_of(corpus, options, beside).model;
      if (model.topics() > 1) {
        ++alarms;
        continue;
      }
      // All words are equally frequent, and each is known to 5%: six standard deviations.
      for (const float share : model.topic(0))
        EXPECT_NEAR(share, 1.0 / kPlantedWords, 0.3 / kPlantedWords);
    }
    EXPECT_LE(alarms, 3);
  }
}

TEST(Moments, AsManyTopicsAsAreAskedFor) {
  TrainOptions options = moments_options(3);
  options->topics = 5;
  EXPECT_EQ(run_of(planted_corpus(500, true), options).model.topics(), 5u);
}

TEST(Moments, GiveTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  const Corpus corpus = planted_corpus(1000, true);
  const Corpus text = planted_corpus(300, true, 1);
  for (const Corpus* beside : {static_cast<const Corpus*>(nullptr), &text}) {
    TrainOptions options = moments_options(3);
    const Model expected = run_of(corpus, options, beside).model;
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      for (const int threads : {1, 3}) {
        options->threads = threads;
        EXPECT_TRUE(std::ranges::equal(run_of(corpus, options, beside).model.phi(), expected.phi()))
            << set << " " << threads;
      }
    }
    use_instruction_set("best");
  }
}

// Counts how much of what is released differs between two runs.
class Releases final : public Observer, public ReleaseWitness {
 public:
  ReleaseWitness* witness() override { return this; }
  void on_release(const Release& release) override {
    const auto counts = CountsInspector::cells(release.counts);
    auto& noise = noise_[{std::string(release.name), release.number}];
    for (std::size_t i = 0; i < counts.size(); ++i) noise.push_back(release.cells[i] - counts[i]);
  }
  std::map<test::ReleaseId, std::vector<std::int64_t>> noise_;
};

// One noise over two releases of the same documents in two metrics would show the documents.
TEST(Moments, UnderOneKeyAnotherPublicTextHasOtherNoiseThroughout) {
  const Corpus corpus = planted_corpus(300, true);
  const Corpus first = planted_corpus(200, true, 1);
  const Corpus second = planted_corpus(200, true, 2);
  Releases of_first;
  Releases again;
  Releases of_second;
  run_of(corpus, moments_options(3), &first, of_first);
  run_of(corpus, moments_options(3), &first, again);
  run_of(corpus, moments_options(3), &second, of_second);
  EXPECT_EQ(of_first.noise_, again.noise_);
  for (const auto& [id, noise] : of_first.noise_) {
    const auto& other = of_second.noise_.at(id);
    std::size_t same = 0;
    for (std::size_t i = 0; i < std::min(noise.size(), other.size()); ++i)
      same += noise[i] == other[i] ? 1 : 0;
    // Noise of such a deviation is the same in one cell of ten thousand, or fewer.
    EXPECT_LE(same, 3u) << id.first;
  }
}

// Everybody who has the releases has the model: it may depend on nothing else.
TEST(Moments, AContinuedRunHasTheModelOfTheWholeFromReleasesAlone) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = planted_corpus(800, true);
  const TrainOptions options = moments_options(3);
  const Model whole = run_of(corpus, options).model;
  TrainOptions stopped = options;
  stopped->checkpoint = directory / "state";
  test::ReleaseRecorder first(directory / "ledger");
  first.stop_after(2);
  EXPECT_TRUE(train(corpus, stopped, first, Ledger(directory / "ledger")).interrupted);
  TrainOptions resumed = options;
  resumed->resume = directory / "state";
  EXPECT_TRUE(std::ranges::equal(run_of(corpus, resumed).model.phi(), whole.phi()));
}

TEST(Moments, ATargetIsMetAndNotPassed) {
  for (const double target : {0.1, 1.0, 3.0, 8.0}) {
    for (const char* text : {"", "text"}) {
      TrainOptions options = options_for("moments");
      test::set(options, "target-epsilon", target);
      test::set(options, "public-text", text);
      const RunSetup setup = setup_of(options);
      const double epsilon = epsilon_at(setup.total(), setup.run.delta);
      EXPECT_LE(epsilon, target);
      EXPECT_GE(epsilon, 0.9999 * target);
    }
  }
}

TEST(Moments, RefuseWhatCannotBeDone) {
  TrainOptions options = options_for("moments");
  EXPECT_THROW(setup_of(options), InputError);  // how private?
  test::set(options, "target-epsilon", 1);
  test::set(options, "sigma", 1000);
  EXPECT_THROW(setup_of(options), InputError);
  options = moments_options(1);
  options->sweeps = 0;
  EXPECT_THROW(setup_of(options), InputError);
  options = moments_options(1);
  EXPECT_THROW(run_of(test::corpus_of({{0, 1, 2}}, 3000), options), InputError);  // too many words
}

// Too short to have pairs, all alike, all words in one.
TEST(Moments, TakeStrangeDocuments) {
  const std::vector<std::vector<std::vector<std::uint32_t>>> strange = {
      {{0}}, {{0}, {1}, {}}, {{0, 1}, {0, 1}, {0, 1}}, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}};
  for (const auto& documents : strange) {
    const Corpus corpus = test::corpus_of(documents, 10);
    for (const Corpus* beside : {static_cast<const Corpus*>(nullptr), &corpus}) {
      const Model model = run_of(corpus, moments_options(2), beside).model;
      for (const float share : model.phi()) EXPECT_TRUE(std::isfinite(share) && share > 0);
    }
  }
  const Corpus one_word = test::corpus_of({{0}, {0}}, 1);
  EXPECT_EQ(run_of(one_word, moments_options(2)).model.topics(), 1u);
}

}  // namespace
}  // namespace dplda

// Other hands than the CPU's may do the heavy loops, and a part of the documents may be elsewhere:
// the model is the same.
#include "training/backend.h"

#include <gtest/gtest.h>

#include <barrier>
#include <numeric>
#include <thread>

#include "privacy/clipped_draw.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "training/training.h"

namespace dplda {
namespace {

// Ways of training whose tables are whole numbers.
const std::vector<std::vector<std::pair<std::string, std::string>>> kWays = {
    {{"recipe", "cgs"}},
    {{"recipe", "cgs"}, {"kernel", "sparse"}},
    {{"recipe", "hdp"}, {"epsilon-noise", "1"}},
    {{"recipe", "hdp"}, {"epsilon-noise", "1"}, {"kernel", "sparse"}},
    {{"recipe", "doc"}, {"sigma", "300"}},
    {{"recipe", "doc"}, {"contribution", "drawn"}, {"cap", "9"}, {"sigma", "2"}},
};

RunSetup setup_for(const std::vector<std::pair<std::string, std::string>>& way) {
  TrainOptions options = options_for(way.front().second);
  for (std::size_t i = 1; i < way.size(); ++i) test::set(options, way[i].first, way[i].second);
  options->topics = 6;
  options->sweeps = 5;
  options->seed = 3;
  options->threads = 2;
  options->noise_check = false;
  return setup_of(options);
}

std::string name_of(const std::vector<std::pair<std::string, std::string>>& way) {
  std::string text;
  for (const auto& [name, value] : way) text += name + " " + value + " ";
  return text;
}

Corpus documents_from(const Corpus& corpus, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> numbers(last - first);
  std::iota(numbers.begin(), numbers.end(), first);
  return selected(corpus, numbers);
}

// Where the two halves of a run meet.
class Meeting {
 public:
  template <class T>
  void sum(std::size_t half, std::span<T> cells) {
    mine_[half].assign(cells.begin(), cells.end());
    both_.arrive_and_wait();
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] = static_cast<T>(mine_[0][i] + mine_[1][i]);
    both_.arrive_and_wait();
  }
  std::uint64_t most(std::size_t half, std::uint64_t own) {
    largest_[half] = own;
    both_.arrive_and_wait();
    const std::uint64_t most = std::max(largest_[0], largest_[1]);
    both_.arrive_and_wait();
    return most;
  }

 private:
  std::barrier<> both_{2};
  std::vector<std::int64_t> mine_[2];
  std::uint64_t largest_[2] = {0, 0};
};

class Half final : public Parts {
 public:
  Half(Meeting& meeting, std::size_t number) : meeting_(meeting), number_(number) {}
  void sum(std::span<std::int32_t> cells) override { meeting_.sum(number_, cells); }
  void sum(std::span<std::int64_t> cells) override { meeting_.sum(number_, cells); }
  std::uint64_t most(std::uint64_t own) override { return meeting_.most(number_, own); }

 private:
  Meeting& meeting_;
  std::size_t number_;
};

TEST(Parts, TwoHalvesOfTheDocumentsGiveTheModelOfTheWhole) {
  const Corpus corpus = test::planted_corpus(2, 60, 25, 4);
  constexpr std::uint64_t kFirst = 23;
  const std::vector<Corpus> halves = [&] {
    std::vector<Corpus> both;
    both.push_back(documents_from(corpus, 0, kFirst));
    both.push_back(documents_from(corpus, kFirst, corpus.documents()));
    return both;
  }();
  for (const auto& way : kWays) {
    const RunSetup setup = setup_for(way);
    Observer observer;
    const std::vector<float> whole = test::numbers_of(train(corpus, setup, observer).model);
    Meeting meeting;
    std::vector<float> learnt[2];
    const auto run = [&](std::size_t half) {
      ThreadPool pool(1);
      Half part(meeting, half);
      CpuBackend backend(pool, part);
      Observer nobody;
      learnt[half] =
          test::numbers_of(train(halves[half], setup, nobody, Ledger(),
                                 {.backend = &backend, .first_document = half == 0 ? 0 : kFirst})
                               .model);
    };
    std::thread second(run, 1);
    run(0);
    second.join();
    EXPECT_EQ(learnt[0], whole) << name_of(way);
    EXPECT_EQ(learnt[1], whole) << name_of(way);
  }
}

// Everything one cell and one token after the other, from what the documents say.
class NaiveBackend final : public CpuBackend {
 public:
  using CpuBackend::CpuBackend;

  void draw(const SnapshotSweep& sweep, const TokenSequences& tokens, std::span<Topic> topics,
            const RandomStreams& random, RandomPosition at) override {
    ++draws;
    const SnapshotLaw& law = sweep.law();
    for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
      for (std::uint64_t j = 0; j < tokens.length(m); ++j) {
        std::vector<std::uint64_t> others(law.topics());
        for (std::uint64_t i = 0; i < tokens.length(m); ++i)
          if (i != j) ++others[topics[tokens.begin(m) + i]];
        std::vector<std::uint64_t> factors(law.topics());
        for (std::size_t k = 0; k < law.topics(); ++k)
          factors[k] = law.base()[k] + law.step()[k] * others[k];
        std::vector<std::uint32_t> weights(law.topics());
        law.copy_column(tokens.document(m)[j], weights);
        at.document = tokens.number(m);
        at.position = j;
        topics[tokens.begin(m) + j] =
            static_cast<Topic>(ClippedDraw::draw(weights, factors, random, at));
      }
    }
  }
  void release(const TopicTable& counts, const DiscreteLaplace& noise, std::uint32_t number,
               const RandomStreams& random, TopicTable& released) override {
    add(counts, noise, number, random, released);
  }
  void release(const TopicTable& counts, const DiscreteGaussian& noise, std::uint32_t number,
               const RandomStreams& random, TopicTable& released) override {
    add(counts, noise, number, random, released);
  }
  void release(std::span<std::int64_t> cells, std::size_t columns, const DiscreteGaussian& noise,
               std::uint32_t number, const RandomStreams& random) override {
    ++releases;
    CpuBackend::release(cells, columns, noise, number, random);
  }

  int draws = 0;
  int recounts = 0;
  int soft = 0;
  int releases = 0;

 private:
  template <class Noise>
  void add(const TopicTable& table, const Noise& noise, std::uint32_t number,
           const RandomStreams& random, TopicTable& released) {
    ++releases;
    for (std::uint32_t word = 0; word < table.words(); ++word) {
      std::vector<std::int32_t> cells(table.topics());
      noise.draw(cells, random, {.purpose = Purpose::kNoise, .sweep = number, .document = word});
      for (std::size_t k = 0; k < cells.size(); ++k)
        released.column(word)[k] = table.column(word)[k] + cells[k];
    }
  }
  void count(const TokenSequences& tokens, std::span<const Topic> topics,
             TopicTable& table) override {
    ++recounts;
    table = TopicTable(table.topics(), table.words());
    for (std::size_t j = 0; j < topics.size(); ++j) {
      ++table.column(tokens.words()[j])[topics[j]];
      ++table.totals()[topics[j]];
    }
  }
  std::vector<std::int64_t> soft_counts_here(const TokenSequences& documents,
                                             const SoftWeights& weights, const SoftSweep& how,
                                             std::span<Topic> likely) override {
    ++soft;
    ThreadPool alone(1);
    return bounded_soft_counts(documents, weights, how.alpha, how.inner, how.part, alone, likely);
  }
};

TEST(Backend, AnotherOneGivesTheSameModelAndDoesAllOfTheWork) {
  const Corpus corpus = test::planted_corpus(2, 30, 15, 4);
  struct Work {
    int draws;
    int counts;
    int soft;
    int releases;
  };
  // Five sweeps; doc has ten inner ones, and its totals are a release.
  const std::vector<Work> expected = {{5, 6, 0, 0}, {},           {5, 6, 0, 6},
                                      {},           {0, 6, 5, 6}, {50, 6, 0, 6}};
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    const RunSetup setup = setup_for(kWays[i]);
    if (name_of(kWays[i]).find("sparse") != std::string::npos) continue;  // has draws of its own
    Observer observer;
    const std::vector<float> cpu = test::numbers_of(train(corpus, setup, observer).model);
    ThreadPool pool(2);
    OnePart part;
    NaiveBackend naive(pool, part);
    EXPECT_EQ(test::numbers_of(train(corpus, setup, observer, Ledger(), {.backend = &naive}).model),
              cpu)
        << name_of(kWays[i]);
    EXPECT_EQ(naive.draws, expected[i].draws) << name_of(kWays[i]);
    EXPECT_EQ(naive.recounts, expected[i].counts) << name_of(kWays[i]);
    EXPECT_EQ(naive.soft, expected[i].soft) << name_of(kWays[i]);
    EXPECT_EQ(naive.releases, expected[i].releases) << name_of(kWays[i]);
  }
}

}  // namespace
}  // namespace dplda

#include "training/stream.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/model_meta.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"
#include "training/stream_state.h"

namespace dplda {
namespace {

using test::kBatches;
using test::kBatchSize;
using test::MemorySource;
using test::numbers_of;
using test::run;
using test::source_of;
using test::StopAfterBatches;
using test::stream_options;
using test::Way;
using test::ways;

std::size_t bytes_in(const HeldState& state) {
  std::size_t bytes = 0;
  for (const auto& [name, array] : state.arrays()) bytes += array.bytes.size();
  return bytes;
}

TEST(Streams, GiveTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  for (const Way& way : ways()) {
    TrainOptions options = stream_options(way);
    const std::vector<float> expected = numbers_of(*run(way, options).model);
    options->threads = 5;
    EXPECT_EQ(numbers_of(*run(way, options).model), expected) << way.name;
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      options->threads = 2;
      EXPECT_EQ(numbers_of(*run(way, options).model), expected) << way.name << " " << set;
    }
    use_instruction_set("best");
  }
}

TEST(Streams, ARunStoppedAfterAnyBatchGoesOnToTheSameBits) {
  for (const Way& way : ways()) {
    const test::TemporaryDirectory directory;
    TrainOptions options = stream_options(way);
    const std::vector<float> whole = numbers_of(*run(way, options).model);
    options->checkpoint = directory / "state";
    // A run for each batch, and one before the first.
    std::optional<StreamResult> last;
    for (std::uint64_t batch = 0; batch <= kBatches; ++batch) {
      MemorySource source = source_of(way);
      StopAfterBatches observer(batch == 0 ? 0 : 1);
      last = run(way, source, options, observer);
      EXPECT_EQ(last->batches, batch) << way.name;
      EXPECT_EQ(last->batches_here, batch == 0 ? 0U : 1U) << way.name;
      EXPECT_EQ(last->documents, batch * kBatchSize) << way.name;
      EXPECT_EQ(last->model.has_value(), batch > 0 || way.prior) << way.name;
      options->resume = options->checkpoint;
    }
    EXPECT_EQ(numbers_of(*last->model), whole) << way.name;
    struct stat status;
    ASSERT_EQ(stat(options->checkpoint.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U);
  }
}

TEST(Streams, AStreamOfNothingHasNoModel) {
  MemorySource source = source_of(ways()[3], 0);
  StreamObserver observer;
  EXPECT_FALSE(run(ways()[3], source, stream_options(ways()[3]), observer).model);
}

TEST(Streams, TheStateDoesNotGrowWithTheStream) {
  for (const Way& way : ways()) {
    const test::TemporaryDirectory directory;
    std::vector<std::size_t> numbers;
    std::vector<std::uintmax_t> sizes;
    for (const std::uint64_t batches : {5, 50}) {
      TrainOptions options = stream_options(way);
      options->sweeps = 1;
      options->checkpoint = directory / std::to_string(batches);
      // Batches that are large enough for channel to have begun after five.
      MemorySource source = source_of(way, batches, way.name == "channel" ? 100 : 20);
      StreamObserver observer;
      run(way, source, options, observer);
      numbers.push_back(bytes_in(load_stream_state(options->checkpoint).learnt));
      sizes.push_back(std::filesystem::file_size(options->checkpoint));
    }
    EXPECT_EQ(numbers[0], numbers[1]) << way.name;
    // A digit more in each of three numbers, and what numpy pads its headers with.
    EXPECT_NEAR(static_cast<double>(sizes[0]), static_cast<double>(sizes[1]), 128) << way.name;
  }
}

TEST(Streams, ForgettingBoundsWhatThePastCountsFor) {
  for (const std::optional<double> forget : {std::optional<double>(), std::optional(200.0)}) {
    const test::TemporaryDirectory directory;
    const auto kept_by = [&](Way way) {
      way.forget = forget;
      TrainOptions options = stream_options(way);
      options->sweeps = 2;
      options->checkpoint = directory / "state";
      MemorySource source = source_of(way, 40, 20);
      StreamObserver observer;
      run(way, source, options, observer);
      return load_stream_state(options->checkpoint).learnt;
    };
    // 40 batches of 200 tokens.
    double online = 0;
    for (const double cell : kept_by(ways()[0]).get<double>("base")) online += cell - 0.01;
    // What a bit brings is at most 1 / (1 - 2q) < 1.2 at epsilon 3: 20 reports of 20 words bring
    // less than 480. All batches together bring more.
    double channel = 0;
    for (const double cell : kept_by(ways()[4]).get<double>("table"))
      channel += std::max(cell, 0.0);
    if (forget) {
      EXPECT_LE(online, *forget * (1 + 1e-9));
      EXPECT_LE(channel, *forget + 480);
    } else {
      EXPECT_GT(online, 7000);
      EXPECT_GT(channel, 1500);
    }
  }
}

// The second of two batches has the words of the first, or none of them. A prior of words that do
// not come costs every token a factor of about (1 + lambda); one of the words that come saves more.
TEST(Streams, LambdaIsLearntFromHowMuchBatchesAreAlike) {
  const Way way{"auto", "online", "channel", false, "auto"};
  const auto shifted = [](std::uint64_t seed, std::uint32_t shift) {
    const Corpus planted = test::planted_corpus(seed, 100, 10, 4);
    std::vector<std::vector<std::uint32_t>> documents(100);
    for (std::uint64_t m = 0; m < 100; ++m) {
      const Bag bag = planted.document(m);
      for (std::size_t i = 0; i < bag.words.size(); ++i) {
        documents[m].insert(documents[m].end(), static_cast<std::size_t>(bag.counts[i]),
                            static_cast<std::uint32_t>(bag.words[i]) + shift);
      }
    }
    return test::corpus_of(documents, 40);
  };
  const auto lambda_after = [&](std::uint32_t shift, std::int64_t seed) {
    const test::TemporaryDirectory directory;
    TrainOptions options = stream_options(way);
    options->seed = seed;
    options->sweeps = 60;
    options->checkpoint = directory / "state";
    std::vector<Corpus> batches;
    batches.push_back(shifted(1, 0));
    batches.push_back(shifted(2, shift));
    MemorySource source(std::move(batches));
    StreamObserver observer;
    run(way, source, options, observer);
    return load_stream_state(options->checkpoint).learnt.get_one<double>("lambda");
  };
  for (std::int64_t seed = 1; seed <= 6; ++seed) {
    const double alike = lambda_after(0, seed);
    const double different = lambda_after(20, seed);
    EXPECT_TRUE(alike > 0.25 && alike < 1) << alike;
    EXPECT_TRUE(different > 0 && different < 0.25) << different;
  }
}

// The disk is full just before the third batch is counted.
class SpoilsTheState final : public StreamObserver {
 public:
  explicit SpoilsTheState(std::string path) : path_(std::move(path)) {}
  void on_batch(const Model&, std::uint64_t number, std::uint64_t) override {
    if (number != 3) return;
    std::filesystem::rename(path_, path_ + ".learnt");
    std::filesystem::create_symlink("/dev/full", path_);
  }

 private:
  std::string path_;
};

TEST(Streams, ABatchWhoseStateCannotBeWrittenIsNotCounted) {
  for (const Way& way : ways()) {
    const test::TemporaryDirectory directory;
    TrainOptions options = stream_options(way);
    const std::vector<float> whole = numbers_of(*run(way, options).model);
    options->checkpoint = directory / "state";
    MemorySource source = source_of(way);
    SpoilsTheState observer(options->checkpoint);
    EXPECT_THROW(run(way, source, options, observer), SystemError) << way.name;
    EXPECT_EQ(source.settled, 3) << way.name;  // the beginning and two batches
    EXPECT_EQ(load_stream_state(directory / "state.learnt").batches, 2U) << way.name;
    options->checkpoint = options->resume = directory / "state.learnt";
    EXPECT_EQ(numbers_of(*run(way, options).model), whole) << way.name;
  }
  TrainOptions options = stream_options(ways()[0]);
  options->checkpoint = "/dev/full";
  EXPECT_THROW(run(ways()[0], options), SystemError);
}

TEST(Streams, TheRecordsOfAllBatchesAreThoseOfTheirReports) {
  const Way& way = ways()[3];
  const auto record = test::meta_of(*run(way, stream_options(way)).model).at("privacy");
  EXPECT_TRUE(record.at("private").get<bool>());
  EXPECT_EQ(record.at("units").size(), 3U);
  const auto with_prior =
      test::meta_of(*run(ways()[4], stream_options(ways()[4])).model).at("privacy");
  EXPECT_FALSE(with_prior.at("private").get<bool>());
  const auto documents =
      test::meta_of(*run(ways()[0], stream_options(ways()[0])).model).at("privacy");
  EXPECT_FALSE(documents.at("private").get<bool>());
}

TEST(Streams, StrangeReportsGiveAModel) {
  for (const Way& way : ways()) {
    if (way.recipe == "online") continue;
    for (const double epsilon : {0.01, 20.0, 40.0}) {
      for (const std::uint64_t bits : {0ULL, (1ULL << 20) - 1}) {
        Reports reports = test::reports_of(test::planted_corpus(1, 9, 10, 4), epsilon, 1);
        for (std::uint64_t m = 0; m < 9; ++m) {
          if (m % 3 != 0) reports.bits.row(m)[0] = bits;
        }
        MemorySource source(reports, 2);  // the last batch is a single report
        StreamObserver observer;
        for (const float value : numbers_of(*run(way, source, stream_options(way), observer).model))
          ASSERT_TRUE(std::isfinite(value) && value >= 0) << way.name;
      }
    }
  }
}

}  // namespace
}  // namespace dplda

#include "recipes/stream.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/errors.h"
#include "base/simd.h"
#include "recipes/document_batches.h"
#include "recipes/report_stream.h"
#include "recipes/stream_state.h"
#include "reference/archives.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

// Batches that lie ready in memory.
class MemorySource final : public StreamSource {
 public:
  explicit MemorySource(std::vector<Corpus> documents)
      : vocabulary_(documents.front().vocabulary()), documents_(std::move(documents)) {}
  MemorySource(const Reports& reports, std::uint64_t batch)
      : vocabulary_(reports.vocabulary), parameters_(reports.parameters) {
    for (std::uint64_t m = 0; m < reports.bits.documents(); m += batch) {
      reports_.push_back(
          test::rows_of(reports.bits, m, std::min(batch, reports.bits.documents() - m)));
    }
  }

  const Vocabulary& vocabulary() const override { return vocabulary_; }
  const nlohmann::ordered_json& preparation() const override { return preparation_; }
  const ReportParameters* reports() const override { return parameters_ ? &*parameters_ : nullptr; }
  bool next(std::uint64_t, StreamBatch& batch) override {
    if (at_ == std::max(documents_.size(), reports_.size())) return false;
    if (parameters_) batch.reports = &reports_[at_];
    if (!parameters_) batch.documents = &documents_[at_];
    ++at_;
    return true;
  }
  nlohmann::ordered_json count() override { return at_; }
  void settle() override { ++settled; }
  void resume(const nlohmann::ordered_json& counted) override {
    if (!counted.is_null()) at_ = counted.get<std::size_t>();
  }

  int settled = 0;

 private:
  Vocabulary vocabulary_;
  nlohmann::ordered_json preparation_ = nlohmann::ordered_json::object();
  std::optional<ReportParameters> parameters_;
  std::vector<Corpus> documents_;
  std::vector<WordSets> reports_;
  std::size_t at_ = 0;
};

// Ends a run after some batches.
class StopAfterBatches final : public StreamObserver {
 public:
  explicit StopAfterBatches(std::uint64_t batches) : batches_(batches) {}
  void on_batch(const Model&, std::uint64_t, std::uint64_t) override { ++seen; }
  bool stop() override { return seen >= batches_; }

  std::uint64_t seen = 0;

 private:
  std::uint64_t batches_;
};

struct Way {
  std::string name;
  std::string recipe;
  std::string denoise = "channel";
  bool prior = false;
  std::string lambda = "1";
  std::optional<double> forget = std::nullopt;
  std::string sampler = "sequential";
};

const std::vector<Way>& ways() {
  static const std::vector<Way> kWays = {
      {"documents", "online"},
      {"documents auto", "online", "channel", true, "auto"},
      {"documents forget", "online", "channel", false, "0.5", 200.0, "snapshot"},
      {"channel", "online-lp"},
      {"channel prior", "online-lp", "channel", true},
      {"channel forget", "online-lp", "channel", true, "0.5", 100.0},
      {"moment", "online-lp", "moment", false, "0.5"},
      {"moment auto", "online-lp", "moment", true, "auto", 300.0, "snapshot"},
      {"bayes", "online-lp", "bayes", true, "0.5"},
      {"bayes auto", "online-lp", "bayes", true, "auto", std::nullopt, "snapshot"},
  };
  return kWays;
}

TrainOptions stream_options(const Way& way) {
  TrainOptions options = options_for(way.recipe);
  if (way.recipe == "online-lp") options.denoise = way.denoise;
  options.lambda = way.lambda;
  options.forget = way.forget;
  options.sampler = way.sampler;
  if (way.prior) options.prior = "prior";  // the documents are given beside it
  options.prior_sweeps = 8;
  options.topics = 4;
  options.sweeps = 6;
  options.seed = 3;
  options.threads = 1;
  return options;
}

constexpr std::uint64_t kBatches = 4;
// Channel fits the first 480 reports together: the third of these batches ends that.
constexpr std::uint64_t kBatchSize = 170;

MemorySource source_of(const Way& way, std::uint64_t batches = kBatches,
                       std::uint64_t size = kBatchSize) {
  if (way.recipe == "online") {
    std::vector<Corpus> documents;
    for (std::uint64_t batch = 0; batch < batches; ++batch)
      documents.push_back(test::planted_corpus(100 + batch, size, 10, 4));
    return MemorySource(std::move(documents));
  }
  return {test::reports_of(test::planted_corpus(1, batches * size, 10, 4), 3, 1), size};
}

const Corpus& prior_corpus() {
  static const Corpus kPrior = test::planted_corpus(77, 50, 20, 4);
  return kPrior;
}

StreamResult run(const Way& way, StreamSource& source, const TrainOptions& options,
                 StreamObserver& observer) {
  return train_stream(source, way.prior ? &prior_corpus() : nullptr, options, observer);
}

StreamResult run(const Way& way, const TrainOptions& options) {
  MemorySource source = source_of(way);
  StreamObserver observer;
  return run(way, source, options, observer);
}

std::vector<float> numbers_of(const Model& model) {
  std::vector<float> numbers(model.phi().begin(), model.phi().end());
  numbers.insert(numbers.end(), model.prevalence().begin(), model.prevalence().end());
  return numbers;
}

TEST(Streams, GiveTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  for (const Way& way : ways()) {
    TrainOptions options = stream_options(way);
    const std::vector<float> expected = numbers_of(*run(way, options).model);
    options.threads = 5;
    EXPECT_EQ(numbers_of(*run(way, options).model), expected) << way.name;
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      options.threads = 2;
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
    options.checkpoint = directory / "state";
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
      options.resume = options.checkpoint;
    }
    EXPECT_EQ(numbers_of(*last->model), whole) << way.name;
    struct stat status;
    ASSERT_EQ(stat(options.checkpoint.c_str(), &status), 0);
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
      options.sweeps = 1;
      options.checkpoint = directory / std::to_string(batches);
      // Batches that are large enough for channel to have begun after five.
      MemorySource source = source_of(way, batches, way.name == "channel" ? 100 : 20);
      StreamObserver observer;
      run(way, source, options, observer);
      numbers.push_back(load_stream_state(options.checkpoint).kept.size());
      sizes.push_back(std::filesystem::file_size(options.checkpoint));
    }
    EXPECT_EQ(numbers[0], numbers[1]) << way.name;
    // A digit more in each of three numbers, and what numpy pads its headers with.
    EXPECT_NEAR(static_cast<double>(sizes[0]), static_cast<double>(sizes[1]), 128) << way.name;
  }
}

// What O-LDA keeps: lambda, then for every word K cells of the prior and K counts.
double learnt(const std::vector<double>& kept, std::size_t topics, double beta) {
  double sum = 0;
  for (std::size_t i = 1; i < kept.size(); ++i) {
    if ((i - 1) / topics % 2 == 0) sum += kept[i] - beta;
  }
  return sum;
}

TEST(Streams, ForgettingBoundsWhatThePastCountsFor) {
  for (const std::optional<double> forget : {std::optional<double>(), std::optional(200.0)}) {
    const test::TemporaryDirectory directory;
    const auto kept_by = [&](Way way) {
      way.forget = forget;
      TrainOptions options = stream_options(way);
      options.sweeps = 2;
      options.checkpoint = directory / "state";
      MemorySource source = source_of(way, 40, 20);
      StreamObserver observer;
      run(way, source, options, observer);
      return load_stream_state(options.checkpoint).kept;
    };
    // 40 batches of 200 tokens.
    const double online = learnt(kept_by(ways()[0]), 4, 0.01);
    // What a bit brings is at most 1 / (1 - 2q) < 1.2 at epsilon 3: 20 reports of 20 words bring
    // less than 480. All batches together bring more.
    const std::vector<double> kept = kept_by(ways()[4]);
    double channel = 0;
    for (std::size_t i = 2; i < 2 + 4 * 20; ++i) channel += std::max(kept[i], 0.0);
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
    options.seed = seed;
    options.sweeps = 60;
    options.checkpoint = directory / "state";
    std::vector<Corpus> batches;
    batches.push_back(shifted(1, 0));
    batches.push_back(shifted(2, shift));
    MemorySource source(std::move(batches));
    StreamObserver observer;
    run(way, source, options, observer);
    return load_stream_state(options.checkpoint).kept[0];
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
    std::filesystem::rename(path_, path_ + ".kept");
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
    options.checkpoint = directory / "state";
    MemorySource source = source_of(way);
    SpoilsTheState observer(options.checkpoint);
    EXPECT_THROW(run(way, source, options, observer), SystemError) << way.name;
    EXPECT_EQ(source.settled, 3) << way.name;  // the beginning and two batches
    EXPECT_EQ(load_stream_state(directory / "state.kept").batches, 2U) << way.name;
    options.checkpoint = options.resume = directory / "state.kept";
    EXPECT_EQ(numbers_of(*run(way, options).model), whole) << way.name;
  }
  TrainOptions options = stream_options(ways()[0]);
  options.checkpoint = "/dev/full";
  EXPECT_THROW(run(ways()[0], options), SystemError);
}

class States : public testing::Test {
 protected:
  // A state after two batches.
  StreamState saved(const Way& way) {
    options = stream_options(way);
    options.checkpoint = path;
    MemorySource source = source_of(way);
    StopAfterBatches observer(2);
    run(way, source, options, observer);
    options.resume = path;
    return load_stream_state(path);
  }

  test::TemporaryDirectory directory;
  std::string path = directory / "state";
  TrainOptions options;
};

TEST_F(States, OfAnotherStreamOrOtherOptionsAreRefused) {
  const Way& way = ways()[4];
  const StreamState state = saved(way);
  const auto refused = [&](auto change) {
    TrainOptions other = options;
    change(other);
    EXPECT_THROW(run(way, other), InputError);
  };
  refused([](TrainOptions& o) { o.topics = 5; });
  refused([](TrainOptions& o) { o.seed = 9; });
  refused([](TrainOptions& o) { o.lambda = "0.5"; });
  Way without = way;
  without.prior = false;
  EXPECT_THROW(run(without, options), InputError);
  MemorySource other(test::reports_of(test::planted_corpus(1, 200, 10, 4), 2, 1), 100);
  StreamObserver observer;
  EXPECT_THROW(run(way, other, options, observer), InputError);
  EXPECT_NO_THROW(run(way, options));
}

TEST_F(States, ThatAreDamagedOrNoneAreRefused) {
  const Way& way = ways()[8];
  const StreamState state = saved(way);
  const std::string bytes = test::read_file(path);
  for (std::size_t size = 0; size < bytes.size(); size += 61) {
    test::write_file(path, bytes.substr(0, size));
    EXPECT_THROW(load_stream_state(path), InputError) << size;
  }
  for (const double number :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    StreamState broken = state;
    broken.kept.back() = number;
    save_stream_state(path, broken);
    EXPECT_THROW(load_stream_state(path), InputError);
  }
  StreamState broken = state;
  broken.kept.pop_back();
  save_stream_state(path, broken);
  EXPECT_THROW(run(way, options), InputError);
  MemorySource source = source_of(way);
  StreamObserver observer;
  TrainOptions fresh = stream_options(way);
  run(way, source, fresh, observer).model->save(path);
  EXPECT_THROW(load_stream_state(path), InputError);
  EXPECT_THROW(load_stream_state(directory / "missing"), InputError);
  save_stream_state(path, state);
  EXPECT_EQ(load_stream_state(path).kept, state.kept);
}

// Numbers that no stream has: refused, or a model all the same; never something else.
TEST_F(States, WithStrangeNumbersAreRefusedOrGoOn) {
  for (const Way& way : ways()) {
    const StreamState state = saved(way);
    options.checkpoint.clear();
    for (const double number : {-1.0, 0.0, 1e-300, 1e300, -1e300}) {
      for (const std::size_t i :
           {std::size_t{0}, std::size_t{1}, state.kept.size() / 2, state.kept.size() - 1}) {
        StreamState strange = state;
        strange.kept[i] = number;
        save_stream_state(path, strange);
        MemorySource source = source_of(way);
        StopAfterBatches observer(1);
        try {
          run(way, source, options, observer);
        } catch (const InputError& error) {
          EXPECT_EQ(std::string(error.what()).find("the trained model"), std::string::npos)
              << way.name << " " << i << " " << number << ": " << error.what();
        }
      }
    }
  }
}

TEST_F(States, OfAnotherVersionAreRefused) {
  const auto write = [&](int version) {
    const std::string meta =
        R"({"format": "dplda-stream", "version": )" + std::to_string(version) +
        R"(, "batches": 1, "documents": 5, "options": {}, "origin": "", "run": "", "source": 1})";
    const std::string type = "|S" + std::to_string(meta.size());
    test::write_file(
        path, test::zip_file({{"meta.npy", test::npy_file(type, "()", meta)},
                              {"kept.npy", test::npy_numbers("<f8", std::vector<double>{1, 2})}}));
  };
  write(1);
  EXPECT_EQ(load_stream_state(path).kept, (std::vector<double>{1, 2}));
  write(2);
  EXPECT_THROW(load_stream_state(path), InputError);
}

class Sources : public testing::Test {
 protected:
  Way way = ways()[6];
  Reports reports = test::reports_of(test::planted_corpus(1, 25, 10, 4), 3, 1);
  test::TemporaryDirectory directory;
  std::string path = directory / "reports.dpr";
  TrainOptions options = with_batch(stream_options(way));

  static TrainOptions with_batch(TrainOptions options) {
    options.batch = 10;
    return options;
  }
  StreamResult run_reports(const std::string& bytes, std::function<bool()> leaves_rest = {},
                           ReportRefusals* refusals = nullptr) {
    test::write_file(path, bytes);
    ReportInbox inbox(path);
    ReportStream source(inbox, options.checkpoint, std::move(leaves_rest));
    StreamObserver observer;
    StreamResult result = run(way, source, options, observer);
    if (refusals != nullptr) *refusals = source.refusals();
    return result;
  }
};

TEST_F(Sources, ReportsOfAFileAreTheSameStreamAsInMemory) {
  MemorySource memory(reports, 10);
  StreamObserver observer;
  const StreamResult expected = run(way, memory, options, observer);
  EXPECT_EQ(expected.batches, 3U);
  const StreamResult result = run_reports(test::report_bytes(reports));
  EXPECT_EQ(result.documents, 25U);
  EXPECT_EQ(numbers_of(*result.model), numbers_of(*expected.model));
}

TEST_F(Sources, ABatchThatIsNotFullIsLeftForLaterWhereAsked) {
  EXPECT_EQ(run_reports(test::report_bytes(reports)).documents, 25U);
  EXPECT_EQ(run_reports(test::report_bytes(reports), [] { return false; }).documents, 25U);
  options.checkpoint = directory / "state";
  EXPECT_EQ(run_reports(test::report_bytes(reports), [] { return true; }).documents, 20U);
  // What was left comes in its turn.
  options.resume = options.checkpoint;
  ReportRefusals refusals;
  const StreamResult rest = run_reports(test::report_bytes(reports), {}, &refusals);
  EXPECT_EQ(rest.documents_here, 5U);
  EXPECT_EQ(refusals.already_counted, 20U);
  options.checkpoint.clear();
  options.resume.clear();
  EXPECT_EQ(numbers_of(*rest.model), numbers_of(*run_reports(test::report_bytes(reports)).model));
}

TEST_F(Sources, AReportCountsOnceHoweverOftenItComes) {
  const std::string bytes = test::report_bytes(reports);
  const std::vector<float> once = numbers_of(*run_reports(bytes).model);
  for (const char* state : {"", "state"}) {
    if (*state != '\0') options.checkpoint = directory / state;
    ReportRefusals refusals;
    // The header of the second time is one that differs in nothing.
    const StreamResult twice = run_reports(bytes + bytes, {}, &refusals);
    EXPECT_EQ(twice.documents, 25U);
    EXPECT_EQ(refusals.duplicate, 25U);
    // The last batch is filled up by none of them.
    EXPECT_EQ(numbers_of(*twice.model), once);
  }
}

TEST_F(Sources, IdsThatAreMissingOrDamagedAreRefused) {
  options.checkpoint = directory / "state";
  run_reports(test::report_bytes(reports));
  options.resume = options.checkpoint;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    if (entry.path().string().find(".ids-") != std::string::npos) files.push_back(entry.path());
  }
  ASSERT_FALSE(files.empty());
  for (const std::string& file : files) {
    const std::string bytes = test::read_file(file);
    std::string damaged = bytes;
    damaged[damaged.size() / 2] ^= 1;
    for (const std::string& other : {damaged, bytes.substr(1), bytes.substr(16), std::string()}) {
      test::write_file(file, other);
      EXPECT_THROW(run_reports(test::report_bytes(reports)), InputError);
    }
    std::filesystem::remove(file);
    EXPECT_THROW(run_reports(test::report_bytes(reports)), InputError);
    test::write_file(file, bytes);
  }
  EXPECT_EQ(run_reports(test::report_bytes(reports)).documents_here, 0U);
}

class DocumentSources : public testing::Test {
 protected:
  Way way = ways()[0];
  Corpus corpus = test::planted_corpus(1, 25, 10, 4);
  nlohmann::ordered_json preparation = {{"options", nlohmann::ordered_json::object()}};
  test::TemporaryDirectory directory;
  TrainOptions options = with_batch(stream_options(way));

  static TrainOptions with_batch(TrainOptions options) {
    options.batch = 10;
    return options;
  }
  // Counts, a document a line, over the words of the corpus.
  static std::string text_of(const Corpus& documents) {
    std::string text;
    for (std::uint64_t m = 0; m < documents.documents(); ++m) {
      const Bag bag = documents.document(m);
      text += std::to_string(bag.words.size());
      for (std::size_t i = 0; i < bag.words.size(); ++i)
        text += " " + std::to_string(bag.words[i]) + ":" + std::to_string(bag.counts[i]);
      text += "\n";
    }
    return text;
  }
  StreamResult run_documents(const Corpus& documents, std::function<bool()> leaves_rest = {}) {
    std::string words;
    for (const std::string& word : corpus.vocabulary().words()) words += word + "\n";
    test::write_file(directory / "stream.vocab", words);
    test::write_file(directory / "stream.ldac", text_of(documents));
    DocumentStream stream(directory / "stream.ldac", corpus.vocabulary(), preparation);
    DocumentBatches source(stream, corpus.vocabulary(), preparation, std::move(leaves_rest));
    StreamObserver observer;
    return run(way, source, options, observer);
  }
};

TEST_F(DocumentSources, ABatchThatIsNotFullIsLeftForLaterWhereAsked) {
  const StreamResult whole = run_documents(corpus);
  EXPECT_EQ(whole.documents, 25U);
  EXPECT_EQ(whole.batches, 3U);
  options.checkpoint = directory / "state";
  EXPECT_EQ(run_documents(corpus, [] { return true; }).documents, 20U);
  options.resume = options.checkpoint;
  const StreamResult rest = run_documents(corpus);
  EXPECT_EQ(rest.documents_here, 5U);
  EXPECT_EQ(numbers_of(*rest.model), numbers_of(*whole.model));
}

TEST_F(DocumentSources, AResumedStreamMustBeginWithTheSameDocuments) {
  options.checkpoint = directory / "state";
  run_documents(corpus);
  options.resume = options.checkpoint;
  EXPECT_THROW(run_documents(test::planted_corpus(2, 25, 10, 4)), InputError);
  EXPECT_THROW(run_documents(test::planted_corpus(1, 24, 10, 4)), InputError);
  EXPECT_EQ(run_documents(test::planted_corpus(1, 40, 10, 4)).documents_here, 15U);
}

TEST(Streams, TheRecordsOfAllBatchesAreThoseOfTheirReports) {
  const Way& way = ways()[3];
  const auto record = run(way, stream_options(way)).model->meta().at("privacy");
  EXPECT_TRUE(record.at("private").get<bool>());
  EXPECT_EQ(record.at("units").size(), 3U);
  const auto with_prior = run(ways()[4], stream_options(ways()[4])).model->meta().at("privacy");
  EXPECT_FALSE(with_prior.at("private").get<bool>());
  const auto documents = run(ways()[0], stream_options(ways()[0])).model->meta().at("privacy");
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

// Streams that lie ready in memory, in every way of learning them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/options.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "training/stream.h"

namespace dplda::test {

// Batches that lie ready in memory.
class MemorySource final : public StreamSource {
 public:
  explicit MemorySource(std::vector<Corpus> documents)
      : vocabulary_(documents.front().vocabulary()), documents_(std::move(documents)) {}
  MemorySource(const Reports& reports, std::uint64_t batch)
      : vocabulary_(reports.vocabulary), parameters_(reports.parameters) {
    for (std::uint64_t m = 0; m < reports.bits.documents(); m += batch) {
      reports_.push_back(rows_of(reports.bits, m, std::min(batch, reports.bits.documents() - m)));
    }
  }

  const Vocabulary& vocabulary() const override { return vocabulary_; }
  const Preparation& preparation() const override { return preparation_; }
  const ReportParameters* reports() const override { return parameters_ ? &*parameters_ : nullptr; }
  bool next(std::uint64_t, StreamBatch& batch) override {
    if (at_ == std::max(documents_.size(), reports_.size())) return false;
    if (parameters_) batch.reports = &reports_[at_];
    if (!parameters_) batch.documents = &documents_[at_];
    ++at_;
    return true;
  }
  std::string count() override { return std::to_string(at_); }
  void settle() override { ++settled; }
  void resume(const std::string& counted) override {
    if (!counted.empty()) at_ = std::stoul(counted);
  }

  int settled = 0;

 private:
  Vocabulary vocabulary_;
  Preparation preparation_;
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

inline const std::vector<Way>& ways() {
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

inline TrainOptions stream_options(const Way& way) {
  TrainOptions options = options_for(way.recipe);
  if (way.recipe == "online-lp") test::set(options, "denoise", way.denoise);
  test::set(options, "lambda", way.lambda);
  if (way.forget) test::set(options, "forget", *way.forget);
  test::set(options, "sampler", way.sampler);
  if (way.prior) test::set(options, "prior", "prior");  // the documents are given beside it
  test::set(options, "prior-sweeps", 8);
  options->topics = 4;
  options->sweeps = 6;
  options->seed = 3;
  options->threads = 1;
  return options;
}

inline constexpr std::uint64_t kBatches = 4;
// Channel fits the first 480 reports together: the third of these batches ends that.
inline constexpr std::uint64_t kBatchSize = 170;

inline MemorySource source_of(const Way& way, std::uint64_t batches = kBatches,
                              std::uint64_t size = kBatchSize) {
  if (way.recipe == "online") {
    std::vector<Corpus> documents;
    for (std::uint64_t batch = 0; batch < batches; ++batch)
      documents.push_back(planted_corpus(100 + batch, size, 10, 4));
    return MemorySource(std::move(documents));
  }
  return {reports_of(planted_corpus(1, batches * size, 10, 4), 3, 1), size};
}

inline const Corpus& prior_corpus() {
  static const Corpus kPrior = planted_corpus(77, 50, 20, 4);
  return kPrior;
}

inline StreamResult run(const Way& way, StreamSource& source, const TrainOptions& options,
                        StreamObserver& observer) {
  return train_stream(source, way.prior ? &prior_corpus() : nullptr, options, observer);
}

inline StreamResult run(const Way& way, const TrainOptions& options) {
  MemorySource source = source_of(way);
  StreamObserver observer;
  return run(way, source, options, observer);
}

inline std::vector<float> numbers_of(const Model& model) {
  std::vector<float> numbers(model.phi().begin(), model.phi().end());
  numbers.insert(numbers.end(), model.prevalence().begin(), model.prevalence().end());
  return numbers;
}

}  // namespace dplda::test

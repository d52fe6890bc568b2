#include "lab/table_cells.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "eval/recovery.h"
#include "lab/cell_parts.h"
#include "lda/noise_marks.h"
#include "training/held_stream.h"

namespace dplda {
namespace {

// Seconds that this thread has worked.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// `dplda recover` prints three digits.
double rounded(double cosine) { return std::round(1000 * cosine) / 1000; }

nlohmann::ordered_json measured(const Model& model, const TableCorpus& data, double seconds) {
  nlohmann::ordered_json result = quality_of(model, data.test);
  if (data.counted) result["counts"] = quality_of(model, *data.counted);
  if (data.planted) result["recovery"] = rounded(recovery(*data.planted, model).mean);
  if (const auto told = told_from_noise(model))
    result["told"] = std::count(told->begin(), told->end(), true);
  result["cpu"] = seconds;
  return result;
}

// Quality after batches, and the time that this took.
class QualityTrace final : public StreamObserver {
 public:
  QualityTrace(const Corpus& test, bool every, const Stop& wanted)
      : test_(test), every_(every), wanted_(wanted) {}

  void on_prior(const Model& model) override { prior = look_at(model); }
  void on_batch(const Model& model, std::uint64_t, std::uint64_t) override {
    if (every_ || batches.empty()) batches.push_back(look_at(model));
  }
  bool stop() override { return wanted_(); }

  nlohmann::ordered_json prior;
  nlohmann::ordered_json batches = nlohmann::ordered_json::array();
  double seconds = 0;

 private:
  nlohmann::ordered_json look_at(const Model& model) {
    const double start = thread_seconds();
    nlohmann::ordered_json quality = quality_of(model, test_);
    seconds += thread_seconds() - start;
    return quality;
  }

  const Corpus& test_;
  bool every_;
  const Stop& wanted_;
};

nlohmann::ordered_json streamed(const TableCorpus& data, TrainOptions options,
                                std::optional<double> epsilon, std::uint64_t prior, bool every,
                                const Stop& stop) {
  options->threads = 1;
  const PriorAndRest parts = prior_and_rest(data.train, prior, *options->seed);
  const Corpus& rest = parts.rest ? *parts.rest : data.train;
  const Corpus* known = parts.prior ? &*parts.prior : nullptr;
  std::optional<Reports> reports;
  if (epsilon) reports = perturbed(rest, *epsilon, *options->seed);
  QualityTrace trace(*data.counted, every, stop);
  const double start = thread_seconds();
  StreamResult result;
  if (reports) {
    HeldReports source(*reports);
    result = train_stream(source, known, options, trace);
  } else {
    HeldDocuments source(rest);
    result = train_stream(source, known, options, trace);
  }
  const double seconds = thread_seconds() - start - trace.seconds;
  if (stop()) return nullptr;
  return {{"prior", trace.prior},
          {"batches", trace.batches},
          {"last", quality_of(*result.model, *data.counted)},
          {"binary", quality_of(*result.model, data.test)},
          {"cpu", seconds}};
}

nlohmann::ordered_json table_identity(const char* kind, const TableCorpus& data,
                                      const TrainOptions& options, std::optional<double> epsilon) {
  nlohmann::ordered_json identity = identity_of(kind, data.digest, options);
  identity["epsilon"] = epsilon ? nlohmann::ordered_json(*epsilon) : nullptr;
  identity["noise_check"] = options->noise_check;
  return identity;
}

}  // namespace

Cell table_cell(const TableCorpus& data, const TrainOptions& options,
                std::optional<double> epsilon) {
  return {.identity = table_identity("table", data, options, epsilon),
          .cost = epsilon ? report_cost(data.train, options) : training_cost(data.train, options),
          .work = [&data, options, epsilon](const Stop& stop) {
            TrainOptions one = options;
            one->threads = 1;
            StoppableRun observer(stop);
            std::optional<Reports> reports;
            if (epsilon) reports = perturbed(data.train, *epsilon, *options->seed);
            const double start = thread_seconds();
            const TrainResult result = reports ? train(*reports, nullptr, one, observer)
                                               : train(data.train, one, observer);
            const double seconds = thread_seconds() - start;
            return result.interrupted ? nullptr : measured(result.model, data, seconds);
          }};
}

Cell table_stream_cell(const TableCorpus& data, const TrainOptions& options,
                       std::optional<double> epsilon, std::uint64_t prior, bool every) {
  const TrainOptions complete = with_prior(options, prior, epsilon.has_value());
  nlohmann::ordered_json identity = table_identity("table stream", data, complete, epsilon);
  identity["prior"] = prior;
  identity["every"] = every;
  return {
      .identity = std::move(identity),
      .cost = epsilon ? report_cost(data.train, options) : 2 * training_cost(data.train, options),
      .work = [&data, complete, epsilon, prior, every](const Stop& stop) {
        return streamed(data, complete, epsilon, prior, every, stop);
      }};
}

}  // namespace dplda

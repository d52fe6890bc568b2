// Cells that learn from reports of contributors and from streams.
#include "collect/contributor.h"
#include "corpus/split.h"
#include "eval/perplexity.h"
#include "lab/cell_parts.h"
#include "lab/cells.h"
#include "recipes/lp.h"
#include "recipes/online_lp.h"
#include "training/held_stream.h"

namespace dplda {
namespace {

// Whether a run learns through the channel.
bool through_channel(const TrainOptions& options) {
  if (const auto* lp = options.as<LpOptions>()) return lp->reports.through_channel();
  const auto* stream = options.as<OnlineLpOptions>();
  return stream != nullptr && stream->reports.through_channel();
}

}  // namespace

Reports perturbed(const Corpus& corpus, double epsilon, std::int64_t seed) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.seed = seed;
  return held_reports(Contributor(corpus, options), corpus.documents());
}

double report_cost(const Corpus& corpus, const TrainOptions& options) {
  if (!through_channel(options)) return training_cost(corpus, options);
  return static_cast<double>(corpus.documents()) * corpus.words() *
         static_cast<double>(options->sweeps) * 7e-8;
}

PriorAndRest prior_and_rest(const Corpus& corpus, std::uint64_t prior, std::int64_t seed) {
  if (prior == 0) return {};
  const Split split = split_at_random(
      corpus.documents(), static_cast<double>(prior) / static_cast<double>(corpus.documents()),
      static_cast<std::uint64_t>(seed));
  return {selected(corpus, split.train), selected(corpus, split.test)};
}

TrainOptions with_prior(TrainOptions options, std::uint64_t prior, bool reports) {
  if (prior == 0) return options;
  set_option(options, "prior", "prior");  // the documents are handed over beside it
  if (reports) set_option(options, "prior-public", "true");
  return options;
}

namespace {

// Perplexity on test documents after each batch.
class BatchTrace final : public StreamObserver {
 public:
  BatchTrace(const Corpus& test, const Stop& wanted) : test_(test), wanted_(wanted) {}

  void on_prior(const Model& model) override { prior = measured(model); }
  void on_batch(const Model& model, std::uint64_t, std::uint64_t) override {
    batches.push_back(measured(model));
  }
  bool stop() override { return wanted_(); }

  nlohmann::ordered_json prior;
  nlohmann::ordered_json batches = nlohmann::ordered_json::array();

 private:
  double measured(const Model& model) { return perplexity(model, test_, pool_).value; }

  const Corpus& test_;
  const Stop& wanted_;
  ThreadPool pool_{1};
};

nlohmann::ordered_json streamed(const Dataset& data, TrainOptions options,
                                std::optional<double> epsilon, std::uint64_t prior,
                                const Stop& stop) {
  const PriorAndRest parts = prior_and_rest(data.train, prior, *options->seed);
  const Corpus& rest = parts.rest ? *parts.rest : data.train;
  BatchTrace trace(data.test, stop);
  const auto run = [&](StreamSource& source) {
    return train_stream(source, parts.prior ? &*parts.prior : nullptr, on_one_thread(options),
                        trace);
  };
  StreamResult result;
  if (epsilon) {
    const Reports reports = perturbed(rest, *epsilon, *options->seed);
    HeldReports source(reports);
    result = run(source);
  } else {
    HeldDocuments source(rest);
    result = run(source);
  }
  if (stop()) return nullptr;
  return {{"prior", trace.prior},
          {"batches", trace.batches},
          {"completion", quality_of(*result.model, data.test)["completion"]}};
}

}  // namespace

Cell reports_cell(const Dataset& data, const TrainOptions& options, double epsilon) {
  nlohmann::ordered_json identity = identity_of("reports", data.digest, options);
  identity["epsilon"] = epsilon;
  return {.identity = std::move(identity),
          .cost = report_cost(data.train, options),
          .work = [&data, options, epsilon](const Stop& stop) {
            const TrainOptions one = on_one_thread(options);
            const Reports reports = perturbed(data.train, epsilon, *options->seed);
            StoppableRun observer(stop);
            const TrainResult result = train(reports, nullptr, one, observer);
            return result.interrupted ? nullptr : quality_of(result.model, data.test);
          }};
}

Cell stream_cell(const Dataset& data, const TrainOptions& options, std::optional<double> epsilon,
                 std::uint64_t prior) {
  const TrainOptions complete = with_prior(options, prior, epsilon.has_value());
  nlohmann::ordered_json identity = identity_of("stream", data.digest, complete);
  identity["epsilon"] = epsilon ? nlohmann::ordered_json(*epsilon) : nullptr;
  identity["prior"] = prior;
  const double batches = static_cast<double>(data.train.documents()) /
                         static_cast<double>(setup_of(complete).stream.batch);
  const double testing = batches * static_cast<double>(data.test.tokens()) * 40 * 6e-8;
  return {.identity = std::move(identity),
          .cost = testing + (epsilon ? report_cost(data.train, options)
                                     : 2 * training_cost(data.train, options)),
          .work = [&data, complete, epsilon, prior](const Stop& stop) {
            return streamed(data, complete, epsilon, prior, stop);
          }};
}

}  // namespace dplda

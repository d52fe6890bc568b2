// online-lp: OLP-LDA. Batches of reports, each rebuilt into documents with what was learnt of word
// frequencies before, then learnt as O-LDA does (docs/internals/algorithms.md, "Streams of
// reports"; the paper, section VI-B).
#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "collect/reconstruction.h"
#include "recipes/channel_stream.h"
#include "recipes/lp.h"
#include "recipes/modes.h"
#include "recipes/online.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

Plan plan(const TrainOptions& options) {
  return {.unit = Unit::kPresence, .view = View::kReport, .exposures = prior_exposures(options)};
}

// How many documents of a batch are expected to have each word: the paper's mu, from the estimate
// of the batch before, its eta.
class ExpectedWords {
 public:
  explicit ExpectedWords(const TrainOptions& options) : options_(options) {}

  // mu^0 = eta^0: document frequencies.
  void begin(const Corpus& prior) {
    documents_ = static_cast<double>(prior.documents());
    mu_ = eta_ = expected_frequencies(prior, prior.documents());
  }
  // mu^l = (mu^{l-1} + eta^{l-1}) / 2 |D_l| / |D_{l-1}|; its Algorithm 3 has eta^{l-1} alone.
  std::span<const double> next(std::uint64_t documents) {
    const double scale = static_cast<double>(documents) / documents_;
    for (std::size_t t = 0; t < mu_.size(); ++t) {
      mu_[t] = (options_.mu_update == "mean" ? (mu_[t] + eta_[t]) / 2 : eta_[t]) * scale;
    }
    documents_ = static_cast<double>(documents);
    return mu_;
  }
  void learn(std::span<const double> eta) { eta_.assign(eta.begin(), eta.end()); }

  std::vector<double> kept() const {
    std::vector<double> kept = {documents_};
    kept.insert(kept.end(), mu_.begin(), mu_.end());
    kept.insert(kept.end(), eta_.begin(), eta_.end());
    return kept;
  }
  // Takes its part off the front.
  void keep(std::span<const double>& kept, std::size_t words) {
    if (kept.size() < 1 + 2 * words)
      throw InputError("the state of the stream is of another size; start the stream again");
    const std::span<const double> frequencies = kept.subspan(1, 2 * words);
    if (!(kept[0] >= 1 && kept[0] <= kMostDocuments) ||
        !std::all_of(frequencies.begin(), frequencies.end(),
                     [](double value) { return std::abs(value) <= kMostDocuments; }))
      throw InputError("the state of the stream is damaged; start the stream again");
    documents_ = kept[0];
    mu_.assign(kept.begin() + 1, kept.begin() + 1 + static_cast<std::ptrdiff_t>(words));
    kept = kept.subspan(1 + words);
    eta_.assign(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(words));
    kept = kept.subspan(words);
  }

 private:
  // Beyond this the numbers of a state are none of documents.
  static constexpr double kMostDocuments = 1e18;

  const TrainOptions& options_;
  double documents_ = 0;
  std::vector<double> mu_;
  std::vector<double> eta_;
};

class RebuiltStream final : public StreamMethod {
 public:
  explicit RebuiltStream(const StreamBench& bench)
      : bench_(bench), expected_(bench.options), topics_(bench) {}

  void begin(const Corpus& prior, const Streams& streams) override {
    if (bayes()) expected_.begin(prior);
    topics_.begin(prior, streams);
  }

  void learn(const StreamBatch& batch, const Streams& streams) override {
    WordSets sets = *batch.reports;
    const std::span<const double> mu =
        bayes() ? expected_.next(sets.documents()) : std::span<const double>();
    const std::vector<double> eta =
        estimated_frequencies(sets, *bench_.channel, bench_.options, mu, bench_.pool);
    reconstruct(sets, eta, streams, bench_.pool);
    if (bayes()) expected_.learn(eta);
    topics_.learn(sets, streams);
  }

  Published publish() const override { return topics_.publish(); }

  std::vector<double> kept() const override {
    std::vector<double> kept = bayes() ? expected_.kept() : std::vector<double>();
    const std::vector<double> topics = topics_.kept();
    kept.insert(kept.end(), topics.begin(), topics.end());
    return kept;
  }
  void keep(std::span<const double> kept) override {
    if (bayes()) expected_.keep(kept, bench_.words);
    topics_.keep(kept);
  }

 private:
  bool bayes() const { return expects_words(bench_.options); }

  const StreamBench bench_;
  ExpectedWords expected_;
  OnlineTopics topics_;
};

void resolve(TrainOptions& options) {
  const bool channel = learns_through_channel(options);
  options.beta = options.beta.value_or(channel ? 0.1 : 0.01);
  resolve_denoising(options);
  check_lambda(options);
  if (channel && options.lambda == "auto") {
    throw InputError(
        "--lambda auto weighs whole batches of counts: use it with --denoise moment or bayes; "
        "--denoise channel weighs every bit by itself");
  }
}

}  // namespace

const Recipe kOnlineLpRecipe = {
    .name = "online-lp",
    .summary = "OLP-LDA: batch by batch over a stream of perturbed reports",
    .defaults =
        [] {
          return nlohmann::ordered_json{{"sweeps", 30}, {"sampler", "sequential"}};
        },
    .resolve = resolve,
    .plan = plan,
    .method = nullptr,
    .reports = true,
    .stream = [](const StreamBench& bench) -> std::unique_ptr<StreamMethod> {
      if (learns_through_channel(bench.options)) return channel_stream(bench);
      return std::make_unique<RebuiltStream>(bench);
    }};

}  // namespace dplda

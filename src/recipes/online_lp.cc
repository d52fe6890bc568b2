// online-lp: OLP-LDA. Batches of reports, each rebuilt into documents with what was learnt of word
// frequencies before, then learnt as O-LDA does (docs/internals/algorithms.md, "Streams of
// reports"; the paper, section VI-B).
#include "recipes/online_lp.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.h"
#include "collect/reconstruction.h"
#include "recipes/channel_stream.h"
#include "training/prior_documents.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kOnlineLpRecipe;

namespace {

// How many documents of a batch are expected to have each word: the paper's mu, from the estimate
// of the batch before, its eta.
class ExpectedWords {
 public:
  explicit ExpectedWords(MuUpdate update) : update_(update) {}

  // mu^0 = eta^0: document frequencies.
  void begin(const Corpus& prior) {
    documents_ = static_cast<double>(prior.documents());
    mu_ = eta_ = expected_frequencies(prior, prior.documents());
  }
  // mu^l = (mu^{l-1} + eta^{l-1}) / 2 |D_l| / |D_{l-1}|; its Algorithm 3 has eta^{l-1} alone.
  std::span<const double> next(std::uint64_t documents) {
    const double scale = static_cast<double>(documents) / documents_;
    for (std::size_t t = 0; t < mu_.size(); ++t) {
      mu_[t] = (update_ == MuUpdate::kMean ? (mu_[t] + eta_[t]) / 2 : eta_[t]) * scale;
    }
    documents_ = static_cast<double>(documents);
    return mu_;
  }
  void learn(std::span<const double> eta) { eta_.assign(eta.begin(), eta.end()); }

  void save(StateWriter& state) const {
    state.put_one("expected_documents", documents_);
    state.put("mu", mu_);
    state.put("eta", eta_);
  }
  void restore(const StateReader& state, std::size_t words) {
    const auto documents = state.get_one<double>("expected_documents");
    std::vector<double> mu = state.get<double>("mu", words);
    std::vector<double> eta = state.get<double>("eta", words);
    const auto possible = [](double value) { return std::abs(value) <= kMostDocuments; };
    if (!(documents >= 1 && documents <= kMostDocuments) ||
        !std::all_of(mu.begin(), mu.end(), possible) ||
        !std::all_of(eta.begin(), eta.end(), possible))
      state.refuse("its numbers are damaged");
    documents_ = documents;
    mu_ = std::move(mu);
    eta_ = std::move(eta);
  }

 private:
  // Beyond this the numbers of a state are none of documents.
  static constexpr double kMostDocuments = 1e18;

  MuUpdate update_;
  double documents_ = 0;
  std::vector<double> mu_;
  std::vector<double> eta_;
};

class RebuiltStream final : public StreamMethod {
 public:
  RebuiltStream(const StreamBench& bench, const FrequencyEstimate& estimate, MuUpdate update,
                const OnlineRun& run)
      : bench_(bench), estimate_(estimate), expected_(update), topics_(bench, run) {}

  void begin(const Corpus& prior, const RandomStreams& random) override {
    if (estimate_.bayes) expected_.begin(prior);
    topics_.begin(prior, random);
  }

  void learn(const StreamBatch& batch, const RandomStreams& random) override {
    WordSets sets = *batch.reports;
    const std::span<const double> mu =
        estimate_.bayes ? expected_.next(sets.documents()) : std::span<const double>();
    const std::vector<double> eta =
        estimated_frequencies(sets, *bench_.channel, estimate_, mu, bench_.backend.pool());
    reconstruct(sets, eta, random, bench_.backend.pool());
    if (estimate_.bayes) expected_.learn(eta);
    topics_.learn(sets, random);
  }

  Published publish() const override { return topics_.publish(); }

  void save(StateWriter& state) const override {
    if (estimate_.bayes) expected_.save(state);
    topics_.save(state);
  }
  void restore(const StateReader& state) override {
    if (estimate_.bayes) expected_.restore(state, bench_.words);
    topics_.restore(state);
  }

 private:
  const StreamBench bench_;
  const FrequencyEstimate estimate_;
  ExpectedWords expected_;
  OnlineTopics topics_;
};

}  // namespace

OnlineLpOptions::OnlineLpOptions() {
  recipe = kOnlineLpRecipe.name;
  sweeps = 30;
}

const Recipe& OnlineLpOptions::of() const { return kOnlineLpRecipe; }

OptionTable OnlineLpOptions::own() {
  const auto has_prior =
      unless([this] { return !reports.prior.empty(); }, "there is no `prior` corpus");
  Option of_sampler = sampler_option(sampler);
  of_sampler.idle_because =
      unless([this] { return !reports.through_channel() || !reports.prior.empty(); },
             "`denoise channel` samples no plain corpus");
  OptionTable table = {beta_option(beta, "0.01; `denoise channel`: 0.1"),
                       of_sampler,
                       delta_option(*this),
                       reports.denoise_option(),
                       prior_option(reports.prior),
                       reports.prior_public_option(has_prior),
                       prior_sweeps_option(prior_sweeps, has_prior)};
  for (Option& option : reports.bayes_options()) table.push_back(std::move(option));
  table.push_back({.name = "mu-update",
                   .target = &mu_update,
                   .help = "`denoise bayes`: what a batch expects: the mean of the last "
                           "expectation and the last estimate, or the last estimate",
                   .idle_because = unless([this] { return reports.expects_words(); },
                                          "it belongs to `denoise bayes`")});
  for (Option& option : batches.table()) table.push_back(std::move(option));
  return table;
}

void OnlineLpOptions::complete() {
  beta = beta.value_or(reports.through_channel() ? 0.1 : 0.01);
  reports.complete();
  if (!lambda_of(batches.lambda) && reports.through_channel()) {
    throw InputError(
        "`lambda auto` weighs whole batches of counts: use it with `denoise moment` or bayes; "
        "`denoise channel` weighs every bit by itself");
  }
}

RunSetup OnlineLpOptions::setup() const {
  RunSetup setup{.plan = {.unit = Unit::kPresence,
                          .view = View::kReport,
                          .exposures = prior_exposures(reports.documents())},
                 .beta = *beta,
                 .states_total = true,
                 .prior = reports.documents(),
                 .stream = batches.stream()};
  const OnlineRun run = online_run(*beta, sampler, prior_sweeps, batches);
  if (reports.through_channel()) {
    setup.on_stream = [run](const StreamBench& bench) { return channel_stream(bench, run); };
    return setup;
  }
  setup.on_stream = [run, estimate = frequency_estimate(reports), update = MuUpdate{mu_update}](
                        const StreamBench& bench) -> std::unique_ptr<StreamMethod> {
    return std::make_unique<RebuiltStream>(bench, estimate, update, run);
  };
  return setup;
}

const Recipe kOnlineLpRecipe = {
    .name = "online-lp",
    .summary = "OLP-LDA: batch by batch over a stream of perturbed reports",
    .options = [] { return TrainOptions(OnlineLpOptions()); },
    .paper =
        [] {
          OptionValues values = paper_stream_settings();
          values.set("denoise", "bayes");
          return values;
        },
    .reports = true,
    .stream = true};

}  // namespace dplda

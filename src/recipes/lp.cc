// lp: LP-LDA. Learns from reports whose bits their contributors perturbed, so that the server need
// not be trusted (docs/internals/algorithms.md, "Reports"; the paper, section V).
#include "recipes/lp.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "collect/reconstruction.h"
#include "recipes/cgs.h"
#include "recipes/channel_lp.h"
#include "training/prior_documents.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kLpRecipe;

namespace {

Chain rebuilt_chain(const Workbench& bench, const ReportData& data, const FrequencyEstimate& how) {
  const auto topics = static_cast<std::size_t>(bench.run.topics);
  if (data.state != nullptr)
    return saved_chain(*data.state, data.reports.vocabulary.size(), topics, bench.backend);
  const Corpus rebuilt =
      rebuilt_corpus(data.reports, data.prior, how, bench.random, bench.backend.pool());
  if (rebuilt.tokens() == 0)
    throw InputError("the corpus has no tokens; nothing can be learnt from it");
  return started_chain(TokenSequences(rebuilt, bench.random, bench.backend.pool()),
                       bench.run.topics, bench.random, bench.backend);
}

}  // namespace

Corpus rebuilt_corpus(const Reports& reports, const Corpus* prior, const FrequencyEstimate& how,
                      const RandomStreams& random, ThreadPool& pool) {
  const std::vector<double> expected =
      how.bayes ? expected_frequencies(*prior, reports.bits.documents()) : std::vector<double>();
  const std::vector<double> estimates = estimated_frequencies(
      reports.bits, Channel(reports.parameters.threshold), how, expected, pool);
  WordSets sets = reports.bits;
  reconstruct(sets, estimates, random, pool);
  return corpus_of(sets, reports.vocabulary, Preparation());
}

LpOptions::LpOptions() { recipe = kLpRecipe.name; }
const Recipe& LpOptions::of() const { return kLpRecipe; }

OptionTable LpOptions::own() {
  const auto rebuilds = [this] { return !reports.through_channel(); };
  const auto has_prior = [this] { return reports.expects_words() && !reports.prior.empty(); };
  Option of_sampler = sampler_option(sampler);
  of_sampler.idle_because = unless(rebuilds, "`denoise channel` samples no plain corpus");
  Option of_kernel = kernel_option(kernel);
  of_kernel.idle_because =
      unless([this] { return !reports.through_channel() && sampler == Sampling::kSnapshot; },
             "it applies only to snapshot sweeps over drawn topics, which need `denoise moment` or "
             "bayes");
  Option of_prior = prior_option(reports.prior);
  of_prior.idle_because = unless([this] { return reports.expects_words(); },
                                 "recipe lp uses a `prior` corpus for `denoise bayes` only");
  OptionTable table = {
      beta_option(beta, "0.01"),
      of_sampler,
      of_kernel,
      delta_option(*this),
      reports.denoise_option(),
      of_prior,
      reports.prior_public_option(unless(has_prior, "there is no `prior` corpus"))};
  for (Option& option : reports.bayes_options()) table.push_back(std::move(option));
  table.push_back(noise_check_option(*this));
  return table;
}

void LpOptions::complete() {
  beta = beta.value_or(0.01);
  reports.complete();
  if (!reports.through_channel() && sampler == Sampling::kSnapshot)
    kernel = settled(kernel, topics, kMostDense);
}

// Everything is made of the reports, which protect themselves.
RunSetup LpOptions::setup() const {
  RunSetup setup{.plan = {.unit = Unit::kPresence,
                          .view = View::kReport,
                          .exposures = prior_exposures(reports.documents())},
                 .beta = *beta,
                 .states_total = true,
                 .prior = reports.documents()};
  if (setup.prior.given()) setup.unchecked = "there is no check for such a run";
  if (reports.through_channel()) {
    setup.on_reports = [smoothing = *beta](const Workbench& bench, const ReportData& data) {
      return channel_method(bench, data.reports, smoothing);
    };
    return setup;
  }
  const PlainSampling how{
      .sampling = sampler,
      .kernel = kernel_for(kernel, static_cast<std::size_t>(topics), kMostDense)};
  setup.on_reports = [how, estimate = frequency_estimate(reports), smoothing = *beta](
                         const Workbench& bench, const ReportData& data) {
    return plain_method(bench, how, smoothing, rebuilt_chain(bench, data, estimate));
  };
  return setup;
}

const Recipe kLpRecipe = {
    .name = "lp",
    .summary = "LP-LDA: learns from reports that their contributors perturbed",
    .options = [] { return TrainOptions(LpOptions()); },
    .paper =
        [] {
          OptionValues values = paper_settings();
          values.set("denoise", "moment");
          values.set("sampler", "sequential");
          return values;
        },
    .reports = true};

}  // namespace dplda

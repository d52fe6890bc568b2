// lp: LP-LDA. Learns from reports whose bits their contributors perturbed, so that the server need
// not be trusted (docs/internals/algorithms.md, "Reports"; the paper, section V).
#include "recipes/lp.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "collect/reconstruction.h"
#include "corpus/prepare.h"
#include "recipes/cgs.h"
#include "recipes/channel_lp.h"
#include "recipes/modes.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// Everything is made of the reports, which protect themselves.
Plan plan(const TrainOptions& options) {
  return {.unit = Unit::kPresence, .view = View::kReport, .exposures = prior_exposures(options)};
}

void resolve(TrainOptions& options) {
  options.beta = options.beta.value_or(0.01);
  resolve_denoising(options);
}

}  // namespace

void resolve_denoising(TrainOptions& options) {
  constexpr double kPaperOmega = 0.4;
  if (options.omega && options.prior_sigma)
    throw InputError("give --omega or --prior-sigma, not both: either decides the other");
  if (!expects_words(options)) return;
  if (options.prior.empty()) {
    throw InputError(
        "--denoise bayes must know how frequent words are expected to be: give a --prior corpus, "
        "or use --denoise moment");
  }
  if (!options.prior_sigma) options.omega = options.omega.value_or(kPaperOmega);
}

std::optional<Corpus> open_prior(const TrainOptions& options, const Vocabulary& vocabulary,
                                 const nlohmann::ordered_json& preparation) {
  if (options.prior.empty()) return std::nullopt;
  Corpus prior = open_corpus_for(options.prior, vocabulary, preparation);
  if (prior.tokens() == 0) {
    throw InputError(fmt::format("{} has no token of the vocabulary; nothing can be learnt from it",
                                 options.prior));
  }
  return prior;
}

nlohmann::ordered_json report_preparation() { return {{"options", {{"binary", true}}}}; }

std::vector<Exposure> prior_exposures(const TrainOptions& options) {
  if (options.prior.empty() || options.prior_public) return {};
  return {
      {"the documents of --prior",
       "the model is made of their exact counts; lp, online-lp: give --prior-public if they are "
       "public"}};
}

std::vector<double> expected_frequencies(const Corpus& prior, std::uint64_t documents) {
  if (prior.documents() == 0) throw InputError("the --prior corpus has no documents");
  std::vector<double> expected(prior.words());
  const double scale = static_cast<double>(documents) / static_cast<double>(prior.documents());
  for (const std::int32_t word : prior.all().words) expected[static_cast<std::size_t>(word)] += 1;
  for (double& frequency : expected) frequency *= scale;
  return expected;
}

std::vector<double> estimated_frequencies(const WordSets& reports, Channel channel,
                                          const TrainOptions& options,
                                          std::span<const double> expected, ThreadPool& pool) {
  const std::uint64_t documents = reports.documents();
  const bool bayes = expects_words(options);
  const double omega = options.prior_sigma ? omega_for(channel, documents, *options.prior_sigma)
                                           : options.omega.value_or(0);
  std::vector<double> estimates;
  estimates.reserve(reports.words());
  for (const std::uint64_t ones : reports.frequencies(pool)) {
    const double moment = moment_estimate(channel, ones, documents);
    estimates.push_back(bayes ? bayes_estimate(moment, expected[estimates.size()], omega) : moment);
  }
  return estimates;
}

Corpus rebuilt_corpus(const Reports& reports, const Corpus* prior, const TrainOptions& options) {
  ThreadPool pool(thread_count(options.threads));
  const bool bayes = expects_words(options);
  const std::vector<double> expected =
      bayes ? expected_frequencies(*prior, reports.bits.documents()) : std::vector<double>();
  const std::vector<double> estimates = estimated_frequencies(
      reports.bits, Channel(reports.parameters.threshold), options, expected, pool);
  WordSets sets = reports.bits;
  reconstruct(sets, estimates, Streams(training_key(options, reports.digest)), pool);
  return corpus_of(sets, reports.vocabulary,
                   {{"format", "reports"},
                    {"options", {{"binary", true}}},
                    {"reports", reports.bits.documents()}});
}

const Recipe kLpRecipe = {
    .name = "lp",
    .summary = "LP-LDA: learns from reports that their contributors perturbed",
    .defaults = [] { return nlohmann::ordered_json::object(); },
    .resolve = resolve,
    .plan = plan,
    .method =
        [](const Workbench& bench, const TokenSequences&) {
          return learns_through_channel(bench.options) ? channel_method(bench)
                                                       : plain_method(bench);
        },
    .reports = true};

}  // namespace dplda

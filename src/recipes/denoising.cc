#include "recipes/denoising.h"

#include <utility>

#include "base/errors.h"

namespace dplda {

Option DenoisingOptions::denoise_option() {
  return {.name = "denoise",
          .target = &denoise,
          .help =
              "channel: learn through the known noise; moment, bayes: rebuild a corpus first, "
              "as published"};
}

Option prior_option(std::string& prior) {
  return {.name = "prior",
          .target = &prior,
          .help = "a corpus of unperturbed documents to begin with",
          .metavar = "CORPUS",
          .affects_result = false};
}

Option DenoisingOptions::prior_public_option(std::function<std::string()> idle) {
  return {.name = "prior-public",
          .target = &prior_public,
          .help = "the documents of `prior` are public: nothing in them needs protection",
          .idle_because = std::move(idle)};
}

OptionTable DenoisingOptions::bayes_options() {
  const auto idle = unless([this] { return expects_words(); }, "it belongs to `denoise bayes`");
  return {{.name = "omega",
           .target = &omega,
           .help = "`denoise bayes`: weight of the expected frequency of a word (default: 0.4)",
           .least = 0,
           .most = 1,
           .idle_because = idle},
          {.name = "prior-sigma",
           .target = &prior_sigma,
           .help = "`denoise bayes`: standard deviation of the expected frequency, in documents "
                   "of a batch, in place of `omega`",
           .least = 0,
           .most = 1e9,
           .above_least = true,
           .idle_because = idle}};
}

void DenoisingOptions::complete() {
  constexpr double kPaperOmega = 0.4;
  if (omega && prior_sigma)
    throw InputError("give `omega` or `prior-sigma`, not both: either decides the other");
  if (!expects_words()) return;
  if (prior.empty()) {
    throw InputError(
        "`denoise bayes` must know how frequent words are expected to be: give a `prior` corpus, "
        "or use `denoise moment`");
  }
  if (!prior_sigma) omega = omega.value_or(kPaperOmega);
}

FrequencyEstimate frequency_estimate(const DenoisingOptions& options) {
  return {.bayes = options.expects_words(),
          .omega = options.omega.value_or(0),
          .prior_sigma = options.prior_sigma};
}

std::vector<double> expected_frequencies(const Corpus& prior, std::uint64_t documents) {
  if (prior.documents() == 0) throw InputError("the `prior` corpus has no documents");
  std::vector<double> expected(prior.words());
  const double scale = static_cast<double>(documents) / static_cast<double>(prior.documents());
  for (const std::int32_t word : prior.all().words) expected[static_cast<std::size_t>(word)] += 1;
  for (double& frequency : expected) frequency *= scale;
  return expected;
}

std::vector<double> estimated_frequencies(const WordSets& reports, Channel channel,
                                          const FrequencyEstimate& how,
                                          std::span<const double> expected, ThreadPool& pool) {
  const std::uint64_t documents = reports.documents();
  const double omega =
      how.prior_sigma ? omega_for(channel, documents, *how.prior_sigma) : how.omega;
  std::vector<double> estimates;
  estimates.reserve(reports.words());
  for (const std::uint64_t ones : reports.frequencies(pool)) {
    const double moment = moment_estimate(channel, ones, documents);
    estimates.push_back(how.bayes ? bayes_estimate(moment, expected[estimates.size()], omega)
                                  : moment);
  }
  return estimates;
}

}  // namespace dplda

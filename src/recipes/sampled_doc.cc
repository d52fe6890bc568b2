#include "recipes/sampled_doc.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "lda/snapshot.h"
#include "lda/snapshot_law.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/modes.h"
#include "recipes/noisiest_length.h"
#include "recipes/released_tables.h"
#include "recipes/training.h"

namespace dplda {
namespace {

// Soft thresholds, in standard deviations of the noise; measured (docs/results/document-level.md).
constexpr double kThreshold = 1.3;

class SampledDoc final : public Method {
 public:
  SampledDoc(const Workbench& bench, const TokenSequences& tokens)
      : bench_(bench),
        released_(static_cast<std::size_t>(bench.options.topics), tokens.vocabulary()),
        mean_(released_.topics(), tokens.vocabulary()),
        law_({.alpha = std::vector<double>(released_.topics(), bench.options.alpha),
              .beta = *bench.options.beta},
             tokens.vocabulary(), static_cast<std::uint64_t>(bench.options.cap)),
        sweep_(kernel_of(bench.options)) {
    if (!adds_noise(bench.options)) return;
    const double sigma = *bench.options.sigma;
    noise_.emplace(rational_at_least(sigma * sigma));
  }

  void sweep(Chain& chain, const Prior&, std::uint32_t round) override {
    const TrainOptions& options = bench_.options;
    release_table(chain.table, round);
    if (round > options.sweeps + 1 - options.average) mean_.add(released_);
    ReleaseMean now(released_.topics(), released_.words());
    now.add(released_);
    law_.set_phi(phi_of(now, options.shrink.value_or(kThreshold)).phi, bench_.pool);
    sweep_.set_law(law_.law(), bench_.pool);
    for (std::int64_t inner = 0; inner < options.inner_sweeps; ++inner) {
      // Every inner sweep of every round has draws of its own.
      const auto number =
          static_cast<std::uint32_t>((round - 1) * options.inner_sweeps + inner + 1);
      sweep_.run(chain.tokens, chain.topics, bench_.streams,
                 {.purpose = Purpose::kTopic, .sweep = number}, bench_.pool);
    }
    chain.table.recount(chain.tokens, chain.topics, bench_.pool);
  }

  Published publish(const Chain& chain, const Prior&, std::uint32_t rounds) override {
    release_table(chain.table, rounds + 1);
    mean_.add(released_);
    return phi_of(mean_, bench_.options.shrink_phi.value_or(kThreshold));
  }

  // A drawn table has one for every word of a document.
  TopiclessDocuments without_topics(const TokenSequences&) const override {
    const std::vector<double> sums = word_sums(mean_);
    TopiclessDocuments documents{
        .frequencies = nearest_frequencies(sums), .lengths = {}, .distinct = true};
    const double tokens = std::accumulate(sums.begin(), sums.end(), 0.0);
    if (tokens > 0) {
      documents.lengths = equal_lengths(tokens, noisiest_length(bench_.options));
      documents.other_lengths = uneven_lengths(
          bench_.options, tokens, [](std::uint64_t words) { return static_cast<double>(words); });
    }
    return documents;
  }

  const TopicTable* released() const override { return &released_; }
  std::span<const std::int64_t> kept() const override { return mean_.sums(); }
  void keep(std::span<const std::int64_t> kept) override { mean_.set_sums(kept); }

 private:
  void release_table(const TopicTable& counts, std::uint32_t number) {
    release(counts, noise_, number, bench_.streams, bench_.pool, released_);
    witness_table(bench_, number, counts, released_);
  }

  Published phi_of(const ReleaseMean& mean, double sigmas) const {
    const double sigma =
        noise_ ? *bench_.options.sigma / std::sqrt(static_cast<double>(mean.releases())) : 0;
    return published_from(thresholded(mean, sigmas * sigma), released_.topics(), released_.words(),
                          *bench_.options.beta);
  }

  const Workbench bench_;
  std::optional<DiscreteGaussian> noise_;
  TopicTable released_;
  ReleaseMean mean_;
  PlainLaw law_;
  SnapshotSweep sweep_;
};

}  // namespace

std::unique_ptr<Method> sampled_doc_method(const Workbench& bench, const TokenSequences& tokens) {
  return std::make_unique<SampledDoc>(bench, tokens);
}

}  // namespace dplda

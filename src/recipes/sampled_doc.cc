#include "recipes/sampled_doc.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "lda/snapshot.h"
#include "lda/snapshot_law.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/noisiest_length.h"
#include "recipes/released_tables.h"

namespace dplda {
namespace {

class SampledDoc final : public ReleasingMethod {
 public:
  SampledDoc(const Workbench& bench, const DocRun& run, Chain chain)
      : ReleasingMethod(bench, std::move(chain), flat_prior(bench.run, run.beta)),
        run_(run),
        law_(prior_, released_.words(), run.cap),
        sweep_(run.kernel) {
    // Where whole documents are protected, not even the length of the longest may decide anything.
    check_alpha(bench.run.alpha, std::min<std::uint64_t>(run.cap, released_.words()));
    if (run.noisy) noise_.emplace(run.variance);
  }

  void sweep(std::uint32_t round) override {
    release_table(round);
    if (round > run_.sweeps + 1 - run_.average) mean_.add(released_);
    ReleaseMean now(released_.topics(), released_.words());
    now.add(released_);
    law_.set_phi(phi_of(now, run_.threshold).phi, bench_.backend.pool());
    sweep_.set_law(law_.law(), bench_.backend.pool());
    for (std::int64_t inner = 0; inner < run_.inner_sweeps; ++inner) {
      // Every inner sweep of every round has draws of its own.
      const auto number = static_cast<std::uint32_t>((round - 1) * run_.inner_sweeps + inner + 1);
      bench_.backend.draw(sweep_, chain_.tokens, chain_.topics, bench_.random,
                          {.purpose = Purpose::kTopic, .sweep = number});
    }
    bench_.backend.recount(chain_);
  }

  Published publish(std::uint32_t rounds) override {
    release_table(rounds + 1);
    mean_.add(released_);
    return phi_of(mean_, run_.phi_threshold);
  }

  // A drawn table has one for every word of a document.
  TopiclessDocuments without_topics() const override {
    const std::vector<double> sums = word_sums(mean_);
    TopiclessDocuments documents{
        .frequencies = nearest_frequencies(sums), .lengths = {}, .distinct = true};
    const double tokens = std::accumulate(sums.begin(), sums.end(), 0.0);
    if (tokens > 0) {
      documents.lengths = equal_lengths(tokens, noisiest_length(bench_.run, run_.cap));
      documents.other_lengths =
          uneven_lengths(bench_.run.alpha, run_.cap, tokens,
                         [](std::uint64_t words) { return static_cast<double>(words); });
    }
    return documents;
  }

 private:
  void release_table(std::uint32_t number) { release_counts(noise_, number); }

  Published phi_of(const ReleaseMean& mean, double sigmas) const {
    const double sigma = noise_ ? run_.sigma / std::sqrt(static_cast<double>(mean.releases())) : 0;
    return published_from(thresholded(mean, sigmas * sigma), released_.topics(), released_.words(),
                          run_.beta);
  }

  const DocRun run_;
  std::optional<DiscreteGaussian> noise_;
  PlainLaw law_;
  SnapshotSweep sweep_;
};

}  // namespace

std::unique_ptr<Method> sampled_doc_method(const Workbench& bench, const DocRun& run, Chain chain) {
  return std::make_unique<SampledDoc>(bench, run, std::move(chain));
}

}  // namespace dplda

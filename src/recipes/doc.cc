// doc: document-level LDA. Every round releases a table of capped documents with Gaussian noise,
// then each document draws its own topics from what was released; topics stay hidden. Protects
// whole documents (docs/algorithms.md, "Document-level LDA"; docs/proofs.md, Theorem B).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "lda/snapshot.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/registry.h"
#include "recipes/released_tables.h"
#include "recipes/training.h"

namespace dplda {
namespace {

std::uint64_t cap_of(const TrainOptions& options) {
  return static_cast<std::uint64_t>(options.cap);
}

DiscreteGaussian noise_of(const TrainOptions& options) {
  return DiscreteGaussian(rational_at_least(*options.sigma * *options.sigma));
}

// rho = (T + 1) s / (2 sigma^2), solved for sigma.
void meet_target(TrainOptions& options) {
  const auto releases = static_cast<std::uint64_t>(options.sweeps) + 1;
  const double rho = rho_for(*options.target_epsilon, options.delta);
  double sigma = std::sqrt(static_cast<double>(releases * cap_of(options)) / (2 * rho));
  // What is charged is rounded up: a little more noise makes room for it.
  const auto within = [&] {
    options.sigma = sigma;
    const PrivacyLoss loss = releases * noise_of(options).mechanism(cap_of(options)).loss;
    return epsilon_at(loss, options.delta) <= *options.target_epsilon;
  };
  while (!within()) sigma *= 1 + 1e-9;
}

void resolve(TrainOptions& options) {
  options.beta = options.beta.value_or(0.01);
  if (options.target_epsilon && options.sigma) {
    throw InputError("give --target-epsilon or --sigma, not both: either decides the other");
  }
  if (options.target_epsilon) meet_target(options);
  if (options.sigma) return;
  throw InputError(
      "recipe doc must know how private the run shall be: give --target-epsilon (the total, with "
      "--delta) or --sigma (the noise of each release)");
}

Plan plan(const TrainOptions& options) {
  if (options.sampler != "snapshot" || options.noise != "discrete") {
    throw InputError(
        "recipe doc runs with --sampler snapshot and --noise discrete: its proof needs both");
  }
  Plan plan{.unit = Unit::kDocument, .view = View::kCounts};
  plan.each_sweep = {{.release = "topic-word table of capped documents with noise",
                      .mechanism = noise_of(options).mechanism(cap_of(options)),
                      .unit = plan.unit,
                      .view = plan.view}};
  plan.at_end = plan.each_sweep;
  return plan;
}

class DocMethod final : public Method {
 public:
  DocMethod(const Workbench& bench, const TokenSequences& tokens)
      : bench_(bench),
        noise_(noise_of(bench.options)),
        released_(static_cast<std::size_t>(bench.options.topics), tokens.vocabulary()),
        mean_(released_.topics(), tokens.vocabulary()),
        law_({.alpha = std::vector<double>(released_.topics(), bench.options.alpha),
              .beta = *bench.options.beta},
             tokens.vocabulary(), cap_of(bench.options)) {}

  void sweep(Chain& chain, const Prior&, std::uint32_t round) override {
    const TrainOptions& options = bench_.options;
    release(chain.table, noise_, round, bench_.streams, bench_.pool, released_);
    if (round > options.sweeps + 1 - options.average) mean_.add(released_);
    ReleaseMean now(released_.topics(), released_.words());
    now.add(released_);
    law_.set_phi(phi_of(now, options.shrink.value_or(1.3)).phi, bench_.pool);
    for (std::int64_t inner = 0; inner < options.inner_sweeps; ++inner) {
      // Every inner sweep of every round has draws of its own.
      const auto number =
          static_cast<std::uint32_t>((round - 1) * options.inner_sweeps + inner + 1);
      snapshot_sweep(law_.law(), chain.tokens, chain.topics, bench_.streams,
                     {.purpose = Purpose::kTopic, .sweep = number}, bench_.pool);
    }
    chain.table.recount(chain.tokens, chain.topics, bench_.pool);
  }

  Published publish(const Chain& chain, const Prior&, std::uint32_t rounds) override {
    release(chain.table, noise_, rounds + 1, bench_.streams, bench_.pool, released_);
    mean_.add(released_);
    return phi_of(mean_, bench_.options.shrink_phi.value_or(1.3));
  }

  std::span<const std::int64_t> kept() const override { return mean_.sums(); }
  void keep(std::vector<std::int64_t> kept) override { mean_.set_sums(std::move(kept)); }

 private:
  Published phi_of(const ReleaseMean& mean, double sigmas) const {
    const double sigma = *bench_.options.sigma / std::sqrt(static_cast<double>(mean.releases()));
    return published_from(thresholded(mean, sigmas * sigma), released_.topics(), released_.words(),
                          *bench_.options.beta);
  }

  const Workbench bench_;
  DiscreteGaussian noise_;
  TopicTable released_;
  ReleaseMean mean_;
  PlainLaw law_;
};

}  // namespace

const Recipe kDoc = {
    .name = "doc",
    .summary = "document-level LDA: protects whole documents, topics stay hidden",
    .defaults =
        [] {
          return nlohmann::ordered_json{{"sweeps", 10}, {"alpha", 0.05}, {"average", 3}};
        },
    .resolve = resolve,
    .plan = plan,
    .method = [](const Workbench& bench, const TokenSequences& tokens) -> std::unique_ptr<Method> {
      return std::make_unique<DocMethod>(bench, tokens);
    },
    .capped = true};

}  // namespace dplda

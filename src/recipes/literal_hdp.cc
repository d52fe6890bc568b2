#include "recipes/literal_hdp.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "base/errors.h"
#include "lda/offset_sampler.h"
#include "recipes/noise_offsets.h"
#include "recipes/training.h"

namespace dplda {
namespace {

class LiteralHdp final : public Method {
 public:
  LiteralHdp(const Workbench& bench, const TokenSequences& tokens)
      : bench_(bench),
        noise_(bench.options.noise,
               bench.options.noise == "none" ? 0.0 : 2.0 / *bench.options.epsilon_noise),
        accumulate_(bench.options.noise_update == "accumulate") {
    offsets_.clip = bench.options.clip;
    const TopicTable shape(static_cast<std::size_t>(bench.options.topics), tokens.vocabulary());
    offsets_.table.resize(shape.stride() * shape.words());
  }

  // The paper, Algorithm 1: noise on every count, then draws from clipped counts.
  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    if (!accumulate_) offsets_.table.clear();
    noise_.add_to_table(chain.table, bench_.streams, sweep, offsets_.table);
    offset_sweep(chain, prior, offsets_, bench_.streams, sweep);
  }

  // The last sweep's moves are in it without noise: one of the errors.
  Published publish(const Chain& chain, const Prior& prior, std::uint32_t) override {
    Offsets unclipped = offsets_;
    unclipped.clip = std::numeric_limits<double>::infinity();
    return {phi_from_offsets(chain.table, unclipped, prior.beta),
            prevalence_from_counts(chain.table)};
  }

  DrawLaw drawn_by() const override { return {.in_place = &offsets_}; }
  std::span<const std::int64_t> kept() const override {
    kept_.clear();
    if (accumulate_) {
      for (const double offset : offsets_.table)
        kept_.push_back(std::bit_cast<std::int64_t>(offset));
    }
    return kept_;
  }
  void keep(std::span<const std::int64_t> kept) override {
    if (!accumulate_) return;
    if (kept.size() != offsets_.table.size())
      throw InputError("the checkpoint's noise does not fit the run; start it again");
    offsets_.table.clear();
    for (const std::int64_t bits : kept) offsets_.table.push_back(std::bit_cast<double>(bits));
  }

 private:
  const Workbench bench_;
  OffsetNoise noise_;
  bool accumulate_;
  Offsets offsets_;
  mutable std::vector<std::int64_t> kept_;
};

}  // namespace

Plan literal_hdp_plan(const TrainOptions& options) {
  Plan plan;
  plan.exposures = {
      {"the topic-word table of the model", "the last sweep's moves are in it without noise"},
      {"the topics of the tokens",
       "counts change in place with true words while topics are drawn from them"}};
  if (options.noise == "laplace") {
    plan.exposures.push_back(
        {"the noise", "continuous noise is vulnerable to floating-point attacks"});
  }
  const double range = 2 * std::log1p(options.clip / *options.beta);
  const double noise = options.noise == "none" ? 0 : *options.epsilon_noise;
  plan.remarks = {fmt::format(
      "Claimed by the paper, refuted: epsilon {:.4g} in all ({} sweeps of {:.4g} for noise and "
      "{:.4g} for draws; unit: word, view: topics+counts).",
      static_cast<double>(options.sweeps) * (noise + range), options.sweeps, noise, range)};
  return plan;
}

std::unique_ptr<Method> literal_hdp_method(const Workbench& bench, const TokenSequences& tokens) {
  return std::make_unique<LiteralHdp>(bench, tokens);
}

}  // namespace dplda

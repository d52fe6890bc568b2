#include "recipes/literal_hdp.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "lda/model.h"
#include "lda/offset_sampler.h"
#include "recipes/noise_offsets.h"

namespace dplda {
namespace {

class LiteralHdp final : public ChainMethod {
 public:
  LiteralHdp(const Workbench& bench, const LiteralHdpRun& run, Chain chain)
      : ChainMethod(std::move(chain), flat_prior(bench.run, run.beta)),
        bench_(bench),
        noise_(run.noise, run.noise == Noise::kNone ? 0.0 : 2.0 / run.epsilon_noise),
        accumulate_(run.accumulate) {
    offsets_.clip = run.clip;
    offsets_.table.resize(chain_.table.stride() * chain_.table.words());
  }

  // The paper, Algorithm 1: noise on every count, then draws from clipped counts.
  void sweep(std::uint32_t sweep) override {
    if (!accumulate_) offsets_.table.clear();
    noise_.add_to_table(chain_.table, bench_.random, sweep, offsets_.table);
    offset_sweep(chain_, prior_, offsets_, bench_.random, sweep);
  }

  // The last sweep's moves are in it without noise: one of the errors.
  Published publish(std::uint32_t) override {
    Offsets unclipped = offsets_;
    unclipped.clip = std::numeric_limits<double>::infinity();
    return {phi_from_offsets(chain_.table, unclipped, prior_.beta),
            prevalence_from_counts(chain_.table)};
  }

  DrawLaw drawn_by() const override { return {.in_place = &offsets_}; }
  void save(StateWriter& state) const override {
    ChainMethod::save(state);
    if (accumulate_) state.put("noise", offsets_.table);
  }
  void restore(const StateReader& state) override {
    ChainMethod::restore(state);
    if (accumulate_) offsets_.table = state.get<double>("noise", offsets_.table.size());
  }

 private:
  const Workbench bench_;
  OffsetNoise noise_;
  bool accumulate_;
  Offsets offsets_;
};

}  // namespace

RunSetup as_published_setup(RunSetup setup, const LiteralHdpRun& run) {
  setup.plan.exposures = {
      {"the topic-word table of the model", "the last sweep's moves are in it without noise"},
      {"the topics of the tokens",
       "counts change in place with true words while topics are drawn from them"}};
  if (run.noise == Noise::kLaplace) {
    setup.plan.exposures.push_back(
        {"the noise", "continuous noise is vulnerable to floating-point attacks"});
  }
  const double range = 2 * std::log1p(run.clip / run.beta);
  setup.plan.remarks = {fmt::format(
      "Claimed by the paper, refuted: epsilon {:.4g} in all ({} sweeps of {:.4g} for noise and "
      "{:.4g} for draws; unit: word, view: topics+counts).",
      static_cast<double>(run.sweeps) * (run.epsilon_noise + range), run.sweeps, run.epsilon_noise,
      range)};
  setup.on_documents = [run](const Workbench& bench, Chain chain) -> std::unique_ptr<Method> {
    return std::make_unique<LiteralHdp>(bench, run, std::move(chain));
  };
  return setup;
}

}  // namespace dplda

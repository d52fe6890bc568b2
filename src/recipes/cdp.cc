// cdp: CDP-LDA. Protects nobody: the noise is in the counts, but topics and phi are not released
// through it. A baseline of the paper.
#include "recipes/cdp.h"

#include <fmt/format.h>

#include <utility>

#include "base/errors.h"
#include "lda/model.h"
#include "lda/offset_sampler.h"
#include "recipes/noise_offsets.h"
#include "training/recipe.h"

namespace dplda {
namespace {

class NoisyCounts final : public ChainMethod {
 public:
  NoisyCounts(const Workbench& bench, NoiseTimes times, const OffsetNoise& noise, double beta,
              Chain chain)
      : ChainMethod(std::move(chain), flat_prior(bench.run, beta)),
        bench_(bench),
        times_(times),
        noise_(noise) {}

  // The paper, section VII-A: Lap(1 / eps) on n_k^t and n_m^k.
  void sweep(std::uint32_t sweep) override {
    set_noise(sweep);
    offset_sweep(chain_, prior_, offsets_, bench_.random, sweep);
  }

  Published publish(std::uint32_t sweeps) override {
    set_noise(sweeps);
    return {phi_from_offsets(chain_.table, offsets_, prior_.beta),
            prevalence_from_counts(chain_.table)};
  }

  DrawLaw drawn_by() const override { return {.in_place = &offsets_}; }

 private:
  void set_noise(std::uint32_t sweep) {
    const std::uint32_t number = times_ == NoiseTimes::kOnce ? 1 : sweep;
    if (number == drawn_) return;
    drawn_ = number;
    offsets_.table.clear();
    noise_.add_to_table(chain_.table, bench_.random, number, offsets_.table);
    offsets_.document = [this, number](std::uint64_t index, std::span<double> out) {
      noise_.document(index, chain_.table.words(), bench_.random, number, out);
    };
  }

  const Workbench bench_;
  NoiseTimes times_;
  OffsetNoise noise_;
  Offsets offsets_;
  std::optional<std::uint32_t> drawn_;
};

Plan plan_of(const CdpOptions& options) {
  Plan plan;
  plan.exposures = {
      {"the topic-word table of the model", "it holds the last sweep's moves without noise"},
      {"the topics of the tokens", "nothing bounds what a draw says about its word"}};
  if (options.noise == Noise::kLaplace) {
    plan.exposures.push_back(
        {"the noise", "continuous noise is vulnerable to floating-point attacks"});
  }
  if (options.noise != Noise::kNone) {
    const char* often = options.times == NoiseTimes::kOnce ? "once" : "in every sweep";
    plan.remarks = {fmt::format(
        "Nominal figures of the paper, no guarantee: epsilon {0:.4g} for each noised table, {1}; "
        "a replaced word moves two cells, so {2:.4g} would be right (unit: word, view: counts).",
        *options.epsilon_noise, often, 2 * *options.epsilon_noise)};
  }
  return plan;
}

}  // namespace

CdpOptions::CdpOptions(NoiseTimes noise_times) : times(noise_times) { recipe = of().name; }

const Recipe& CdpOptions::of() const {
  return times == NoiseTimes::kOnce ? kCdpRecipe : kCdpPlusRecipe;
}

OptionTable CdpOptions::own() {
  OptionTable table = {
      beta_option(beta, "0.01"),
      epsilon_noise_option(epsilon_noise, "noise of scale 1/epsilon, which protects nobody"),
      noise_option(noise)};
  table[1].idle_because = unless([this] { return noise != Noise::kNone; }, kNoNoise);
  return table;
}

void CdpOptions::complete() {
  beta = beta.value_or(0.01);
  if (noise == Noise::kNone || epsilon_noise) return;
  throw InputError(
      fmt::format("recipe {} needs `epsilon-noise`: its noise has scale 1 / epsilon", recipe));
}

RunSetup CdpOptions::setup() const {
  RunSetup setup{.plan = plan_of(*this), .beta = *beta};
  const OffsetNoise scaled(noise, noise == Noise::kNone ? 0.0 : 1.0 / *epsilon_noise);
  setup.on_documents = [scaled, when = times, smoothing = *beta](
                           const Workbench& bench, Chain chain) -> std::unique_ptr<Method> {
    return std::make_unique<NoisyCounts>(bench, when, scaled, smoothing, std::move(chain));
  };
  return setup;
}

const Recipe kCdpRecipe = {.name = "cdp",
                           .summary = "CDP-LDA, a baseline: noise in the first sweep, not private",
                           .options = [] { return TrainOptions(CdpOptions(NoiseTimes::kOnce)); },
                           .paper = [] { return paper_settings(); }};

}  // namespace dplda

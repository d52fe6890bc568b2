// cdp: CDP-LDA. Protects nobody: the noise is in the counts, but topics and phi are not released
// through it. A baseline of the paper.
#include "recipes/cdp.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "lda/offset_sampler.h"
#include "recipes/noise_offsets.h"
#include "recipes/training.h"

namespace dplda {
namespace {

class NoisyCounts final : public Method {
 public:
  NoisyCounts(const Workbench& bench, NoiseTimes times)
      : bench_(bench),
        times_(times),
        noise_(bench.options.noise,
               bench.options.noise == "none" ? 0.0 : 1.0 / *bench.options.epsilon_noise) {}

  // The paper, section VII-A: Lap(1 / eps) on n_k^t and n_m^k.
  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    set_noise(chain.table, sweep);
    offset_sweep(chain, prior, offsets_, bench_.streams, sweep);
  }

  Published publish(const Chain& chain, const Prior& prior, std::uint32_t sweeps) override {
    set_noise(chain.table, sweeps);
    return {phi_from_offsets(chain.table, offsets_, prior.beta),
            prevalence_from_counts(chain.table)};
  }

  DrawLaw drawn_by() const override { return {.in_place = &offsets_}; }

 private:
  void set_noise(const TopicTable& table, std::uint32_t sweep) {
    const std::uint32_t number = times_ == NoiseTimes::kOnce ? 1 : sweep;
    if (number == drawn_) return;
    drawn_ = number;
    offsets_.table.clear();
    noise_.add_to_table(table, bench_.streams, number, offsets_.table);
    offsets_.document = [this, number, words = table.words()](std::uint64_t index,
                                                              std::span<double> out) {
      noise_.document(index, words, bench_.streams, number, out);
    };
  }

  const Workbench bench_;
  NoiseTimes times_;
  OffsetNoise noise_;
  Offsets offsets_;
  std::optional<std::uint32_t> drawn_;
};

}  // namespace

void cdp_resolve(TrainOptions& options) {
  options.beta = options.beta.value_or(0.01);
  if (options.noise == "none" || options.epsilon_noise) return;
  throw InputError(fmt::format("recipe {} needs --epsilon-noise: its noise has scale 1 / epsilon",
                               options.recipe));
}

Plan cdp_plan(const TrainOptions& options, NoiseTimes times) {
  Plan plan;
  plan.exposures = {
      {"the topic-word table of the model", "it holds the last sweep's moves without noise"},
      {"the topics of the tokens", "nothing bounds what a draw says about its word"}};
  if (options.noise == "laplace") {
    plan.exposures.push_back(
        {"the noise", "continuous noise is vulnerable to floating-point attacks"});
  }
  if (options.noise != "none") {
    const char* often = times == NoiseTimes::kOnce ? "once" : "in every sweep";
    plan.remarks = {fmt::format(
        "Nominal figures of the paper, no guarantee: epsilon {0:.4g} for each noised table, {1}; "
        "a replaced word moves two cells, so {2:.4g} would be right (unit: word, view: counts).",
        *options.epsilon_noise, often, 2 * *options.epsilon_noise)};
  }
  return plan;
}

std::unique_ptr<Method> cdp_method(const Workbench& bench, NoiseTimes times) {
  return std::make_unique<NoisyCounts>(bench, times);
}

const Recipe kCdpRecipe = {
    .name = "cdp",
    .summary = "CDP-LDA, a baseline: noise in the first sweep, not private",
    .defaults = [] { return nlohmann::ordered_json::object(); },
    .resolve = cdp_resolve,
    .plan = [](const TrainOptions& options) { return cdp_plan(options, NoiseTimes::kOnce); },
    .method = [](const Workbench& bench,
                 const TokenSequences&) { return cdp_method(bench, NoiseTimes::kOnce); }};

}  // namespace dplda

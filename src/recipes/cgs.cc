// cgs: plain collapsed Gibbs sampling. Protects nobody; the yardstick for the recipes that do.
#include "recipes/cgs.h"

#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

Plan plan(const TrainOptions&) {
  return {.exposures = {
              {"the topic-word table of the model", "plain Gibbs sampling publishes exact counts"},
              {"prevalence, coherence and learnt priors in the model",
               "they are exact functions of the documents"},
              {"the topics of the tokens", "they are drawn from exact counts"}}};
}

class PlainMethod final : public Method {
 public:
  explicit PlainMethod(const Workbench& bench)
      : sampler_(make_sampler(bench.options.sampler, bench.streams, bench.pool,
                              kernel_of(bench.options))) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    sampler_->sweep(chain, prior, sweep);
  }

  Published publish(const Chain& chain, const Prior& prior, std::uint32_t) override {
    return {phi_from_counts(chain.table, prior.beta), prevalence_from_counts(chain.table)};
  }

  DrawLaw drawn_by() const override {
    if (const SnapshotLaw* law = sampler_->law()) return {.frozen = law};
    return {.in_place = &nothing_added_};
  }

 private:
  std::unique_ptr<Sampler> sampler_;
  Offsets nothing_added_;
};

}  // namespace

std::unique_ptr<Method> plain_method(const Workbench& bench) {
  return std::make_unique<PlainMethod>(bench);
}

const Recipe kCgsRecipe = {
    .name = "cgs",
    .summary = "plain collapsed Gibbs sampling, not private",
    .defaults = [] { return nlohmann::ordered_json::object(); },
    .resolve = [](TrainOptions& options) { options.beta = options.beta.value_or(0.01); },
    .plan = plan,
    .method = [](const Workbench& bench, const TokenSequences&) { return plain_method(bench); }};

}  // namespace dplda

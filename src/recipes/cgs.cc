// cgs: plain collapsed Gibbs sampling. Protects nobody; the yardstick for the recipes that do.
#include "recipes/cgs.h"

#include <cmath>
#include <utility>

#include "lda/alpha.h"
#include "lda/model.h"
#include "lda/sequential.h"
#include "lda/snapshot.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kCgsRecipe;

namespace {

class PlainMethod final : public ChainMethod {
 public:
  PlainMethod(const Workbench& bench, const PlainSampling& how, double beta, Chain chain)
      : ChainMethod(std::move(chain), flat_prior(bench.run, beta)),
        bench_(bench),
        how_(how),
        in_place_(bench.random),
        sweep_(how.kernel) {
    if (how.sampling == Sampling::kSnapshot) check_alpha(bench.run.alpha, chain_.tokens.longest());
  }

  void sweep(std::uint32_t sweep) override {
    if (how_.sampling == Sampling::kSequential) return in_place_.sweep(chain_, prior_, sweep);
    if (!law_ || alpha_ != prior_.alpha) {
      law_.emplace(prior_, chain_.tokens.vocabulary(), chain_.tokens.longest());
      alpha_ = prior_.alpha;
    }
    law_->set_table(chain_.table, prior_.beta, bench_.backend.pool());
    sweep_.set_law(law_->law(), bench_.backend.pool());
    bench_.backend.draw(sweep_, chain_.tokens, chain_.topics, bench_.random,
                        {.purpose = Purpose::kTopic, .sweep = sweep});
    bench_.backend.recount(chain_);
  }

  void end_sweep(std::uint32_t sweep) override {
    if (how_.alpha == AlphaLearning::kNone || sweep <= how_.after || sweep % how_.every != 0)
      return;
    optimise_alpha(prior_, chain_, how_.alpha == AlphaLearning::kAsymmetric);
  }

  Published publish(std::uint32_t) override {
    return {phi_from_counts(chain_.table, prior_.beta), prevalence_from_counts(chain_.table)};
  }

  DrawLaw drawn_by() const override {
    if (law_) return {.frozen = &law_->law()};
    return {.in_place = &nothing_added_};
  }

 private:
  const Workbench bench_;
  PlainSampling how_;
  SequentialSampler in_place_;
  // Of snapshots:
  SnapshotSweep sweep_;
  std::optional<PlainLaw> law_;
  std::vector<double> alpha_;  // what law_ was made for
  Offsets nothing_added_;
};

Plan exposed() {
  return {.exposures = {
              {"the topic-word table of the model", "plain Gibbs sampling publishes exact counts"},
              {"prevalence, coherence and learnt priors in the model",
               "they are exact functions of the documents"},
              {"the topics of the tokens", "they are drawn from exact counts"}}};
}

}  // namespace

std::unique_ptr<Method> plain_method(const Workbench& bench, const PlainSampling& how, double beta,
                                     Chain chain) {
  return std::make_unique<PlainMethod>(bench, how, beta, std::move(chain));
}

CgsOptions::CgsOptions() { recipe = kCgsRecipe.name; }
const Recipe& CgsOptions::of() const { return kCgsRecipe; }

OptionTable CgsOptions::own() {
  const auto learns = unless([this] { return optimize_alpha != AlphaLearning::kNone; },
                             "there is no `optimize-alpha`");
  Option of_kernel = kernel_option(kernel);
  of_kernel.idle_because =
      unless([this] { return sampler == Sampling::kSnapshot; },
             "it applies only to snapshot sweeps over drawn topics; this run has none");
  return {
      beta_option(beta, "0.01"),
      sampler_option(sampler),
      of_kernel,
      {.name = "optimize-alpha", .target = &optimize_alpha, .help = "learn alpha while training"},
      {.name = "optimize-every",
       .target = &optimize_every,
       .help = "sweeps between two updates of alpha",
       .least = 1,
       .most = 1e9,
       .idle_because = learns},
      {.name = "optimize-after",
       .target = &optimize_after,
       .help = "sweeps before the first update of alpha",
       .least = 0,
       .most = 1e9,
       .idle_because = learns},
      {.name = "monitor",
       .target = &monitor,
       .help = "report the inherent privacy of the paper's theorems; no guarantee",
       .affects_result = false}};
}

void CgsOptions::complete() {
  beta = beta.value_or(0.01);
  if (sampler == Sampling::kSnapshot) kernel = settled(kernel, topics, kMostDense);
}

RunSetup CgsOptions::setup() const {
  RunSetup setup{.plan = exposed(), .beta = *beta};
  if (monitor) setup.monitored = HUGE_VAL;
  const PlainSampling how{
      .sampling = sampler,
      .kernel = kernel_for(kernel, static_cast<std::size_t>(topics), kMostDense),
      .alpha = optimize_alpha,
      .every = static_cast<std::uint32_t>(optimize_every),
      .after = static_cast<std::uint32_t>(optimize_after)};
  setup.on_documents = [how, smoothing = *beta](const Workbench& bench, Chain chain) {
    return plain_method(bench, how, smoothing, std::move(chain));
  };
  return setup;
}

const Recipe kCgsRecipe = {.name = "cgs",
                           .summary = "plain collapsed Gibbs sampling, not private",
                           .options = [] { return TrainOptions(CgsOptions()); },
                           .paper = [] { return paper_settings(); }};

}  // namespace dplda

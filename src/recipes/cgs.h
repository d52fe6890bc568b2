// Plain sampling: a recipe, and what learns from rebuilt reports.
#pragma once

#include <memory>
#include <optional>

#include "recipes/shared_options.h"
#include "training/method.h"
#include "training/recipe.h"

namespace dplda {

enum class AlphaLearning { kNone, kSymmetric, kAsymmetric };

template <>
struct ChoiceNames<AlphaLearning> {
  static constexpr std::array<std::pair<std::string_view, AlphaLearning>, 3> kNames = {
      {{"none", AlphaLearning::kNone},
       {"symmetric", AlphaLearning::kSymmetric},
       {"asymmetric", AlphaLearning::kAsymmetric}}};
};

struct CgsOptions final : OptionsOf<CgsOptions> {
  CgsOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  void complete() override;
  RunSetup setup() const override;

  std::optional<double> beta;
  Choice<Sampling> sampler = Sampling::kSnapshot;
  Choice<KernelChoice> kernel = KernelChoice::kAuto;
  Choice<AlphaLearning> optimize_alpha = AlphaLearning::kNone;
  std::int64_t optimize_every = 10;
  std::int64_t optimize_after = 20;
  bool monitor = false;
};

// How plain topics are sampled.
struct PlainSampling {
  Sampling sampling = Sampling::kSnapshot;
  Kernel kernel = Kernel::kDense;
  AlphaLearning alpha = AlphaLearning::kNone;
  std::uint32_t every = 10;  // sweeps between two updates of alpha
  std::uint32_t after = 20;  // sweeps before the first
};

// Throws InputError if a snapshot cannot hold alpha for so long documents.
std::unique_ptr<Method> plain_method(const Workbench& bench, const PlainSampling& how, double beta,
                                     Chain chain);

}  // namespace dplda

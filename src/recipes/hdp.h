// hdp: its options, and what a run of it is made of once they are worked out.
#pragma once

#include <cstdint>
#include <optional>

#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "recipes/shared_options.h"

namespace dplda {

enum class NoiseUpdate { kFresh, kAccumulate };

template <>
struct ChoiceNames<NoiseUpdate> {
  static constexpr std::array<std::pair<std::string_view, NoiseUpdate>, 2> kNames = {
      {{"fresh", NoiseUpdate::kFresh}, {"accumulate", NoiseUpdate::kAccumulate}}};
};

struct HdpOptions final : OptionsOf<HdpOptions> {
  HdpOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  bool charges_sweeps() const override { return !as_published(); }
  void complete() override;
  RunSetup setup() const override;

  // As it was published, on counts that change in place.
  bool as_published() const { return sampler == Sampling::kSequential; }

  std::optional<double> beta;
  Choice<Sampling> sampler = Sampling::kSnapshot;
  Choice<KernelChoice> kernel = KernelChoice::kAuto;
  std::optional<double> target_epsilon;
  std::optional<double> epsilon_noise;
  Choice<Noise> noise = Noise::kDiscrete;
  Choice<NoiseUpdate> noise_update = NoiseUpdate::kFresh;
  double clip = 73.7;
  ReleaseOptions releases;
  double beta_phi = 0.01;
  bool monitor = false;
};

// The corrected algorithm with nothing left open.
struct HdpRun {
  double beta = 0;                       // of a draw
  std::optional<DiscreteLaplace> noise;  // of a release; none: --noise none
  ClippedDraw draw;
  double phi_threshold = 0;
  std::int64_t average = 1;
  double beta_phi = 0;
  Kernel kernel = Kernel::kDense;
};

// REQUIRES: complete() was called, and they are not as published.
HdpRun hdp_run(const HdpOptions& options);

}  // namespace dplda

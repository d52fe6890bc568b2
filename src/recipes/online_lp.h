// online-lp: its options.
#pragma once

#include <optional>

#include "recipes/denoising.h"
#include "recipes/online.h"

namespace dplda {

// What a batch expects of word frequencies.
enum class MuUpdate {
  kMean,     // of the last expectation and the last estimate
  kPrevious  // the last estimate
};

template <>
struct ChoiceNames<MuUpdate> {
  static constexpr std::array<std::pair<std::string_view, MuUpdate>, 2> kNames = {
      {{"mean", MuUpdate::kMean}, {"previous", MuUpdate::kPrevious}}};
};

struct OnlineLpOptions final : OptionsOf<OnlineLpOptions> {
  OnlineLpOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  void complete() override;
  RunSetup setup() const override;

  std::optional<double> beta;
  Choice<Sampling> sampler = Sampling::kSequential;
  DenoisingOptions reports;
  std::int64_t prior_sweeps = 200;
  Choice<MuUpdate> mu_update = MuUpdate::kMean;
  BatchOptions batches;
};

}  // namespace dplda

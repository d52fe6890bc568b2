// moments: its options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "recipes/shared_options.h"

namespace dplda {

struct MomentsOptions final : OptionsOf<MomentsOptions> {
  MomentsOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  bool charges_sweeps() const override { return true; }
  bool finds_topics() const override { return true; }
  void complete() override;
  RunSetup setup() const override;

  std::optional<double> target_epsilon;
  std::optional<double> sigma;
  std::int64_t shortest = 20;
  std::int64_t inner_sweeps = 10;
  std::string public_text;
};

}  // namespace dplda

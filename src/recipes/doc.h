// doc: its options, and what a run of it is made of once they are worked out.
#pragma once

#include <cstdint>
#include <optional>

#include "recipes/doc_run.h"
#include "recipes/shared_options.h"

namespace dplda {

enum class Contribution {
  kSoft,  // shares of all topics
  kDrawn  // one topic for each word
};

template <>
struct ChoiceNames<Contribution> {
  static constexpr std::array<std::pair<std::string_view, Contribution>, 2> kNames = {
      {{"soft", Contribution::kSoft}, {"drawn", Contribution::kDrawn}}};
};

struct DocOptions final : OptionsOf<DocOptions> {
  DocOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  bool charges_sweeps() const override { return noise != Noise::kNone; }
  void complete() override;
  RunSetup setup() const override;

  bool soft() const { return contribution == Contribution::kSoft; }

  std::optional<double> beta;
  Choice<KernelChoice> kernel = KernelChoice::kAuto;
  std::optional<double> target_epsilon;
  Choice<Noise> noise = Noise::kDiscrete;
  std::optional<double> sigma;
  Choice<Contribution> contribution = Contribution::kSoft;
  std::int64_t cap = 1000000000;
  std::int64_t inner_sweeps = 10;
  ReleaseOptions releases;
};

// REQUIRES: complete() was called.
DocRun doc_run(const DocOptions& options);

}  // namespace dplda

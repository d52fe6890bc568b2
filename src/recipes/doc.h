// doc: its options, and what a run of it is made of once they are worked out.
#pragma once

#include <cstdint>
#include <optional>

#include "privacy/discrete_gaussian.h"
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

// A run with nothing left open.
struct DocRun {
  Rational variance = {1, 1};         // of the noise of a cell
  Rational totals_variance = {1, 1};  // of that of a word's total, where contributions are soft
  bool noisy = true;
  std::uint64_t squared_length = 1;  // of a document's part of a release, at most
  std::int64_t sweeps = 0;           // rounds
  std::uint64_t cap = 0;             // distinct words of a document, at most
  std::int64_t inner_sweeps = 1;
  double temper = 1;  // soft: how far the estimate is believed
  // drawn:
  double sigma = 1;
  double beta = 0.01;
  std::int64_t average = 1;
  double threshold = 0;      // in standard deviations of the noise
  double phi_threshold = 0;  // in those of the mean's
  Kernel kernel = Kernel::kDense;
};

// REQUIRES: complete() was called.
DocRun doc_run(const DocOptions& options);

}  // namespace dplda

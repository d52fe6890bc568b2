// Options that several recipes declare: each binds them to variables of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/options.h"
#include "lda/kernel.h"
#include "lda/samplers.h"
#include "training/recipe.h"
#include "training/setup.h"

namespace dplda {

// Of noise on counts.
enum class Noise {
  kDiscrete,  // exact, in whole numbers
  kLaplace,   // continuous, as published: not safe
  kNone
};

template <>
struct ChoiceNames<Noise> {
  static constexpr std::array<std::pair<std::string_view, Noise>, 3> kNames = {
      {{"discrete", Noise::kDiscrete}, {"laplace", Noise::kLaplace}, {"none", Noise::kNone}}};
};

template <>
struct ChoiceNames<Sampling> {
  static constexpr std::array<std::pair<std::string_view, Sampling>, 2> kNames = {
      {{"sequential", Sampling::kSequential}, {"snapshot", Sampling::kSnapshot}}};
};

template <>
struct ChoiceNames<KernelChoice> {
  static constexpr std::array<std::pair<std::string_view, KernelChoice>, 3> kNames = {
      {{"auto", KernelChoice::kAuto},
       {"dense", KernelChoice::kDense},
       {"sparse", KernelChoice::kSparse}}};
};

inline constexpr const char* kNoNoise = "`noise none` adds no noise";

// For Option::idle_because: `why`, wherever `active` does not hold. What it asks must outlive it.
template <class Active>
std::function<std::string()> unless(Active active, const char* why) {
  return [active, why] { return std::string(active() ? "" : why); };
}

Option beta_option(std::optional<double>& beta, const std::string& defaults);
Option sampler_option(Choice<Sampling>& sampler);
Option kernel_option(Choice<KernelChoice>& kernel);
// The kernel itself in place of "auto", for records.
KernelChoice settled(KernelChoice choice, std::int64_t topics, std::size_t most_dense);
Option noise_option(Choice<Noise>& noise);
Option epsilon_noise_option(std::optional<double>& epsilon, const std::string& help);
Option target_epsilon_option(std::optional<double>& target, const std::string& unit_and_view);
Option delta_option(RecipeOptions& options);
Option noise_check_option(RecipeOptions& options);

// Phi from the mean of the last releases: hdp, and doc where contributions are drawn. `unit`: of
// thresholds. `idle`: why they do nothing, or empty.
struct ReleaseOptions {
  std::optional<double> shrink;
  std::optional<double> shrink_phi;
  std::int64_t average = 1;

  OptionTable table(const std::string& unit, std::function<std::string()> idle_thresholds,
                    std::function<std::string()> idle_average);
};

// The settings that all of the paper's experiments share, with so many sweeps.
OptionValues paper_settings(std::int64_t sweeps = 200);

}  // namespace dplda

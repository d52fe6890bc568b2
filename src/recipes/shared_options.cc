#include "recipes/shared_options.h"

#include <fmt/format.h>

namespace dplda {

Option beta_option(std::optional<double>& beta, const std::string& defaults) {
  return {.name = "beta",
          .target = &beta,
          .help = "prior of a topic's words, per word",
          .least = 1e-9,
          .most = 1e6,
          .shown_default = defaults};
}

Option sampler_option(Choice<Sampling>& sampler) {
  return {.name = "sampler",
          .target = &sampler,
          .help =
              "sequential: counts change as it goes; snapshot: frozen during a sweep, uses all "
              "cores"};
}

Option kernel_option(Choice<KernelChoice>& kernel) {
  return {.name = "kernel",
          .target = &kernel,
          .help =
              "of snapshot sweeps; dense: weighs all topics; sparse: those in which a word "
              "stands out; auto: sparse above 400 topics, hdp above 2000"};
}

KernelChoice settled(KernelChoice choice, std::int64_t topics, std::size_t most_dense) {
  const Kernel kernel = kernel_for(choice, static_cast<std::size_t>(topics), most_dense);
  return kernel == Kernel::kSparse ? KernelChoice::kSparse : KernelChoice::kDense;
}

Option noise_option(Choice<Noise>& noise) {
  return {.name = "noise",
          .target = &noise,
          .help =
              "discrete: exact, in whole numbers; laplace: as published, not safe; none: not "
              "private"};
}

Option epsilon_noise_option(std::optional<double>& epsilon, const std::string& help) {
  return {.name = "epsilon-noise", .target = &epsilon, .help = help, .least = 1e-5, .most = 1000};
}

Option target_epsilon_option(std::optional<double>& target, const std::string& unit_and_view) {
  return {.name = "target-epsilon",
          .target = &target,
          .help = fmt::format("the run's total epsilon ({}), from which its noise is worked out",
                              unit_and_view),
          .least = 0,
          .most = 1e6,
          .above_least = true};
}

Option delta_option(RecipeOptions& options) {
  return {.name = "delta",
          .target = &options.delta,
          .help = "the total delta at which epsilon is stated",
          .least = 0,
          .most = 1,
          .above_least = true,
          .below_most = true};
}

Option noise_check_option(RecipeOptions& options) {
  return {.name = "noise-check",
          .target = &options.noise_check,
          .help =
              "tell which topics stand out from noise, by the same run on made-up documents; "
              "costs time, no privacy",
          .affects_result = false};
}

OptionTable ReleaseOptions::table(const std::string& unit,
                                  std::function<std::string()> idle_thresholds,
                                  std::function<std::string()> idle_average) {
  return {
      {.name = "shrink",
       .target = &shrink,
       .help = fmt::format("soft threshold on releases before topics are drawn, in {} "
                           "(default: by the noise)",
                           unit),
       .least = 0,
       .idle_because = idle_thresholds},
      {.name = "shrink-phi",
       .target = &shrink_phi,
       .help = fmt::format(
           "soft threshold on the mean of the last releases, in {} (default: by the noise)", unit),
       .least = 0,
       .idle_because = std::move(idle_thresholds)},
      {.name = "average",
       .target = &average,
       .help = "how many of the last releases phi is made of",
       .least = 1,
       .most = 1e9,
       .idle_because = std::move(idle_average)}};
}

OptionValues paper_settings(std::int64_t sweeps) {
  return {{"topics", 50}, {"alpha", 1.0}, {"beta", 0.01}, {"sweeps", sweeps}};
}

}  // namespace dplda

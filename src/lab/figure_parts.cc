#include "lab/figure_parts.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace dplda {

CgsOptions plain_options(const Lab& lab) {
  CgsOptions options = paper_options<CgsOptions>();
  options.sweeps = lab.pick(200, 60);
  options.sampler = Sampling::kSequential;
  return options;
}

HdpOptions bare_hdp_options(const Lab& lab, double epsilon) {
  HdpOptions options = paper_options<HdpOptions>();
  options.sweeps = lab.pick(200, 60);
  options.epsilon_noise = epsilon;
  options.beta = 0.5;
  options.beta_phi = 0.5;
  options.releases.shrink = 0;
  options.releases.shrink_phi = 0;
  options.releases.average = 1;
  return options;
}

CdpOptions noisy_options(const Lab& lab, NoiseTimes times, double epsilon) {
  CdpOptions options(times);
  set_values(option_table(options), options.of().paper());
  options.sweeps = lab.pick(200, 60);
  options.noise = Noise::kLaplace;
  options.epsilon_noise = epsilon;
  return options;
}

TrainOptions seeded(TrainOptions options, std::int64_t seed) {
  options->seed = seed;
  return options;
}

Lab::SeededCell trained(const Dataset& data, TrainOptions options) {
  return [&data, options = std::move(options)](std::int64_t seed) {
    return training_cell(data, seeded(options, seed));
  };
}

Level one_topic(Lab& lab, const Dataset& data, const char* measure) {
  CgsOptions options = plain_options(lab);
  options.topics = 1;
  options.sweeps = 1;
  options.seed = 1;
  return {"one topic", lab.value(training_cell(data, options), reading(measure))};
}

Level plain_level(Lab& lab, const Dataset& data, const char* measure) {
  return {"plain", lab.mean(trained(data, plain_options(lab)), reading(measure))};
}

Level plain_level(Lab& lab, const Dataset& data, const TrainOptions& like, const char* measure) {
  CgsOptions options = plain_options(lab);
  options.topics = like->topics;
  options.alpha = like->alpha;
  return {fmt::format("plain, alpha {:g}", like->alpha),
          lab.mean(trained(data, options), reading(measure))};
}

Panel empty_panel(std::string title, Axis x, Axis y) {
  Panel panel;
  panel.title = std::move(title);
  panel.x = std::move(x);
  panel.y = std::move(y);
  return panel;
}

double at(const Series& series, double x) {
  for (const Point& point : series.points) {
    if (point.x == x) return point.y;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::string seeds_text(const Lab& lab) {
  return lab.seeds() == 1
             ? "One seed."
             : fmt::format("Mean of {} seeds; bands from the least to the most.", lab.seeds());
}

}  // namespace dplda

// The paper's membership attack, through a classifier.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "lab/figure_parts.h"
#include "lab/figures.h"

namespace dplda {
namespace {

std::vector<double> grid(const Lab& lab) {
  return lab.pick<std::vector<double>>({0.5, 1, 2, 3, 5, 8}, {1, 5});
}

// What is attacked: a recipe, and which features its classifier was trained on.
struct ClassifierMethod {
  std::string name;
  std::string recipe;
  std::string features;
  Colour colour;
};

const std::vector<ClassifierMethod>& classifier_methods() {
  static const std::vector<ClassifierMethod> kMethods = {
      {"LP-LDA, clean features", "lp", "clean", kLp},
      {"LP-LDA, sanitised", "lp", "sanitised", kLp},
      {"CDP-LDA, clean features", "cdp", "clean", kCdp},
      {"CDP-LDA, sanitised", "cdp", "sanitised", kCdp}};
  return kMethods;
}

WorldOptions world_of(const Lab& lab, const std::string& recipe, double epsilon) {
  WorldOptions options;
  options.train = options_for(recipe);
  set_values(option_table(options.train), preset("paper", recipe));
  if (recipe == "cdp") options.train = noisy_options(lab, NoiseTimes::kOnce, epsilon);
  if (recipe == "cgs") set_option(options.train, "sampler", "sequential");
  options.train->sweeps = lab.pick(300, 60);
  if (recipe == "lp") options.epsilon = epsilon;
  options.members = lab.pick(225, 125);
  options.targets = 2;
  options.shadows = lab.pick(4, 2);
  return options;
}

Lab::SeededCell classifier_attack_of(const Dataset& data, const WorldOptions& options) {
  return [&data, options](std::int64_t seed) {
    WorldOptions one = options;
    one.seed = seed;
    return classifier_attack_cell(data, one);
  };
}

Lab::Reading percent(std::string classifier, std::string features, std::string key) {
  return [=](const nlohmann::ordered_json& result) {
    return 100 * result.at(classifier).at(features).at(key).get<double>();
  };
}

Panel classifier_panel(Lab& lab, const Dataset& data, const char* title,
                       const std::string& classifier, const std::string& key) {
  Panel panel = empty_panel(
      title,
      {.label = "epsilon of a bit (presence; report); CDP-LDA: 1 / scale", .logarithmic = true},
      {.label = "%", .least = 40, .most = 100});
  for (const ClassifierMethod& method : classifier_methods()) {
    Series series{.name = method.name,
                  .colour = method.colour,
                  .stroke = method.features == "clean" ? Stroke::kSolid : Stroke::kDashed,
                  .points = {}};
    for (const double epsilon : grid(lab))
      series.points.push_back(
          lab.over_seeds(epsilon, classifier_attack_of(data, world_of(lab, method.recipe, epsilon)),
                         percent(classifier, method.features, key)));
    panel.series.push_back(std::move(series));
  }
  panel.levels = {{"plain", lab.mean(classifier_attack_of(data, world_of(lab, "cgs", 0)),
                                     percent(classifier, "clean", key))}};
  return panel;
}

// Whether a curve stays below a level.
bool below(const Series& series, const Level& level) {
  for (const Point& point : series.points) {
    if (!(point.y < level.y)) return false;
  }
  return true;
}

bool grows(const Series& series) { return series.points.back().y > series.points.front().y; }

}  // namespace

Figure classifier_attack_figure(Lab& lab) {
  Figure figure{.name = "classifier-attack",
                .title = "Who was in the training set? Through a classifier"};
  figure.claim =
      "The attack is below that on plain training for LP-LDA and CDP-LDA and grows with epsilon; "
      "so do the classifier's accuracy and F1, LP-LDA's towards plain training's.";
  const Dataset& data = lab.corpus(lab.has("victorian") ? "victorian" : "clinic");
  figure.panels = {
      classifier_panel(lab, data, "Attack accuracy, classifier overfitted", "overfitted",
                       "attack_accuracy"),
      classifier_panel(lab, data, "Prediction accuracy", "overfitted", "prediction_accuracy"),
      classifier_panel(lab, data, "Prediction F1", "overfitted", "prediction_f1"),
      classifier_panel(lab, data, "Attack accuracy, logistic classifier", "logistic",
                       "attack_accuracy")};
  const Panel& attack = figure.panels.front();
  const Panel& mild = figure.panels.back();
  const Panel& predicted = figure.panels[1];
  const double plain = attack.levels[0].y;
  const double leaks = at(attack.series[0], 1);
  figure.finding = fmt::format(
      "{}. Overfitted classifier: with clean features the attack is right in {:.0f}% for LP-LDA at "
      "epsilon 1 per bit, against {:.0f}% for plain training: {}. Trained on the reports: {:.0f}%, "
      "while it predicts {:.0f}% instead of {:.0f}%. CDP-LDA of scale 1: {:.0f}% clean, {:.0f}% "
      "sanitised. Logistic classifier: {:.0f}% clean and {:.0f}% sanitised for LP-LDA at 1, "
      "{:.0f}% "
      "for plain training.",
      data.title, leaks, plain,
      leaks > plain ? "a private phi alone leaks more, not less" : "less, as claimed",
      at(attack.series[1], 1), at(predicted.series[1], 1), predicted.levels[0].y,
      at(attack.series[2], 1), at(attack.series[3], 1), at(mild.series[0], 1),
      at(mild.series[1], 1), mild.levels[0].y);
  const bool below_plain =
      below(attack.series[0], attack.levels[0]) && below(attack.series[1], attack.levels[0]) &&
      below(attack.series[2], attack.levels[0]) && below(attack.series[3], attack.levels[0]);
  const bool any_below =
      below(attack.series[1], attack.levels[0]) || below(mild.series[0], mild.levels[0]);
  const bool predicts_better =
      grows(predicted.series[0]) && grows(predicted.series[2]) && grows(figure.panels[2].series[0]);
  figure.finding += fmt::format(
      " {} with epsilon: prediction by LP-LDA from {:.0f}% to {:.0f}%, by CDP-LDA from {:.0f}% to "
      "{:.0f}%.",
      predicts_better ? "All grow" : "Not all grow", predicted.series[0].points.front().y,
      predicted.series[0].points.back().y, predicted.series[2].points.front().y,
      predicted.series[2].points.back().y);
  figure.verdict = below_plain && predicts_better ? Verdict::kHeld
                   : any_below || predicts_better ? Verdict::kPartly
                                                  : Verdict::kFailed;
  figure.note = fmt::format(
      "{} members per model, {} models attacked with {} shadows, 50 topics, alpha 1; 50% is a "
      "coin. "
      "Sanitised: the classifier is trained on what the private method saw. Epsilon: LP-LDA that "
      "of "
      "a bit (unit: presence, view: report); CDP-LDA the scale's inverse, which protects nobody. "
      "{}",
      lab.pick(225, 125), 2, lab.pick(4, 2), seeds_text(lab));
  return figure;
}

}  // namespace dplda

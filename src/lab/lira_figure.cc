// Membership inference on topic models by likelihood ratios.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attack/lira.h"
#include "lab/figure_parts.h"
#include "lab/figures.h"
#include "recipes/doc.h"

namespace dplda {
namespace {

constexpr double kDelta = 1e-6;
constexpr double kTooLittle = 20;  // the control's noise is divided by this

struct Target {
  std::string name;
  Colour colour;
  TrainOptions options;
  double claim = 0;  // epsilon (unit: document, view: counts); 0: none
  bool control = false;
};

DocOptions small_doc(double epsilon) {
  DocOptions options;
  options.topics = 10;
  options.sweeps = 5;
  options.delta = kDelta;
  options.target_epsilon = epsilon;
  return options;
}

// What is claimed for doc at that epsilon, with a twentieth of the noise that it needs.
DocOptions with_too_little_noise(double epsilon) {
  DocOptions options = small_doc(epsilon);
  options.complete();
  *options.sigma /= kTooLittle;
  return options;
}

std::vector<Target> targets() {
  CgsOptions plain;
  plain.topics = 10;
  plain.sweeps = 50;
  return {{"plain", kPlain, plain},
          {"doc, epsilon 1 (document; counts)", kDoc, small_doc(1), 1},
          {"doc, epsilon 3 (document; counts)", kLp, small_doc(3), 3},
          {"control: claims 1, a twentieth of the noise", kCdp, with_too_little_noise(1), 1, true}};
}

std::uint64_t documents(const Lab& lab, const Dataset& data) {
  return lab.quick() ? 300 : data.train.documents();
}
std::uint64_t models(const Lab& lab) { return lab.pick<std::uint64_t>(96, 24); }

// Nothing while a model is missing.
std::optional<LiraResult> attacked(Lab& lab, const Dataset& data, const Target& target) {
  std::vector<ShadowModel> shadows;
  bool whole = true;
  for (std::uint64_t index = 0; index < models(lab); ++index) {
    const nlohmann::ordered_json& result =
        lab.result(shadow_cell(data, documents(lab, data), target.options, index));
    whole = whole && !result.is_null();
    if (whole)
      shadows.push_back(
          {shadow_cell_members(documents(lab, data), index), result.get<std::vector<double>>()});
  }
  if (!whole) return std::nullopt;
  std::vector<std::uint64_t> all(documents(lab, data));
  std::iota(all.begin(), all.end(), 0);
  ThreadPool pool(1);
  return lira(shadows, all, {}, pool);
}

Series roc_of(const Target& target, const LiraResult& result) {
  Series series{.name = target.name, .colour = target.colour, .points = {}};
  for (const RocPoint& point : result.roc) {
    const double y = 100 * point.true_positives;
    series.points.push_back({100 * point.false_positives, y, y, y});
  }
  return series;
}

// e^epsilon FPR + delta.
double most(double epsilon, double rate) {
  return std::min(1.0, std::exp(epsilon) * rate + kDelta);
}

Series bound_of(double epsilon, Colour colour) {
  Series series{.name = fmt::format("most at epsilon {:g} (document; counts)", epsilon),
                .colour = colour,
                .stroke = Stroke::kDashed,
                .points = {}};
  for (double rate = 0.0005; rate <= 1; rate = rate < 1 ? std::min(1.0, rate * 1.5) : 2) {
    const double y = 100 * most(epsilon, rate);
    series.points.push_back({100 * rate, y, y, y});
  }
  return series;
}

// Whether an interval lies below what is allowed, above it, or on both sides.
const char* decided(const Target& target, const Estimate& rate, double allowed) {
  if (target.control)
    return rate.low > allowed ? "caught" : rate.high < allowed ? "NOT CAUGHT" : "not decided";
  return rate.high < allowed ? "within" : rate.low > allowed ? "EXCEEDED" : "not decided";
}

std::string rates_text(const Target& target, const LiraResult& result) {
  std::string text = fmt::format("{}: AUC {:.3f}", target.name, result.auc.value);
  for (std::size_t i = 0; i < 2; ++i) {
    const Estimate& rate = result.tpr[i];
    text += fmt::format(", {:.2f}% ({:.2f} to {:.2f}) of members at {:g}% false alarms",
                        100 * rate.value, 100 * rate.low, 100 * rate.high,
                        100 * kFalsePositiveRates[i]);
    if (target.claim == 0) continue;
    const double allowed = most(target.claim, kFalsePositiveRates[i]);
    text +=
        fmt::format(" where {:.2f}% is allowed: {}", 100 * allowed, decided(target, rate, allowed));
  }
  return text + ". ";
}

}  // namespace

Figure lira_figure(Lab& lab) {
  Figure figure{.name = "lira", .title = "Who was in the training set? Likelihood ratios"};
  const Dataset& data = *lab.corpora().front();
  Panel panel = empty_panel(
      data.title, {.label = "false alarms (%)", .logarithmic = true, .least = 0.05, .most = 100},
      {.label = "members found (%)", .logarithmic = true, .least = 0.05, .most = 100});
  figure.finding = "Epsilons for whole documents (unit: document, view: counts; delta 1e-6). ";
  for (const Target& target : targets()) {
    const std::optional<LiraResult> result = attacked(lab, data, target);
    if (!result) continue;
    panel.series.push_back(roc_of(target, *result));
    figure.finding += rates_text(target, *result);
  }
  panel.series.push_back(bound_of(1, kDoc));
  panel.series.push_back(bound_of(3, kLp));
  figure.panels = {std::move(panel)};
  figure.note = fmt::format(
      "10 topics; {} models, each trained on a random half of {} documents and attacked with the "
      "others as "
      "shadows; the statistic is a document's largest log-likelihood. Intervals of 95% by a "
      "bootstrap over models and documents. doc: 5 rounds, epsilon at delta 1e-6 (unit: "
      "document, view: counts); allowed: e^epsilon times the false alarms, plus delta. Not "
      "decided: the interval has both sides of what is allowed; more models narrow it.",
      models(lab), documents(lab, data));
  return figure;
}

}  // namespace dplda

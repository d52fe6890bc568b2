#include "recipes/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "recipes/measured_expectations.h"

namespace dplda {
namespace {

// A run whose total is an epsilon but for rounding is one of that epsilon.
constexpr double kEpsilonRounding = 1e-6;
// From this part of the topics on, a run is worth its privacy.
constexpr double kEnough = 0.5;

}  // namespace

std::optional<Expectation> expectation(const RunSetup& setup, double documents, double words) {
  if (!setup.measured || !setup.plan.charges()) return std::nullopt;
  // At the delta of the measurements, whatever that of the run is.
  const double epsilon = epsilon_at(setup.total(), kMeasuredDelta);
  const double scale = std::max(1.0, words / kMeasuredWords);
  double measured = 0;  // the largest epsilon that was measured and is not above the run's
  for (const MeasuredExpectation& row : kMeasuredExpectations) {
    if (row.epsilon <= epsilon * (1 + kEpsilonRounding)) measured = std::max(measured, row.epsilon);
  }
  if (measured == 0) return std::nullopt;  // nobody looked at so small a total
  Expectation result{.documents = documents,
                     .words = words,
                     .epsilon = epsilon,
                     .measured = measured,
                     .told = 0,
                     .recovered = 0,
                     .needed = std::nullopt};
  for (const MeasuredExpectation& row : kMeasuredExpectations) {
    if (row.epsilon != measured) continue;
    const double here = row.documents * scale;
    if (here <= documents) {
      result.told = row.told;
      result.recovered = row.recovered;
    }
    if (row.told >= kEnough && !result.needed) result.needed = here;
  }
  return result;
}

std::string expectation_text(const Expectation& e) {
  std::string text = fmt::format(
      "  with {:.0f} documents over {:.0f} words: {} of the topics can be told from noise",
      e.documents, e.words, e.hopeless() ? "none" : fmt::format("{:.0f}%", 100 * e.told));
  if (e.told < kEnough) {
    text += e.needed ? fmt::format("; half of them from about {:.0f} documents on", *e.needed)
                     : "; no number of documents that was tried is enough for half of them";
  }
  return text +
         fmt::format(
             "\n  (measured on generated clinic notes with {} topics at a total of epsilon {:g} "
             "and "
             "delta {:g}, unit: document,\n  view: counts, by dplda experiment noise-check; real "
             "texts "
             "need more documents, other settings were not tried)\n",
             kMeasuredTopics, e.measured, kMeasuredDelta);
}

nlohmann::ordered_json to_json(const Expectation& e) {
  return {{"documents", e.documents},
          {"words", e.words},
          {"told_from_noise", e.told},
          {"recovered", e.recovered},
          {"measured_epsilon", e.measured},
          {"documents_needed", e.needed ? nlohmann::ordered_json(*e.needed) : nullptr},
          {"measured_by", "dplda experiment noise-check, on generated clinic notes"}};
}

}  // namespace dplda

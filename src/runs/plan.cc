#include "runs/plan.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "privacy/large_delta.h"
#include "recipes/expectation.h"
#include "recipes/measured_expectations.h"
#include "runs/record_file.h"
#include "training/plan_record.h"

namespace dplda::runs {
namespace {

// Adds what so many documents promise, for people and for programs.
void add_expectation(const PlanRequest& request, const RunSetup& setup, std::string& text,
                     nlohmann::ordered_json& record) {
  const std::optional<Expectation> expected =
      expectation(setup, static_cast<double>(*request.documents),
                  request.words ? static_cast<double>(*request.words) : kMeasuredWords);
  record["expected"] = expected ? to_json(*expected) : nlohmann::ordered_json();
  text += expected ? "expected:\n" + expectation_text(*expected)
                   : "expected:\n  nothing was measured for such a run; recipe doc has "
                     "figures from epsilon 1 on (unit: document, view: counts)\n";
}

}  // namespace

PlanOutcome plan(const PlanRequest& request) {
  if (request.words && !request.documents)
    throw InputError("`words` says something together with `documents` only; give both");
  check(request.options);
  check_delta("`delta`", request.options->delta, request.large_delta);
  const RunSetup setup = setup_of(request.options);
  PlanOutcome outcome{
      .text = plan_text(setup), .record = {}, .is_private = setup.plan.is_private()};
  nlohmann::ordered_json record = plan_json(setup);
  if (request.documents) add_expectation(request, setup, outcome.text, record);
  outcome.record = RecordFile(request.record).write(record);
  return outcome;
}

}  // namespace dplda::runs

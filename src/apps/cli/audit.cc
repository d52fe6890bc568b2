// dplda audit: tries to refute what the shipped mechanisms claim.
#include "runs/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"
#include "base/errors.h"

namespace dplda::cli {
namespace {

struct AuditFlags {
  runs::AuditRequest request;
  bool quiet = false;

  OptionTable table() {
    OptionTable table = option_table(request);
    table.push_back({.name = "quiet", .target = &quiet, .help = "show no progress"});
    return table;
  }
};

void print_table(const runs::AuditOutcome& outcome) {
  std::size_t width = 0;
  for (const AuditCase& audited : outcome.cases) width = std::max(width, audited.mechanism.size());
  fmt::print("{:<{}}  {:<31}  {:>6}  {:>8}  {:>11}  verdict\n", "mechanism", width,
             "claimed epsilon (unit; view)", "delta", "runs", "lower bound");
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    const Finding& found = outcome.found[i];
    const Claim& claim = found.claim;
    fmt::print(
        "{:<{}}  {:<31}  {:>6}  {:>8}  {:>11.4f}  {}\n", outcome.cases[i].mechanism, width,
        fmt::format("{:.4f} ({}; {})", claim.epsilon, name_of(claim.unit), name_of(claim.view)),
        fmt::format("{:g}", claim.delta), found.runs, found.bound.epsilon,
        found.refuted() ? "REFUTED" : "holds");
  }
  const auto refuted = std::count_if(outcome.found.begin(), outcome.found.end(),
                                     [](const Finding& finding) { return finding.refuted(); });
  fmt::print("\nRuns are on each of two data sets; each bound holds but for a chance of {:g}.\n",
             kAuditMiss);
  fmt::print("{} of {} claims refuted\n", refuted, outcome.found.size());
}

void audit(const AuditFlags& flags) {
  Terminal terminal(flags.quiet);
  const runs::AuditOutcome outcome = runs::audit(flags.request, terminal);
  terminal.progress().finish();
  if (flags.request.record != "-") print_table(outcome);
  if (outcome.failure.empty()) return;
  std::fflush(stdout);
  throw SystemError(outcome.failure);
}

}  // namespace

Verb audit_verb() {
  const auto flags = std::make_shared<AuditFlags>();
  return {.name = "audit",
          .help = "Try to refute what the mechanisms claim",
          .flags = flags->table(),
          .run = [flags](const Given&) { audit(*flags); }};
}

}  // namespace dplda::cli

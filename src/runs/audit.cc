#include "runs/audit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "attack/broken_mechanisms.h"
#include "attack/shipped_mechanisms.h"
#include "base/errors.h"
#include "base/threads.h"
#include "base/threads_option.h"
#include "runs/record_file.h"

namespace dplda::runs {
namespace {

std::vector<Finding> findings(const AuditRequest& request, const std::vector<AuditCase>& cases,
                              Watcher& watcher) {
  const Key key =
      request.seed ? key_from_seed(static_cast<std::uint64_t>(*request.seed)) : random_key();
  ThreadPool pool(thread_count(request.threads));
  std::vector<Finding> found;
  for (const AuditCase& audited : cases) {
    const auto show = [&](double share) {
      if (watcher.interrupted()) throw Stopped("interrupted: an audit says nothing before its end");
      if (!watcher.due()) return;
      const double done = static_cast<double>(found.size()) + share;
      watcher.show(done, static_cast<double>(cases.size()),
                   fmt::format("audit {}/{}: {}, {:.0f}%", found.size() + 1, cases.size(),
                               audited.mechanism, 100 * share));
    };
    const std::uint64_t runs = request.quick  ? audited.quick_runs
                               : request.runs ? static_cast<std::uint64_t>(*request.runs)
                                              : audited.full_runs;
    found.push_back(dplda::audit(audited, runs, key, pool, show));
  }
  return found;
}

nlohmann::ordered_json record_of(const AuditOutcome& outcome, bool controls) {
  nlohmann::ordered_json record = {{"controls", controls}, {"confidence", 1 - kAuditMiss}};
  for (std::size_t i = 0; i < outcome.cases.size(); ++i)
    record["cases"].push_back(to_json(outcome.cases[i], outcome.found[i]));
  return record;
}

std::string failure_of(const AuditOutcome& outcome, bool controls) {
  for (std::size_t i = 0; i < outcome.cases.size(); ++i) {
    if (outcome.found[i].refuted() == controls) continue;
    return controls
               ? fmt::format("the audit did not catch: {}", outcome.cases[i].mechanism)
               : fmt::format("the claim of a mechanism is refuted: {}", outcome.cases[i].mechanism);
  }
  return "";
}

}  // namespace

OptionTable option_table(AuditRequest& request) {
  return {{.name = "controls",
           .target = &request.controls,
           .help = "audit mechanisms with known mistakes instead: succeeds only if all are caught"},
          {.name = "quick",
           .target = &request.quick,
           .help = "as few runs of each as show a gross mistake: under a minute, blunter bounds"},
          {.name = "runs",
           .target = &request.runs,
           .help = fmt::format("runs of each mechanism on each of its two data sets, whole sweeps "
                               "included (default: up to {}); bounds sharpen with the square root",
                               kFullRuns),
           .least = 1000,
           .most = 1e9},
          {.name = "seed",
           .target = &request.seed,
           .help = "makes the audit repeatable; without it the operating system's randomness is "
                   "used",
           .least = 0},
          threads_option(request.threads),
          {.name = "json",
           .target = &request.record,
           .help = "write the findings as JSON; -: to standard output, instead of the table",
           .metavar = "FILE"}};
}

AuditOutcome audit(const AuditRequest& request, Watcher& watcher) {
  AuditRequest copy = request;
  check(option_table(copy));
  if (request.quick && request.runs)
    throw InputError("give `quick` or `runs`, not both: either says how many");
  RecordFile file(request.record);
  AuditOutcome outcome{.cases = request.controls ? broken_mechanisms() : shipped_mechanisms(),
                       .found = {},
                       .record = {},
                       .failure = {}};
  outcome.found = findings(request, outcome.cases, watcher);
  outcome.failure = failure_of(outcome, request.controls);
  outcome.record = file.write(record_of(outcome, request.controls));
  return outcome;
}

}  // namespace dplda::runs

// dplda audit: tries to refute what the shipped mechanisms claim.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "attack/broken_mechanisms.h"
#include "attack/shipped_mechanisms.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/threads_option.h"

namespace dplda::cli {
namespace {

struct AuditVerb : CLI::App {
  AuditVerb() : CLI::App("Try to refute what the mechanisms claim", "audit") {
    dplda::cli::add_options(*this, table());
    callback([this] { run(); });
  }

  OptionTable table();
  void run();
  std::vector<Finding> findings(const std::vector<AuditCase>& cases) const;
  void print_table(const std::vector<AuditCase>& cases, const std::vector<Finding>& found) const;
  void write_report(const std::vector<AuditCase>& cases, const std::vector<Finding>& found,
                    AtomicFile& file) const;

  bool controls = false;
  bool quick = false;
  std::optional<std::int64_t> runs;
  std::optional<std::int64_t> seed;
  std::int64_t threads = 0;
  std::string json;
  bool quiet = false;
};

OptionTable AuditVerb::table() {
  return {{.name = "controls",
           .target = &controls,
           .help = "audit mechanisms with known mistakes instead: succeeds only if all are caught"},
          {.name = "quick",
           .target = &quick,
           .help = "as few runs of each as show a gross mistake: under a minute, blunter bounds"},
          {.name = "runs",
           .target = &runs,
           .help = fmt::format("runs of each mechanism on each of its two data sets, whole sweeps "
                               "included (default: up to {}); bounds sharpen with the square root",
                               kFullRuns),
           .least = 1000,
           .most = 1e9},
          {.name = "seed",
           .target = &seed,
           .help = "makes the audit repeatable; without it the operating system's randomness is "
                   "used",
           .least = 0},
          threads_option(threads),
          {.name = "json",
           .target = &json,
           .help = "write the findings as JSON; -: to standard output, instead of the table",
           .metavar = "FILE"},
          {.name = "quiet", .target = &quiet, .help = "show no progress"}};
}

std::vector<Finding> AuditVerb::findings(const std::vector<AuditCase>& cases) const {
  const Key key = seed ? key_from_seed(static_cast<std::uint64_t>(*seed)) : random_key();
  ThreadPool pool(thread_count(threads));
  Progress progress(quiet);
  std::vector<Finding> found;
  for (const AuditCase& audited : cases) {
    const auto show = [&](double share) {
      if (!progress.due()) return;
      const double done = static_cast<double>(found.size()) + share;
      progress.show(done, static_cast<double>(cases.size()),
                    fmt::format("audit {}/{}: {}, {:.0f}%", found.size() + 1, cases.size(),
                                audited.mechanism, 100 * share));
    };
    const std::uint64_t count = quick  ? audited.quick_runs
                                : runs ? static_cast<std::uint64_t>(*runs)
                                       : audited.full_runs;
    found.push_back(audit(audited, count, key, pool, show));
  }
  return found;
}

void AuditVerb::print_table(const std::vector<AuditCase>& cases,
                            const std::vector<Finding>& found) const {
  std::size_t width = 0;
  for (const AuditCase& audited : cases) width = std::max(width, audited.mechanism.size());
  fmt::print("{:<{}}  {:<31}  {:>6}  {:>8}  {:>11}  verdict\n", "mechanism", width,
             "claimed epsilon (unit; view)", "delta", "runs", "lower bound");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Claim& claim = found[i].claim;
    fmt::print(
        "{:<{}}  {:<31}  {:>6}  {:>8}  {:>11.4f}  {}\n", cases[i].mechanism, width,
        fmt::format("{:.4f} ({}; {})", claim.epsilon, name_of(claim.unit), name_of(claim.view)),
        fmt::format("{:g}", claim.delta), found[i].runs, found[i].bound.epsilon,
        found[i].refuted() ? "REFUTED" : "holds");
  }
  const auto refuted = std::count_if(found.begin(), found.end(),
                                     [](const Finding& finding) { return finding.refuted(); });
  fmt::print("\nRuns are on each of two data sets; each bound holds but for a chance of {:g}.\n",
             kAuditMiss);
  fmt::print("{} of {} claims refuted\n", refuted, found.size());
}

void AuditVerb::write_report(const std::vector<AuditCase>& cases, const std::vector<Finding>& found,
                             AtomicFile& file) const {
  nlohmann::ordered_json report = {{"controls", controls}, {"confidence", 1 - kAuditMiss}};
  for (std::size_t i = 0; i < cases.size(); ++i)
    report["cases"].push_back(to_json(cases[i], found[i]));
  file.write(report.dump(2) + "\n");
  file.commit();
}

void AuditVerb::run() {
  check(table());
  if (quick && runs) throw InputError("give --quick or --runs, not both: either says how many");
  // Before the runs: a file that cannot be written shall not cost them.
  std::optional<AtomicFile> report;
  if (!json.empty()) report.emplace(json);
  const std::vector<AuditCase> cases = controls ? broken_mechanisms() : shipped_mechanisms();
  const std::vector<Finding> found = findings(cases);
  if (json != "-") print_table(cases, found);
  if (report) write_report(cases, found, *report);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (found[i].refuted() == controls) continue;
    std::fflush(stdout);
    throw SystemError(
        controls ? fmt::format("the audit did not catch: {}", cases[i].mechanism)
                 : fmt::format("the claim of a mechanism is refuted: {}", cases[i].mechanism));
  }
}

}  // namespace

void add_audit(CLI::App& app) { app.add_subcommand(std::make_shared<AuditVerb>()); }

}  // namespace dplda::cli

// dplda bench: how fast this machine is, against the plainest ways to do the same.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "base/threads.h"
#include "lab/speed/speed_report.h"
#include "lab/speed/suite.h"

namespace dplda::cli {
namespace {

struct BenchFlags {
  bool json = false;
  bool quick = false;
  std::string only;
  std::string corpus;
  std::int64_t threads = 0;
  bool quiet = false;

  OptionTable table();
};

OptionTable BenchFlags::table() {
  return {{.name = "json", .target = &json, .help = "print JSON instead of the table"},
          {.name = "quick", .target = &quick, .help = "fewer rows, fewer rounds: coarser figures"},
          {.name = "only",
           .target = &only,
           .help = "only the parts with this in their names: noise, sweeps, ...; memory, which is "
                   "no part of a whole run, takes minutes, on made documents alone",
           .metavar = "NAME"},
          {.name = "corpus",
           .target = &corpus,
           .help = fmt::format("a corpus file to sweep over, its first {} million tokens, instead "
                               "of made ones; nothing of it is released",
                               kMostTokens / 1000000),
           .metavar = "FILE"},
          {.name = "threads",
           .target = &threads,
           .help = "threads to compare with one; 0 means all cores",
           .least = 0,
           .most = 4096},
          {.name = "quiet", .target = &quiet, .help = "show no progress"}};
}

void bench(BenchFlags& flags) {
  check(flags.table());
  const std::vector<SuitePart> parts = chosen_parts(suite({.quick = flags.quick,
                                                           .threads = thread_count(flags.threads),
                                                           .corpus = flags.corpus,
                                                           .program = "/proc/self/exe"}),
                                                    flags.only);
  Progress progress(flags.quiet);
  const SpeedReport report = report_of(
      parts, flags.quick, [&](std::size_t number, std::size_t all, const std::string& name) {
        if (flags.quiet) return;
        progress.show(static_cast<double>(number), static_cast<double>(all),
                      fmt::format("bench {}/{}: {}", number + 1, all, name));
      });
  fmt::print("{}", flags.json ? to_json(report).dump(2) + "\n" : speed_text(report));
}

}  // namespace

Verb bench_verb() {
  const auto flags = std::make_shared<BenchFlags>();
  return {.name = "bench",
          .help = "Measure how fast this machine is",
          .flags = flags->table(),
          .run = [flags](const Given&) { bench(*flags); }};
}

}  // namespace dplda::cli

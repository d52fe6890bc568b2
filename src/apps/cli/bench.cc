// dplda bench: how fast this machine is, against the plainest ways to do the same.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "base/threads.h"
#include "base/version.h"
#include "speed/machine.h"
#include "speed/suite.h"

namespace dplda::cli {
namespace {

// The load of a machine at which others take part of what is measured.
constexpr double kBusy = 0.5;

struct BenchFlags {
  bool json = false;
  bool quick = false;
  std::string corpus;
  std::int64_t threads = 0;
  bool quiet = false;

  OptionTable table();
};

OptionTable BenchFlags::table() {
  return {{.name = "json", .target = &json, .help = "print JSON instead of the table"},
          {.name = "quick", .target = &quick, .help = "fewer rows, fewer rounds: coarser figures"},
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

std::vector<Measurement> measurements(const BenchFlags& flags) {
  const std::vector<SuitePart> parts =
      suite({.quick = flags.quick, .threads = thread_count(flags.threads), .corpus = flags.corpus});
  Progress progress(flags.quiet);
  std::vector<Measurement> found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!flags.quiet) {
      progress.show(static_cast<double>(i), static_cast<double>(parts.size()),
                    fmt::format("bench {}/{}: {}", i + 1, parts.size(), parts[i].name));
    }
    for (Measurement& row : parts[i].measure()) found.push_back(std::move(row));
  }
  return found;
}

// Three digits that mean something.
std::string digits(double value) {
  const int places = value > 0 ? 2 - static_cast<int>(std::floor(std::log10(value))) : 0;
  return fmt::format("{:.{}f}", value, std::clamp(places, 0, 3));
}

std::string setting_text(const nlohmann::ordered_json& settings, const char* key) {
  if (!settings.contains(key)) return "";
  const auto& value = settings[key];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void print_line(const std::vector<std::string>& cells) {
  static constexpr int kWidths[] = {-30, -9, 6, 7, 3, -9, 9, -11, 6, 8};
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i >= std::size(kWidths)) {
      line += "  " + cells[i];
    } else if (kWidths[i] < 0) {
      line += fmt::format("{}{:<{}}", i == 0 ? "" : "  ", cells[i], -kWidths[i]);
    } else {
      line += fmt::format("  {:>{}}", cells[i], kWidths[i]);
    }
  }
  fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
}

void print_measurements(const nlohmann::ordered_json& machine,
                        const std::vector<Measurement>& found) {
  fmt::print("{}, {} cores, about {} GHz\n", machine["processor"].get<std::string>(),
             machine["cores"].dump(), digits(machine["gigahertz"].get<double>()));
  if (machine.value("load", 0.0) > kBusy) {
    fmt::print(
        "Others use this machine, too (load {}): times on the wall, where threads are compared, "
        "mean little.\n",
        digits(machine["load"].get<double>()));
  }
  fmt::print("\n");
  print_line({"what", "corpus", "topics", "words", "thr", "set", "value", "unit", "spread", "times",
              "as fast as"});
  for (const Measurement& row : found) {
    const auto setting = [&](const char* key) { return setting_text(row.settings, key); };
    print_line({row.name, setting("corpus"), setting("topics"), setting("words"),
                setting("threads"), setting("instruction_set"), digits(row.value), row.unit,
                fmt::format("{:.0f}%", 100 * row.spread),
                row.comparison ? digits(row.comparison->ratio) : "",
                row.comparison ? row.comparison->with : ""});
  }
  fmt::print(
      "\nThe ways to do one thing are timed in turn, by processor time (where threads are "
      "compared: "
      "on the wall).\nValues are medians of rounds; spread: slowest round less fastest. Noise: "
      "eps_L = 1 (unit: word, view: topics+counts);\nperturb: eps_bit = 1 (unit: presence, view: "
      "report). Before anything is timed it is checked against a plain version.\n");
}

void bench(BenchFlags& flags) {
  check(flags.table());
  const auto start = std::chrono::steady_clock::now();
  const nlohmann::ordered_json machine = machine_record();
  const std::vector<Measurement> found = measurements(flags);
  if (!flags.json) return print_measurements(machine, found);
  nlohmann::ordered_json report = {{"version", dplda::version()},
                                   {"quick", flags.quick},
                                   {"machine", machine},
                                   {"rows", nlohmann::ordered_json::array()}};
  for (const Measurement& row : found) report["rows"].push_back(to_json(row));
  report["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}\n", report.dump(2));
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

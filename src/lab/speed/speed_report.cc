#include "lab/speed/speed_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/version.h"

namespace dplda {
namespace {

// The load of a machine at which others take part of what is measured.
constexpr double kBusy = 0.5;

// Three digits that mean something.
std::string digits(double value) {
  const int places = value > 0 ? 2 - static_cast<int>(std::floor(std::log10(value))) : 0;
  return fmt::format("{:.{}f}", value, std::clamp(places, 0, 3));
}

std::string setting_text(const OptionValues& settings, const char* key) {
  const OptionValue* value = settings.find(key);
  if (value == nullptr) return "";
  const auto* text = std::get_if<std::string>(value);
  return text != nullptr ? *text : to_json(*value).dump();
}

// `widest`: the longest name.
std::string line_text(const std::vector<std::string>& cells, std::size_t widest) {
  const int widths[] = {-static_cast<int>(widest), -9, 6, 7, 3, -9, 9, -11, 6, 8};
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i >= std::size(widths)) {
      line += "  " + cells[i];
    } else if (widths[i] < 0) {
      line += fmt::format("{}{:<{}}", i == 0 ? "" : "  ", cells[i], -widths[i]);
    } else {
      line += fmt::format("  {:>{}}", cells[i], widths[i]);
    }
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string row_text(const Measurement& row, std::size_t widest) {
  const auto setting = [&](const char* key) { return setting_text(row.settings, key); };
  return line_text({row.name, setting("corpus"), setting("topics"), setting("words"),
                    setting("threads"), setting("instruction_set"), digits(row.value), row.unit,
                    fmt::format("{:.0f}%", 100 * row.spread),
                    row.comparison ? digits(row.comparison->ratio) : "",
                    row.comparison ? row.comparison->with : ""},
                   widest);
}

}  // namespace

SpeedReport report_of(const std::vector<SuitePart>& parts, bool quick,
                      const std::function<void(std::size_t number, std::size_t parts,
                                               const std::string& name)>& on_part) {
  const auto start = std::chrono::steady_clock::now();
  SpeedReport report{.quick = quick, .machine = this_machine()};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    on_part(i, parts.size(), parts[i].name);
    for (Measurement& row : parts[i].measure()) report.rows.push_back(std::move(row));
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::string speed_text(const SpeedReport& report) {
  const Machine& machine = report.machine;
  std::string text = fmt::format("{}, {} cores, about {} GHz\n", machine.processor, machine.cores,
                                 digits(machine.gigahertz));
  if (machine.load.value_or(0) > kBusy) {
    text += fmt::format(
        "Others use this machine, too (load {}): times on the wall, where threads are compared, "
        "mean little.\n",
        digits(*machine.load));
  }
  std::size_t widest = 30;
  for (const Measurement& row : report.rows) widest = std::max(widest, row.name.size());
  text += "\n" + line_text({"what", "corpus", "topics", "words", "thr", "set", "value", "unit",
                            "spread", "times", "as fast as"},
                           widest);
  for (const Measurement& row : report.rows) text += row_text(row, widest);
  return text +
         "\nThe ways to do one thing are timed in turn, by processor time (where threads are "
         "compared: on the wall).\nValues are medians of rounds; spread: slowest round less "
         "fastest. Noise: eps_L = 1 (unit: word, view: topics+counts)\nwhere nothing else is said; "
         "perturb: eps_bit = 1 (unit: presence, view: report). Before anything is timed it is\n"
         "checked against a plain version.\n";
}

nlohmann::ordered_json to_json(const SpeedReport& report) {
  nlohmann::ordered_json json = {{"version", version()},
                                 {"quick", report.quick},
                                 {"machine", to_json(report.machine)},
                                 {"rows", nlohmann::ordered_json::array()}};
  for (const Measurement& row : report.rows) json["rows"].push_back(to_json(row));
  json["seconds"] = report.seconds;
  return json;
}

}  // namespace dplda

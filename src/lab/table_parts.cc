#include "lab/table_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace dplda {
namespace {

constexpr std::int64_t kQuickSweeps = 20;

std::string with_epsilon(std::string text, double epsilon) {
  for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}"))
    text.replace(at, 2, fmt::format("{:g}", epsilon));
  return text;
}

GridRun run_of(const Lab& lab, const GridLine& line, std::optional<double> epsilon) {
  const double shown = epsilon.value_or(0);
  GridRun run{.run = with_epsilon(line.run, shown),
              .options = asked(with_epsilon(line.flags, shown)),
              .epsilon = epsilon,
              .seeds = line.once ? 1 : lab.seeds()};
  if (lab.quick()) run.options->sweeps = std::min(run.options->sweeps, kQuickSweeps);
  return run;
}

}  // namespace

TrainOptions asked(std::string_view flags) {
  std::istringstream stream{std::string(flags)};
  std::vector<std::pair<std::string, std::string>> given;
  std::string recipe = "cgs";
  std::string chosen_preset;
  for (std::string flag, value; stream >> flag >> value;) {
    if (flag == "--recipe") {
      recipe = value;
    } else if (flag == "--preset") {
      chosen_preset = value;
    } else {
      given.emplace_back(flag.substr(2), value);
    }
  }
  TrainOptions options = options_for(recipe);
  if (!chosen_preset.empty()) set_values(option_table(options), preset(chosen_preset, recipe));
  for (const auto& [name, value] : given) set_option(options, name, value);
  return options;
}

std::vector<GridRun> runs_of(const Lab& lab, const std::vector<GridLine>& lines) {
  std::vector<GridRun> runs;
  for (const GridLine& line : lines) {
    if (line.epsilons.empty()) runs.push_back(run_of(lab, line, std::nullopt));
    for (const double epsilon : line.epsilons) {
      if (!lab.quick() || epsilon == line.epsilons.back())
        runs.push_back(run_of(lab, line, epsilon));
    }
  }
  return runs;
}

Lab::SeededCell cell_of(const TableCorpus& data, const GridRun& run, bool bits) {
  return [&data, run, bits](std::int64_t seed) {
    TrainOptions options = run.options;
    options->seed = seed;
    return table_cell(data, options, bits ? run.epsilon : std::nullopt);
  };
}

Lab::Reading reading(std::string outer, std::string inner) {
  return
      [outer = std::move(outer), inner = std::move(inner)](const nlohmann::ordered_json& result) {
        const nlohmann::ordered_json& part = result.at(outer);
        return part.is_null() ? std::nan("") : part.at(inner).get<double>();
      };
}

std::string text_of(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}

std::string spread_text(const Point& point) {
  if (!(point.low < point.high)) return text_of(point.y);
  return fmt::format("{:.1f} ({:.1f}-{:.1f})", point.y, point.low, point.high);
}

std::string epsilon_text(const std::optional<double>& epsilon) {
  return epsilon ? fmt::format("{:g}", *epsilon) : "-";
}

}  // namespace dplda

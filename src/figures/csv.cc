#include "figures/csv.h"

#include <fmt/format.h>

#include <string_view>

namespace dplda {
namespace {

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char byte : text) {
    if (byte == '"') quoted += '"';
    quoted += byte;
  }
  return quoted + '"';
}

}  // namespace

std::string csv(const Figure& figure) {
  std::string text = "panel,series,x,y,low,high\n";
  for (const Panel& panel : figure.panels) {
    const std::string title = field(panel.title);
    for (const Series& series : panel.series) {
      const std::string name = field(series.name);
      for (const Point& point : series.points) {
        const bool spread = point.low < point.high;
        text += fmt::format("{},{},{},{},{},{}\n", title, name, point.x, point.y,
                            spread ? point.low : point.y, spread ? point.high : point.y);
      }
    }
    for (const Level& level : panel.levels)
      text += fmt::format("{},{},,{},,\n", title, field(level.name), level.y);
  }
  return text;
}

std::string csv(const Table& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (text.empty() ? "" : ",") + field(cell);
    return text + "\n";
  };
  std::string text = line(table.header);
  for (const std::vector<std::string>& row : table.rows) text += line(row);
  return text;
}

}  // namespace dplda

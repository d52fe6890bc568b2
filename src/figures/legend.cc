#include "figures/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "figures/lettering.h"
#include "figures/marks.h"
#include "figures/markup.h"
#include "figures/plot_style.h"

namespace dplda {
namespace {

constexpr double kTextLeft = 30;  // after the sample
constexpr double kColumnGap = 16;
constexpr double kRow = 20;
constexpr double kNextLine = 15;
constexpr std::size_t kMostColumns = 3;

struct Entry {
  std::string sample;
  std::string text;
};

std::vector<Entry> series_entries(const Panel& panel, const Frame& frame) {
  std::vector<Entry> entries;
  for (const Series& series : panel.series) {
    const bool empty = std::none_of(series.points.begin(), series.points.end(),
                                    [&](const Point& point) { return frame.can_show(point); });
    entries.push_back({sample(series), series.name + (empty ? " (no data)" : "")});
  }
  return entries;
}

// Four digits, as many as a plot can show.
std::string level_value(double value) {
  return shown(std::isfinite(value) ? std::stod(fmt::format("{:.4g}", value)) : value);
}

std::vector<Entry> level_entries(const Panel& panel) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < panel.levels.size(); ++i)
    entries.push_back({level_sample(i), fmt::format("{}: {}", panel.levels[i].name,
                                                    level_value(panel.levels[i].y))});
  return entries;
}

std::string placed(const Entry& entry, const std::vector<std::string>& lines, double x, double y) {
  std::string text = fmt::format("<g transform=\"translate({} {})\">{}", coordinate(x),
                                 coordinate(y), entry.sample);
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += fmt::format("<text class=\"key\" x=\"{}\" y=\"{}\">{}</text>", coordinate(kTextLeft),
                        coordinate(4 + kNextLine * static_cast<double>(i)), escaped(lines[i]));
  return text + "</g>\n";
}

// Where columns start, the i-th entry being in column i modulo their number; the right end comes
// last.
std::vector<double> column_edges(const std::vector<Entry>& entries, std::size_t columns) {
  std::vector<double> widths(columns);
  for (std::size_t i = 0; i < entries.size(); ++i)
    widths[i % columns] =
        std::max(widths[i % columns], kTextLeft + text_width(entries[i].text, kKeySize));
  std::vector<double> edges{0};
  for (const double width : widths) edges.push_back(edges.back() + width + kColumnGap);
  return edges;
}

std::vector<double> fitting_columns(const std::vector<Entry>& entries, double width) {
  for (std::size_t columns = kMostColumns; columns > 1; --columns) {
    std::vector<double> edges = column_edges(entries, columns);
    if (edges.back() - kColumnGap <= width) return edges;
  }
  return column_edges(entries, 1);
}

void append_rows(const std::vector<Entry>& entries, double width, Legend& legend) {
  const std::vector<double> edges = fitting_columns(entries, width);
  const std::size_t columns = edges.size() - 1;
  for (std::size_t first = 0; first < entries.size(); first += columns) {
    std::size_t most_lines = 1;
    for (std::size_t i = first; i < std::min(first + columns, entries.size()); ++i) {
      const auto lines = wrapped(entries[i].text, kKeySize, width - kTextLeft);
      most_lines = std::max(most_lines, lines.size());
      legend.body += placed(entries[i], lines, edges[i - first], legend.height + kRow / 2);
    }
    legend.height += kRow + kNextLine * static_cast<double>(most_lines - 1);
  }
}

}  // namespace

Legend legend(const Panel& panel, const Frame& frame, double width) {
  Legend result;
  append_rows(series_entries(panel, frame), width, result);
  append_rows(level_entries(panel), width, result);
  return result;
}

}  // namespace dplda

#include "report/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/lettering.h"
#include "report/marks.h"
#include "report/markup.h"
#include "report/plot_style.h"

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

std::vector<Entry> level_entries(const Panel& panel) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < panel.levels.size(); ++i)
    entries.push_back(
        {level_sample(i), fmt::format("{}: {}", panel.levels[i].name, shown(panel.levels[i].y))});
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

// Appends rows of entries of equal columns.
void append_rows(const std::vector<Entry>& entries, double width, Legend& legend) {
  double widest = 1;
  for (const Entry& entry : entries)
    widest = std::max(widest, kTextLeft + text_width(entry.text, kKeySize));
  const auto fitting = static_cast<std::size_t>((width + kColumnGap) / (widest + kColumnGap));
  const std::size_t columns = std::clamp<std::size_t>(fitting, 1, kMostColumns);
  const double column = widest + kColumnGap;
  for (std::size_t first = 0; first < entries.size(); first += columns) {
    std::size_t most_lines = 1;
    for (std::size_t i = first; i < std::min(first + columns, entries.size()); ++i) {
      const auto lines = wrapped(entries[i].text, kKeySize, width - kTextLeft);
      most_lines = std::max(most_lines, lines.size());
      legend.body += placed(entries[i], lines, column * static_cast<double>(i - first),
                            legend.height + kRow / 2);
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

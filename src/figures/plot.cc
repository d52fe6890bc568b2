#include "figures/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "figures/frame.h"
#include "figures/legend.h"
#include "figures/lettering.h"
#include "figures/marks.h"
#include "figures/markup.h"
#include "figures/plot_style.h"

namespace dplda {
namespace {

constexpr double kTitleLine = 18;
constexpr double kLabelLine = 16;
constexpr double kPlotHeight = 210;
constexpr double kRightMargin = 16;
constexpr double kTickGap = 10;  // between tick labels and the frame
constexpr double kApart = 14;    // between neighbouring labels of the x axis
constexpr int kMostAcross = 8;
constexpr int kMostDown = 6;

std::string text_at(std::string_view classes, double x, double y, std::string_view text) {
  return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", classes, coordinate(x),
                     coordinate(y), escaped(text));
}

std::string lines_at(std::string_view classes, double x, double y, double line,
                     const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += text_at(classes, x, y + line * static_cast<double>(i), lines[i]);
  return text;
}

Scale scale_across(const Panel& panel) {
  std::vector<double> values;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) values.push_back(point.x);
  return Scale(panel.x, values);
}

Scale scale_down(const Panel& panel) {
  std::vector<double> values;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      values.push_back(point.y);
      if (point.low < point.high) values.insert(values.end(), {point.low, point.high});
    }
  for (const Level& level : panel.levels) values.push_back(level.y);
  return Scale(panel.y, values);
}

// The frame without its height above: that depends on titles.
Frame frame_of(const Panel& panel) {
  Frame frame{.x = scale_across(panel), .y = scale_down(panel)};
  double widest = 0;
  for (const Tick& tick : frame.y.ticks(kMostDown))
    widest = std::max(widest, text_width(tick.label, kTickSize));
  frame.left = widest + kTickGap + 2;
  frame.width = kPanelWidth - kRightMargin - frame.left;
  frame.height = kPlotHeight;
  return frame;
}

bool stand_apart(const std::vector<Tick>& ticks, const Frame& frame) {
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double gap = frame.across(ticks[i].value) - frame.across(ticks[i - 1].value);
    const double taken =
        (text_width(ticks[i].label, kTickSize) + text_width(ticks[i - 1].label, kTickSize)) / 2;
    if (gap < taken + kApart) return false;
  }
  return true;
}

// As many as stand apart.
std::vector<Tick> ticks_across(const Frame& frame) {
  for (int count = kMostAcross; count > 2; --count) {
    std::vector<Tick> ticks = frame.x.ticks(count);
    if (stand_apart(ticks, frame)) return ticks;
  }
  return frame.x.ticks(2);
}

std::string axes(const Frame& frame) {
  std::string lines, labels;
  for (const Tick& tick : frame.y.ticks(kMostDown)) {
    const double y = frame.down(tick.value);
    lines +=
        fmt::format("M{} {}H{}", coordinate(frame.left), coordinate(y), coordinate(frame.right()));
    labels += text_at("tick end", frame.left - kTickGap, y + 4, tick.label);
  }
  std::string marks_across;
  for (const Tick& tick : ticks_across(frame)) {
    const double x = frame.across(tick.value);
    marks_across += fmt::format("M{} {}v5", coordinate(x), coordinate(frame.bottom()));
    const double half = text_width(tick.label, kTickSize) / 2;
    labels +=
        text_at("tick middle", std::min(x, kPanelWidth - half), frame.bottom() + 19, tick.label);
  }
  return fmt::format("<path class=\"grid\" d=\"{}\"/>\n<path class=\"axis\" d=\"M{} {}H{}{}\"/>\n",
                     lines, coordinate(frame.left), coordinate(frame.bottom()),
                     coordinate(frame.right()), marks_across) +
         labels;
}

bool shows_anything(const Panel& panel, const Frame& frame) {
  return std::any_of(panel.series.begin(), panel.series.end(), [&](const Series& series) {
    return std::any_of(series.points.begin(), series.points.end(),
                       [&](const Point& point) { return frame.can_show(point); });
  });
}

std::vector<std::string> title_of(const Panel& panel) {
  // Semibold letters are wider.
  return wrapped(panel.title, kTitleSize * 1.06, kPanelWidth);
}

}  // namespace

int title_lines(const Panel& panel) {
  return panel.title.empty() ? 0 : static_cast<int>(title_of(panel).size());
}

DrawnPanel draw(const Panel& panel, int lines) {
  DrawnPanel drawn;
  drawn.height = kTitleLine * lines;
  if (!panel.title.empty())
    drawn.body += lines_at("title", 0, kTitleSize, kTitleLine, title_of(panel));
  if (!panel.y.label.empty()) {
    const auto label = wrapped(panel.y.label, kLabelSize, kPanelWidth);
    drawn.body += lines_at("label", 0, drawn.height + 14, kLabelLine, label);
    drawn.height += kLabelLine * static_cast<double>(label.size());
  }
  Frame frame = frame_of(panel);
  frame.top = drawn.height + 18;
  drawn.body += axes(frame) + marks(panel, frame);
  if (!shows_anything(panel, frame))
    drawn.body += text_at("label middle", frame.left + frame.width / 2,
                          frame.top + frame.height / 2, "no data");
  drawn.height = frame.bottom() + 26;
  if (!panel.x.label.empty()) {
    const auto label = wrapped(panel.x.label, kLabelSize, frame.width);
    drawn.body += lines_at("label middle", frame.left + frame.width / 2, drawn.height + 14,
                           kLabelLine, label);
    drawn.height += 4 + kLabelLine * static_cast<double>(label.size());
  }
  const Legend key = legend(panel, frame, kPanelWidth);
  drawn.body += fmt::format("<g class=\"legend\" transform=\"translate(0 {})\">\n{}</g>\n",
                            coordinate(drawn.height + 10), key.body);
  drawn.height += 12 + key.height;
  return drawn;
}

std::string description(const Panel& panel) {
  std::string text = panel.title.empty() ? "Plot" : panel.title;
  text += fmt::format(": {} against {}.", panel.y.label.empty() ? "y" : panel.y.label,
                      panel.x.label.empty() ? "x" : panel.x.label);
  std::string names;
  for (const Series& series : panel.series)
    names += (names.empty() ? " Curves: " : ", ") + series.name;
  if (!names.empty()) text += names + '.';
  for (const Level& level : panel.levels)
    text += fmt::format(" Level {}: {}.", level.name, shown(level.y));
  return text;
}

}  // namespace dplda

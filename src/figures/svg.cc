#include "figures/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "figures/lettering.h"
#include "figures/markup.h"
#include "figures/plot.h"
#include "figures/plot_style.h"

namespace dplda {
namespace {

constexpr std::size_t kPanelsInARow = 3;
constexpr double kMargin = 20;
constexpr double kBetween = 36;
constexpr double kHeadingSize = 16;
constexpr double kHeadingLine = 22;

struct Drawing {
  std::string body;
  double height = 0;
};

double row_width(std::size_t panels) {
  const auto columns = static_cast<double>(std::clamp<std::size_t>(panels, 1, kPanelsInARow));
  return columns * kPanelWidth + (columns - 1) * kBetween;
}

void append_row(std::span<const Panel> panels, Drawing& drawing) {
  int lines = 0;
  for (const Panel& panel : panels) lines = std::max(lines, title_lines(panel));
  double height = 0, left = kMargin;
  for (const Panel& panel : panels) {
    const DrawnPanel drawn = draw(panel, lines);
    drawing.body += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", coordinate(left),
                                coordinate(drawing.height), drawn.body);
    height = std::max(height, drawn.height);
    left += kPanelWidth + kBetween;
  }
  drawing.height += height;
}

Drawing heading(const Figure& figure, double width) {
  Drawing drawing{.body = "", .height = kMargin};
  if (figure.title.empty()) return drawing;
  for (const std::string& line : wrapped(figure.title, kHeadingSize * 1.06, width)) {
    drawing.body += fmt::format(
        "<text class=\"title\" style=\"font-size:{}px\" x=\"{}\" y=\"{}\">"
        "{}</text>\n",
        kHeadingSize, coordinate(kMargin), coordinate(drawing.height + kHeadingSize),
        escaped(line));
    drawing.height += kHeadingLine;
  }
  drawing.height += 12;
  return drawing;
}

}  // namespace

std::string svg(const Figure& figure) {
  const double width = row_width(figure.panels.size());
  Drawing drawing = heading(figure, width);
  const std::span<const Panel> panels = figure.panels;
  for (std::size_t first = 0; first < panels.size(); first += kPanelsInARow) {
    if (first > 0) drawing.height += kBetween;
    append_row(panels.subspan(first, std::min(kPanelsInARow, panels.size() - first)), drawing);
  }
  std::string label = figure.title;
  for (const Panel& panel : panels) label += (label.empty() ? "" : " ") + description(panel);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" aria-label=\"{0}\" "
      "width=\"{1}\" height=\"{2}\" viewBox=\"0 0 {1} {2}\">\n"
      "<style>\n{3}{4}@media (prefers-color-scheme:dark){{\n{5}}}\n</style>\n"
      "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{6}</svg>\n",
      escaped(label), coordinate(width + 2 * kMargin), coordinate(drawing.height + kMargin),
      shape_rules(), colour_rules(light_palette()), colour_rules(dark_palette()), drawing.body);
}

std::string inline_svg(const Panel& panel) {
  const DrawnPanel drawn = draw(panel, title_lines(panel));
  return fmt::format(
      "<svg class=\"plot\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {}\">\n{}</svg>\n",
      escaped(description(panel)), coordinate(kPanelWidth), coordinate(drawn.height), drawn.body);
}

}  // namespace dplda

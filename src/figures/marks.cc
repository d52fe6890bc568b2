#include "figures/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "figures/markup.h"
#include "figures/palette.h"

namespace dplda {
namespace {

constexpr std::size_t kMarkers = 24;  // of a series; longer ones show every n-th
constexpr double kTouch = 8;          // the radius around a point that shows its numbers

bool has_spread(const Point& point) { return point.low < point.high; }

std::vector<Point> drawable(const Series& series, const Frame& frame) {
  std::vector<Point> points;
  for (const Point& point : series.points)
    if (frame.can_show(point)) points.push_back(point);
  return points;
}

std::string position(double x, double y) { return coordinate(x) + ' ' + coordinate(y); }

std::string band(int colour, const std::vector<Point>& points, const Frame& frame) {
  if (std::none_of(points.begin(), points.end(), has_spread)) return "";
  const auto high = [&](const Point& p) { return frame.down(has_spread(p) ? p.high : p.y); };
  const auto low = [&](const Point& p) { return frame.down(has_spread(p) ? p.low : p.y); };
  if (points.size() == 1) {
    const double x = frame.across(points[0].x);
    return fmt::format("<path class=\"whisker c{}\" d=\"M{}V{}\"/>", colour,
                       position(x, high(points[0])), coordinate(low(points[0])));
  }
  std::string path;
  for (const Point& point : points)
    path += (path.empty() ? 'M' : 'L') + position(frame.across(point.x), high(point));
  for (auto point = points.rbegin(); point != points.rend(); ++point)
    path += 'L' + position(frame.across(point->x), low(*point));
  return fmt::format("<path class=\"band c{}\" d=\"{}z\"/>", colour, path);
}

std::string_view dashes(const Series& series) {
  return series.stroke == Stroke::kDashed ? " dashed" : "";
}

std::string curve(const Series& series, const std::vector<Point>& points, const Frame& frame) {
  if (points.size() < 2) return "";
  std::string path;
  for (const Point& point : points)
    path += (path.empty() ? 'M' : 'L') + position(frame.across(point.x), frame.down(point.y));
  return fmt::format("<path class=\"curve c{}{}\" d=\"{}\"/>", colour_index(series.colour),
                     dashes(series), path);
}

std::string marker(const Series& series, double x, double y) {
  return fmt::format("<path class=\"marker c{}{}\" transform=\"translate({})\" d=\"{}\"/>",
                     colour_index(series.colour), series.stroke == Stroke::kDashed ? " hollow" : "",
                     position(x, y), marker_path(series.colour));
}

std::string tooltip(const Panel& panel, const Series& series, const Point& point) {
  const auto named = [](const Axis& axis, const char* otherwise) {
    return axis.label.empty() ? std::string(otherwise) : axis.label;
  };
  std::string text = fmt::format("{}\n{}: {}\n{}: {}", series.name, named(panel.x, "x"),
                                 shown(point.x), named(panel.y, "y"), shown(point.y));
  if (has_spread(point)) text += fmt::format(" ({} to {})", shown(point.low), shown(point.high));
  return escaped(text);
}

std::string markers(const Panel& panel, const Series& series, const std::vector<Point>& points,
                    const Frame& frame) {
  const std::size_t stride = points.size() > kMarkers ? (points.size() + 11) / 12 : 1;
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!frame.contains(points[i])) continue;
    const double x = frame.across(points[i].x), y = frame.down(points[i].y);
    text += fmt::format("<g><title>{}</title>", tooltip(panel, series, points[i]));
    if (i % stride == 0 || i + 1 == points.size()) text += marker(series, x, y);
    text += fmt::format("<circle class=\"touch\" cx=\"{}\" cy=\"{}\" r=\"{}\"/></g>\n",
                        coordinate(x), coordinate(y), coordinate(kTouch));
  }
  return text;
}

// A nested <svg> cuts off what lies outside without needing a name for the shape.
std::string clipped(const Frame& frame, const std::string& body) {
  return fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n"
      "{4}</svg>\n",
      coordinate(frame.left), coordinate(frame.top), coordinate(frame.width),
      coordinate(frame.height), body);
}

std::string level_class(std::size_t index) { return fmt::format("level l{}", index % 4); }

}  // namespace

std::string marks(const Panel& panel, const Frame& frame) {
  std::string levels, bands, curves, points;
  for (std::size_t i = 0; i < panel.levels.size(); ++i)
    if (frame.y.contains(panel.levels[i].y))
      levels += fmt::format("<path class=\"{}\" d=\"M{}H{}\"><title>{}</title></path>\n",
                            level_class(i), position(frame.left, frame.down(panel.levels[i].y)),
                            coordinate(frame.right()),
                            escaped(panel.levels[i].name + ": " + shown(panel.levels[i].y)));
  for (const Series& series : panel.series) {
    const std::vector<Point> shown_points = drawable(series, frame);
    bands += band(colour_index(series.colour), shown_points, frame) + '\n';
    curves += curve(series, shown_points, frame) + '\n';
    points += markers(panel, series, shown_points, frame);
  }
  return levels + clipped(frame, bands + curves) + points;
}

std::string sample(const Series& series) {
  // Two whole dashes: the pattern of the curve would leave a crumb beside the marker.
  const char* path = series.stroke == Stroke::kDashed ? "M0 0H5.5M16.5 0H22" : "M0 0H22";
  return fmt::format("<path class=\"curve c{}\" d=\"{}\"/>", colour_index(series.colour), path) +
         marker(series, 11, 0);
}

std::string level_sample(std::size_t index) {
  return fmt::format("<path class=\"{}\" d=\"M0 0H22\"/>", level_class(index));
}

}  // namespace dplda

#include "figures/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <vector>

#include "figures/lettering.h"
#include "figures/plot.h"
#include "figures/plot_style.h"
#include "reference/not_finite.h"
#include "reference/sample_page.h"

namespace dplda {
namespace {

using test::kInfinity;
using test::kNan;

struct Place {
  double x;
  double y;
};

std::vector<Place> places(const std::string& text, const std::string& pattern) {
  std::vector<Place> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    found.push_back({std::stod((*match)[1]), std::stod((*match)[2])});
  return found;
}

// Where the points lie: each has a circle that shows its numbers.
std::vector<Place> points(const std::string& text) {
  return places(text, "class=\"touch\" cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\"");
}

// The place of a tick label.
Place label(const std::string& text, const std::string& name) {
  const auto found =
      places(text, "class=\"tick [a-z]+\" x=\"([-0-9.]+)\" y=\"([-0-9.]+)\">" + name + "<");
  return found.empty() ? Place{kNan, kNan} : found.front();
}

Panel panel(std::vector<Point> of) {
  return {.title = "T",
          .x = {.label = "x", .logarithmic = false, .least = 0.0, .most = 40.0},
          .y = {.label = "y", .logarithmic = true, .least = 1.0, .most = 1000.0},
          .series = {{.name = "s", .points = std::move(of)}}};
}

// Labels stand centred below their tick, and with their baseline 4 below it.
TEST(Svg, APointLandsWhereTheAxisSays) {
  const std::string text = inline_svg(panel({{20, 10}, {30, 100}}));
  const auto found = points(text);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].x, label(text, "20").x, 0.01);
  EXPECT_NEAR(found[0].y, label(text, "10").y - 4, 0.02);
  EXPECT_NEAR(found[1].x, label(text, "30").x, 0.01);
  EXPECT_NEAR(found[1].y, label(text, "100").y - 4, 0.02);
}

TEST(Svg, WhatCannotBeShownIsLeftOut) {
  const std::string text = inline_svg(panel({{kNan, 10},
                                             {1, kInfinity},
                                             {2, -5},
                                             {3, 0},
                                             {4, 10},
                                             {5, 1e6},
                                             {99, 10},
                                             {6, 20, kNan, 3}}));
  EXPECT_EQ(points(text).size(), 2u);  // 5, 1e6 and 99, 10 have a place, but outside
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
}

TEST(Svg, NothingIsDrawnOutsideItsViewBoxButWhatIsCutOff) {
  for (const Figure& figure : {test::sample_figure(), test::odd_figure()})
    for (const Panel& one : figure.panels) {
      const DrawnPanel drawn = draw(one, title_lines(one));
      for (const Place& place : places(drawn.body, "x=\"([-0-9.]+)\" (?:c)?y=\"([-0-9.]+)\"")) {
        EXPECT_GE(place.x, 0);
        EXPECT_LE(place.x, kPanelWidth);
        EXPECT_LE(place.y, drawn.height);
      }
    }
}

TEST(Svg, TheLegendLiesBelowAllData) {
  for (const Figure& figure : {test::sample_figure(), test::odd_figure()})
    for (const Panel& one : figure.panels) {
      const std::string body = draw(one, title_lines(one)).body;
      const std::string before = "<g class=\"legend\" transform=\"translate(0 ";
      const std::size_t start = body.find(before);
      ASSERT_NE(start, std::string::npos);
      const double top = std::stod(body.substr(start + before.size()));
      for (const Place& place : points(body)) EXPECT_LT(place.y + 10, top);
    }
}

TEST(Svg, ASpreadIsABandAndOfOnePointAWhisker) {
  EXPECT_EQ(inline_svg(panel({{1, 10}, {2, 20, 20, 20}})).find("band"), std::string::npos);
  EXPECT_NE(inline_svg(panel({{1, 10, 5, 15}, {2, 20}})).find("class=\"band c0\""),
            std::string::npos);
  EXPECT_NE(inline_svg(panel({{1, 10, 5, 15}})).find("class=\"whisker c0\""), std::string::npos);
}

TEST(Svg, APointTellsItsNumbers) {
  EXPECT_NE(inline_svg(panel({{1, 10, 5, 15}})).find("<title>s\nx: 1\ny: 10 (5 to 15)</title>"),
            std::string::npos);
}

TEST(Svg, LabelsOfAnAxisDoNotTouch) {
  const std::pair<double, double> ranges[] = {
      {0, 1}, {0, 7.3}, {0, 999}, {120'000, 123'456}, {0, 9.9e9}, {1.00001, 1.00008}};
  const std::regex tick("class=\"tick middle\" x=\"([-0-9.]+)\" y=\"[-0-9.]+\">([^<]*)<");
  for (const auto& [least, most] : ranges) {
    Panel wide = panel({});
    wide.x.least = least;
    wide.x.most = most;
    const std::string text = inline_svg(wide);
    double end = -kInfinity;
    int labels = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), tick), last; match != last; ++match) {
      const double half = text_width((*match)[2].str(), kTickSize) / 2;
      EXPECT_GT(std::stod((*match)[1]) - half, end + 5) << (*match)[2];
      end = std::stod((*match)[1]) + half;
      ++labels;
    }
    EXPECT_GE(labels, 2) << most;
  }
}

TEST(Svg, TheBytesAreTheSameTwice) {
  EXPECT_EQ(svg(test::sample_figure()), svg(test::sample_figure()));
  EXPECT_EQ(svg(test::odd_figure()), svg(test::odd_figure()));
}

TEST(Svg, AFigureWithoutPanelsIsStillAFile) {
  const std::string text = svg({.title = "Empty"});
  EXPECT_NE(text.find(">Empty</text>"), std::string::npos);
  EXPECT_NE(inline_svg({}).find("no data"), std::string::npos);
}

}  // namespace
}  // namespace dplda

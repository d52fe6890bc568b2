#include "figures/palette.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "figures/page_style.h"

namespace dplda {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// sRGB to linear light.
Triple linear(std::string_view hex) {
  Triple light{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    light[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return light;
}

Triple times(const Matrix& matrix, const Triple& vector) {
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * vector[j];
  return result;
}

// WCAG 2.
double contrast(std::string_view one, std::string_view other) {
  const auto luminance = [](std::string_view hex) {
    const Triple light = linear(hex);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05;
  };
  const double ratio = luminance(one) / luminance(other);
  return ratio < 1 ? 1 / ratio : ratio;
}

Triple lab(Triple light) {
  constexpr Matrix kXyz{{{0.4124564, 0.3575761, 0.1804375},
                         {0.2126729, 0.7151522, 0.0721750},
                         {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple kWhite{0.95047, 1, 1.08883};
  for (double& part : light) part = std::min(1.0, std::max(0.0, part));
  Triple xyz = times(kXyz, light);
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = xyz[i] / kWhite[i];
    xyz[i] = share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

// What remains of a colour without one kind of cones (Machado, Oliveira, Fernandes 2009).
constexpr Matrix kEyes[] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                            {{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}},
                            {{{0.367322, 0.860646, -0.227968},
                              {0.280085, 0.672501, 0.047413},
                              {-0.011820, 0.042940, 0.968881}}},
                            {{{1.255528, -0.076749, -0.178779},
                              {-0.078411, 0.930809, 0.147602},
                              {0.004733, 0.691367, 0.303900}}}};

class Palettes : public testing::TestWithParam<const Palette*> {};

TEST_P(Palettes, SeriesStandOutFromTheirGroundAndTextIsReadable) {
  const Palette& palette = *GetParam();
  for (const auto colour : palette.series) EXPECT_GE(contrast(colour, palette.paper), 3) << colour;
  EXPECT_GE(contrast(palette.level, palette.paper), 3);
  EXPECT_GE(contrast(palette.ink, palette.paper), 4.5);
  EXPECT_GE(contrast(palette.quiet, palette.paper), 4.5);
}

// A CIE76 distance of 2.3 is just noticed; thin lines and small markers need far more.
TEST_P(Palettes, AllSeriesColoursDifferWhicheverConesAnEyeLacks) {
  for (const Matrix& eye : kEyes)
    for (std::size_t i = 0; i < kColours; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Triple a = lab(times(eye, linear(GetParam()->series[i])));
        const Triple b = lab(times(eye, linear(GetParam()->series[j])));
        EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 19.5) << i << ' ' << j;
      }
}

INSTANTIATE_TEST_SUITE_P(LightAndDark, Palettes,
                         testing::Values(&light_palette(), &dark_palette()));

// The value of a variable of a page's theme.
std::string variable(const std::string& theme, const std::string& name) {
  const std::size_t start = theme.find("--" + name + ":");
  return start == std::string::npos ? "" : theme.substr(start + name.size() + 3, 7);
}

TEST(PageStyle, TextIsReadableOnItsGroundInBothThemes) {
  const std::string style = page_style();
  for (const std::string which : {"light", "dark"}) {
    const std::string start = ":root[data-theme=" + which + "]{";
    ASSERT_NE(style.find(start), std::string::npos);
    const std::string theme = style.substr(style.find(start));
    for (const std::string verdict : {"held", "partly", "failed", "ours"})
      for (const std::string& ground : {verdict + "-ground", std::string("ground")})
        EXPECT_GE(contrast(variable(theme, verdict), variable(theme, ground)), 4.5) << verdict;
    for (const char* text : {"ink", "quiet", "link"})
      for (const char* ground : {"ground", "paper"})
        EXPECT_GE(contrast(variable(theme, text), variable(theme, ground)), 4.5) << text;
  }
}

TEST(Marker, EveryColourHasItsOwnShape) {
  std::set<std::string_view> shapes;
  for (int colour = 0; colour < kColours; ++colour) shapes.insert(marker_path(colour));
  EXPECT_EQ(shapes.size(), 8u);
  EXPECT_EQ(marker_path(-1), marker_path(7));
  EXPECT_EQ(marker_path(8), marker_path(0));
}

}  // namespace
}  // namespace dplda

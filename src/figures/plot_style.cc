#include "figures/plot_style.h"

#include <fmt/format.h>

namespace dplda {
namespace {

constexpr Palette kByName{.paper = "var(--paper)",
                          .ink = "var(--ink)",
                          .quiet = "var(--quiet)",
                          .grid = "var(--grid)",
                          .axis = "var(--axis)",
                          .level = "var(--level)",
                          .series = {"var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)",
                                     "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"}};

}  // namespace

std::string shape_rules() {
  return fmt::format(
      ".plot text{{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\","
      "Arial,sans-serif;stroke:none}}\n"
      ".plot .title{{font-size:{}px;font-weight:600}}\n"
      ".plot .label{{font-size:{}px}}\n"
      ".plot .tick{{font-size:{}px;font-variant-numeric:tabular-nums}}\n"
      ".plot .key{{font-size:{}px}}\n"
      ".plot .middle{{text-anchor:middle}}\n"
      ".plot .end{{text-anchor:end}}\n"
      ".plot .grid,.plot .axis{{fill:none;stroke-width:1}}\n"
      ".plot .level{{fill:none;stroke-width:1.3}}\n"
      ".plot .l0{{stroke-dasharray:2 3}}\n"
      ".plot .l1{{stroke-dasharray:9 3 2 3}}\n"
      ".plot .l2{{stroke-dasharray:1 5;stroke-linecap:round}}\n"
      ".plot .l3{{stroke-dasharray:12 4}}\n"
      ".plot .curve{{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}}\n"
      ".plot .dashed{{stroke-dasharray:6 4}}\n"
      ".plot .band{{fill:currentColor;fill-opacity:.2;stroke:none}}\n"
      ".plot .whisker{{fill:none;stroke:currentColor;stroke-width:1.5;stroke-opacity:.7}}\n"
      ".plot .marker{{fill:currentColor;stroke:currentColor;stroke-width:.6;"
      "stroke-linejoin:round}}\n"
      ".plot .hollow{{stroke-width:1.6}}\n"
      ".plot .touch{{fill:none;stroke:none;pointer-events:all}}\n",
      kTitleSize, kLabelSize, kTickSize, kKeySize);
}

std::string colour_rules(const Palette& palette) {
  std::string rules = fmt::format(
      ".plot .title,.plot .key{{fill:{}}}\n.plot .label,.plot .tick{{fill:{}}}\n"
      ".plot .ground,.plot .hollow{{fill:{}}}\n.plot .grid{{stroke:{}}}\n"
      ".plot .axis{{stroke:{}}}\n.plot .level{{stroke:{}}}\n",
      palette.ink, palette.quiet, palette.paper, palette.grid, palette.axis, palette.level);
  for (std::size_t i = 0; i < palette.series.size(); ++i)
    rules += fmt::format(".plot .c{}{{color:{}}}\n", i, palette.series[i]);
  return rules;
}

std::string variable_colour_rules() { return colour_rules(kByName); }

std::string variables(const Palette& palette) {
  std::string text =
      fmt::format("--paper:{};--ink:{};--quiet:{};--grid:{};--axis:{};--level:{};", palette.paper,
                  palette.ink, palette.quiet, palette.grid, palette.axis, palette.level);
  for (std::size_t i = 0; i < palette.series.size(); ++i)
    text += fmt::format("--c{}:{};", i, palette.series[i]);
  return text;
}

}  // namespace dplda

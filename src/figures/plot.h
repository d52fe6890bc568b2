// Draws a panel: the part that a file and a page have in common.
#pragma once

#include <string>

#include "figures/figure.h"

namespace dplda {

inline constexpr double kPanelWidth = 360;

struct DrawnPanel {
  std::string body;  // SVG elements within 0..kPanelWidth x 0..height
  double height = 0;
};

// How many lines the title takes.
int title_lines(const Panel& panel);

// Leaves room for `lines` lines of title, so that neighbours stand level. Its classes are those of
// plot_style.h.
DrawnPanel draw(const Panel& panel, int lines);

// What the panel shows, in words, for who cannot see it.
std::string description(const Panel& panel);

}  // namespace dplda

// Figures as SVG. Text that is not UTF-8 is mended, never an error; the same figure gives the same
// bytes.
#pragma once

#include <string>

#include "figures/figure.h"

namespace dplda {

// A whole .svg file of all panels side by side, three a row, with its own style, light or dark as
// the reader prefers.
std::string svg(const Figure& figure);

// One <svg> element for a page: it scales to the width of its column and takes its colours from the
// variables of plot_style.h.
std::string inline_svg(const Panel& panel);

}  // namespace dplda

// A page of invented figures, among them everything that could break a drawing.
#pragma once

#include "figures/page.h"

namespace dplda::test {

// Three panels with spreads, levels and both kinds of axes.
Figure sample_figure();
// Panels without data, with one point, equal values, values that are not finite, negative values on
// a logarithmic axis, limits that leave no range, markup in every text.
Figure odd_figure();
// Both, figures of one, two and four panels, a table, prose, preformatted text.
Page sample_page();

}  // namespace dplda::test

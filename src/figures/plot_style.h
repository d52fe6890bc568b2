// The style of a drawing as CSS: for elements within an element of class "plot".
#pragma once

#include <string>

#include "figures/palette.h"

namespace dplda {

inline constexpr double kTitleSize = 13.5;
inline constexpr double kLabelSize = 12;
inline constexpr double kTickSize = 12;
inline constexpr double kKeySize = 12;

// What does not depend on colours.
std::string shape_rules();

// The colours of a palette.
std::string colour_rules(const Palette& palette);

// The same, but by name: the page says what --ink, --paper, --quiet, --grid, --axis, --level and
// --c0 to --c7 are.
std::string variable_colour_rules();
// "--ink:#...;": those names with the values of a palette.
std::string variables(const Palette& palette);

}  // namespace dplda

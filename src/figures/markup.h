// Text and numbers as they may stand in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace dplda {

// Safe as text and within either kind of quotes. Characters that XML forbids are dropped, bytes
// that are not UTF-8 become U+FFFD.
std::string escaped(std::string_view text);

// A coordinate: at most two decimals, no trailing zeros, never "-0". REQUIRES: finite.
std::string coordinate(double value);

// A number for people: six significant digits, "−3·10⁻⁷", "∞", "not a number".
std::string shown(double value);

// "10⁻⁷".
std::string power_of_ten_text(int exponent);

}  // namespace dplda

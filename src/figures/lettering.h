// How much room text takes, without asking a font: an estimate that errs on the wide side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// In the unit of `size`, for a sans-serif face of that size.
double text_width(std::string_view text, double size);

// Lines that are no wider than `width`, broken at spaces; a word that is wider stands alone. At
// least one line, empty if the text is.
std::vector<std::string> wrapped(std::string_view text, double size, double width);

}  // namespace dplda

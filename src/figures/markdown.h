// A figure or a table as Markdown, for pages that live beside the code.
#pragma once

#include <string>
#include <string_view>

#include "figures/figure.h"

namespace dplda {

// A heading, the image at `image`, what was claimed and seen, and for each panel a folded table: a
// row for each x, a column for each curve, spreads in brackets.
std::string markdown(const Figure& figure, std::string_view image);

// A heading, the rows and the note. Cells are Markdown already.
std::string markdown(const Table& table);
// The title, the rows with their columns aligned, and the note: for a terminal.
std::string aligned(const Table& table);

}  // namespace dplda

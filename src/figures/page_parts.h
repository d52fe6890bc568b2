// Tables, figures and verdicts as HTML that is also XML.
#pragma once

#include <string>
#include <string_view>

#include "figures/figure.h"

namespace dplda {

struct VerdictWords {
  std::string_view style;  // its class
  std::string_view mark;   // one character
  std::string_view words;
};

const VerdictWords& words_for(Verdict verdict);

// <table> in a box that scrolls sideways. Columns of numbers are set to the right; rows that are
// too short are filled up.
std::string table_html(const Table& table);

// <figure> with its badge, sentences, panels and, folded away, the numbers.
std::string figure_html(const Figure& figure, std::string_view anchor);

}  // namespace dplda

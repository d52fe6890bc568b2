// One self-contained HTML page of sections: prose, figures, tables. No network, and no script is
// needed to read it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "figures/figure.h"

namespace dplda {

struct Paragraph {
  std::string text;
};

// Text shown as it is, in one width.
struct Preformatted {
  std::string text;
};

using Block = std::variant<Paragraph, Figure, Table, Preformatted>;

struct Section {
  std::string heading;
  std::vector<Block> blocks = {};  // in the order of the page
};

struct Page {
  std::string title;
  std::string lead = {};  // the answer in a few sentences; may be empty
  std::vector<Section> sections = {};
  std::string footer = {};
};

// All text is taken as plain text and escaped. The same page gives the same bytes.
std::string html(const Page& page);

}  // namespace dplda

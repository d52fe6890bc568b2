#include "words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/option_words.h"
#include "binding.h"

namespace dplda::python {
namespace {

// Where scikit-learn has a name for it, or Python has none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRenamed = {{
    {"topics", "n_components"},
    {"sweeps", "max_iter"},
    {"threads", "n_jobs"},
    {"seed", "random_state"},
    {"key-file", "key"},
    {"lambda", "batch_weight"},
}};

std::string with(std::string_view text, char from, char to) {
  std::string changed(text);
  std::replace(changed.begin(), changed.end(), from, to);
  return changed;
}

bool starts_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-'; }
bool is_placeholder(std::string_view value) {  // FILE
  return std::all_of(value.begin(), value.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

std::string keyword_of(std::string_view option) {
  for (const auto& [name, keyword] : kRenamed)
    if (name == option) return std::string(keyword);
  return with(option, '-', '_');
}

std::string option_of(std::string_view keyword) {
  for (const auto& [name, renamed] : kRenamed)
    if (renamed == keyword) return std::string(name);
  return with(keyword, '_', '-');
}

std::string in_python(std::string_view text) {
  return with_options(text, [](std::string_view name, std::string_view value) {
    std::string keyword = keyword_of(name);
    if (is_placeholder(value)) return keyword;
    keyword += '=';
    if (starts_number(value.front())) return keyword.append(value);
    return keyword.append("\"").append(value).append("\"");
  });
}

void add_words(py::module_& module) {
  module.def("keyword_of", &keyword_of, py::arg("option"), "'target-epsilon' -> 'target_epsilon'.");
  module.def("option_of", &option_of, py::arg("keyword"), "'n_components' -> 'topics'.");
  module.def("in_python", &in_python, py::arg("text"),
             "A sentence of the library with its options as keywords.");
}

}  // namespace dplda::python

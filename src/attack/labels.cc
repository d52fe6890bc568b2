#include "attack/labels.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "base/errors.h"
#include "base/files.h"
#include "text/text_lines.h"

namespace dplda {
namespace {

// Tab-separated field `column`, from 1; empty where the line has fewer.
std::string_view field(std::string_view line, std::size_t column) {
  for (; column > 1; --column) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return {};
    line.remove_prefix(tab + 1);
  }
  return line.substr(0, line.find('\t'));
}

}  // namespace

Labels read_labels(const std::string& path, std::uint64_t documents, std::size_t column) {
  TextLines lines(open_input(path), {});
  Labels labels;
  std::map<std::string, std::uint32_t, std::less<>> known;
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view name = field(line, column);
    if (name.empty()) lines.fail(fmt::format("there is no label in field {}", column));
    auto at = known.find(name);
    if (at == known.end()) {
      at = known.emplace(name, static_cast<std::uint32_t>(known.size())).first;
      labels.names.emplace_back(name);
    }
    labels.classes.push_back(at->second);
  }
  if (labels.classes.size() != documents) {
    throw InputError(fmt::format("{} has {} labels, but the corpus has {} documents", path,
                                 labels.classes.size(), documents));
  }
  if (labels.names.size() < 2) {
    throw InputError(
        fmt::format("{} names fewer than two classes; there is nothing to tell apart", path));
  }
  return labels;
}

}  // namespace dplda

// The class of each document, such as its author, from a text file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dplda {

struct Labels {
  std::vector<std::uint32_t> classes;  // of each document
  std::vector<std::string> names;      // of each class, in the order in which they came up
};

// One line a document; the label is tab-separated field number `column`, from 1. The file may be
// compressed. Throws InputError if a line has no such field, or its field is empty, if there are
// not exactly `documents` lines, or fewer than two classes.
Labels read_labels(const std::string& path, std::uint64_t documents, std::size_t column = 1);

}  // namespace dplda

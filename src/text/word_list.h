// A file of words, one a line: the names of ids 0, 1, ...
#pragma once

#include <string>
#include <vector>

namespace dplda {

struct WordList {
  std::vector<std::string> words;
  std::string source;  // what to call it in messages
};

// Reads a word list, compressed or not. A byte order mark and empty lines at the end are left out.
// Throws InputError if the file cannot be read, a line is empty, too long for a word or not valid
// UTF-8. Repeated words are found by Vocabulary.
WordList read_word_list(const std::string& path);

// The ids below `words` in decimal.
std::vector<std::string> decimal_names(std::size_t words);

}  // namespace dplda

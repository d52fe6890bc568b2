// Reading a whole source of bags into plain vectors, and errors as strings, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/document_source.h"

namespace dplda::test {

using PlainBag = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // word, count

struct PlainBags {
  std::vector<PlainBag> documents;
  std::vector<std::string> words;

  bool operator==(const PlainBags&) const = default;
};

inline PlainBags read_all(BagSource& source) {
  PlainBags all;
  std::vector<WordCount> bag;
  while (source.next(bag)) {
    auto& document = all.documents.emplace_back();
    for (const auto& pair : bag) document.emplace_back(pair.word, pair.count);
  }
  all.words = source.words();
  return all;
}

// The message of the InputError that `run` throws; empty if it throws none.
template <class Run>
std::string input_error(Run&& run) {
  try {
    run();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace dplda::test

// Reading a whole source of bags into plain vectors, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

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

// Three documents, the second empty, whose words have no names but their numbers.
inline const PlainBags kThreeBags{{{{0, 2}, {2, 1}}, {}, {{1, 7}}}, {"0", "1", "2"}};

}  // namespace dplda::test

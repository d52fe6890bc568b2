#include "corpus/document_gatherer.h"

namespace dplda {

std::vector<std::uint64_t> DocumentGatherer::document_frequencies(std::size_t words) const {
  std::vector<std::uint64_t> frequencies(words);
  for (std::size_t id = 0; id < tallies_.size(); ++id) frequencies[id] = tallies_[id].documents;
  return frequencies;
}

}  // namespace dplda

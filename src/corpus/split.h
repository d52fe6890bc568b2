// The documents of a corpus in two parts, one to train on and one to test with.
#pragma once

#include <cstdint>
#include <vector>

namespace dplda {

// Indices of documents, each part in ascending order.
struct Split {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> test;
};

// The first `train` of `documents`, and the rest. Throws InputError, naming --first, if a part
// would be empty.
Split split_at(std::uint64_t documents, std::uint64_t train);

// A random `fraction` of the documents (rounded to the nearest number), and the rest; the same for
// the same seed. Throws InputError, naming --fraction, if a part would be empty.
Split split_at_random(std::uint64_t documents, double fraction, std::uint64_t seed);

}  // namespace dplda

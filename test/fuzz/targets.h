// Everything that reads bytes from outside, with a small valid example of each: what the fuzzers
// run.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace dplda::test {

struct FuzzTarget {
  std::string name;  // letters, digits and underscores
  std::string seed;  // a valid file; the reader must accept it
  // Reads the bytes as a whole. May throw InputError and nothing else.
  std::function<void(const std::string& bytes)> read;
  bool refuses = true;  // whether it refuses some bytes
};

// To fuzz another reader, add a line to this table.
std::vector<FuzzTarget> fuzz_targets();

}  // namespace dplda::test

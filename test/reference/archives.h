// NumPy arrays and zip archives written plainly, to read back with the product's readers.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dplda::test {

// A .npy file of version 1.0. `shape` is Python's: "(3,)", "()", "(2, 4)".
std::string npy_file(std::string_view dtype, std::string_view shape, std::string_view data);

// The same for a one-dimensional array of numbers.
template <class T>
std::string npy_numbers(std::string_view dtype, const std::vector<T>& values) {
  std::string data(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(data.data(), values.data(), data.size());
  return npy_file(dtype, fmt::format("({},)", values.size()), data);
}

// A zip archive of stored entries, checksums right.
std::string zip_file(const std::vector<std::pair<std::string, std::string>>& entries);

// `bytes` as one gzip member, and as one zstd frame.
std::string gzipped(std::string_view bytes);
std::string zstandard(std::string_view bytes);

}  // namespace dplda::test

// The header of one .npy array: NumPy's format, versions 1.0 to 3.0, without objects and
// structures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

struct NpyHeader {
  std::string dtype;                 // normalised: "<" or "|" first, as NumPy writes it
  std::vector<std::uint64_t> shape;  // empty: a scalar
  bool fortran_order = false;
  std::size_t header_bytes = 0;  // where the data starts
  std::uint64_t data_bytes = 0;  // what dtype and shape say
};

// A header whose length is a multiple of 64, and at least `least_bytes`.
std::string npy_header(std::string_view dtype, const std::vector<std::uint64_t>& shape,
                       std::size_t least_bytes = 0);

// Reads the header at the front of `bytes`. Throws InputError naming the file and the array if it
// is damaged or of a dtype that we do not read.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& path,
                           std::string_view array);

// Bytes of one element; 0 if the dtype is not one that we read.
std::uint64_t npy_item_bytes(std::string_view dtype);

// Elements times bytes of one; false if that does not fit 64 bits.
bool npy_data_bytes(std::string_view dtype, const std::vector<std::uint64_t>& shape,
                    std::uint64_t& bytes);

}  // namespace dplda

// A table to draw from a fixed distribution in constant time (Walker 1977; Vose 1991).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

class AliasTable {
 public:
  // REQUIRES: weights are not negative, finite, fewer than 2^32, not all zero.
  explicit AliasTable(std::span<const double> weights);

  // The index that 64 random bits give: the high part of bits * size picks a column, the low part
  // decides between its two indices.
  std::uint32_t operator()(std::uint64_t bits) const {
    const auto product = static_cast<unsigned __int128>(bits) * columns_.size();
    const auto index = static_cast<std::uint32_t>(product >> 64);
    const Column& column = columns_[index];
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32) < column.keep
               ? index
               : column.alias;
  }

 private:
  struct Column {
    std::uint32_t keep;  // of 2^32 in which the column stands for itself
    std::uint32_t alias;
  };

  std::vector<Column> columns_;
};

}  // namespace dplda

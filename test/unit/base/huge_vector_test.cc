#include "base/huge_vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dplda {
namespace {

template <class T>
std::uintptr_t address(const HugeVector<T>& vector) {
  return reinterpret_cast<std::uintptr_t>(vector.data());
}

TEST(HugeVector, StartsOnACacheLineOrAHugePage) {
  for (const std::size_t bytes : {std::size_t{1}, kHugeBytes - 1})
    EXPECT_EQ(address(HugeVector<char>(bytes)) % 64, 0u) << bytes;
  for (const std::size_t bytes : {kHugeBytes, kHugeBytes + 1, 3 * kHugeBytes})
    EXPECT_EQ(address(HugeVector<char>(bytes)) % (std::size_t{2} << 20), 0u) << bytes;
}

TEST(HugeVector, HoldsWhatAVectorHolds) {
  const std::size_t large = kHugeBytes / sizeof(std::int32_t) + 1;
  for (const std::size_t size : {std::size_t{3}, large}) {
    HugeVector<std::int32_t> vector(size);
    EXPECT_TRUE(std::all_of(vector.begin(), vector.end(), [](std::int32_t x) { return x == 0; }));
    vector.front() = 1;
    vector.back() = 2;
    HugeVector<std::int32_t> copy = vector;
    EXPECT_EQ(copy, vector);
    copy.push_back(3);  // moves to a larger place
    EXPECT_EQ(copy[size - 1], 2);
    EXPECT_EQ(vector.size(), size);
    const HugeVector<std::int32_t> moved = std::move(copy);
    EXPECT_EQ(moved.back(), 3);
  }
}

TEST(HugeVector, ImpossibleSizesThrow) {
  EXPECT_THROW(HugeAllocator<std::int32_t>().allocate(SIZE_MAX / 4), std::bad_alloc);
  EXPECT_THROW(HugeAllocator<std::int32_t>().allocate(SIZE_MAX / 2), std::bad_alloc);
}

}  // namespace
}  // namespace dplda

// A vector for tables of many megabytes that are read at random: it asks the system for huge pages,
// without which every read first waits for the address of its page.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace dplda {

// Below this many bytes memory is ordinary.
inline constexpr std::size_t kHugeBytes = std::size_t{4} << 20;

// Memory for `bytes` bytes, on a boundary of 64 at least. Throws std::bad_alloc.
void* allocate_table(std::size_t bytes);
void free_table(void* memory, std::size_t bytes) noexcept;

template <class T>
struct HugeAllocator {
  using value_type = T;

  HugeAllocator() = default;
  template <class U>
  HugeAllocator(const HugeAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > std::size_t(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(allocate_table(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { free_table(memory, count * sizeof(T)); }

  bool operator==(const HugeAllocator&) const = default;
};

template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

}  // namespace dplda

#include "base/huge_vector.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace dplda {
namespace {

constexpr std::align_val_t kLine{64};
constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

// Mappings start on small pages: one huge page more is mapped, and what is before and behind is
// given back.
void* map_aligned(std::size_t bytes) {
  if (bytes > SIZE_MAX - kHugePage) throw std::bad_alloc();
  void* mapped = ::mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t before = whole_pages(start) - start;
  auto* const aligned = static_cast<std::byte*>(mapped) + before;
  if (before > 0) ::munmap(mapped, before);
  if (before < kHugePage) ::munmap(aligned + bytes, kHugePage - before);
  return aligned;
}

}  // namespace

void* allocate_table(std::size_t bytes) {
  if (bytes < kHugeBytes) return ::operator new(bytes, kLine);
  if (bytes > SIZE_MAX - 2 * kHugePage) throw std::bad_alloc();
  void* const memory = map_aligned(whole_pages(bytes));
  // Where the system has no huge pages, ordinary ones serve as well, only slower.
#ifdef MADV_HUGEPAGE
  ::madvise(memory, whole_pages(bytes), MADV_HUGEPAGE);
#endif
  return memory;
}

void free_table(void* memory, std::size_t bytes) noexcept {
  if (bytes < kHugeBytes) {
    ::operator delete(memory, kLine);
  } else {
    ::munmap(memory, whole_pages(bytes));
  }
}

}  // namespace dplda

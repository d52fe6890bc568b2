// What a RandomStream draws, many at a time: for code that knows about how many it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/random.h"

namespace dplda {

class BulkRandomStream {
 public:
  // `random` must outlive it.
  BulkRandomStream(const RandomStreams& random, Purpose purpose, std::uint64_t document,
                   std::uint64_t expected)
      : random_(random), at_{.purpose = purpose, .document = document}, expected_(expected) {}

  // Uniform below `bound`, exactly. REQUIRES: bound >= 1.
  std::uint64_t below(std::uint64_t bound) {
    std::uint64_t result;
    do {
      if (used_ == ready_) refill();
    } while (!uniform_below(draws_[used_++], bound, result));
    return result;
  }

 private:
  void refill() {
    const std::uint64_t left = expected_ > at_.position ? expected_ - at_.position : 1;
    ready_ = std::min<std::size_t>((left + 7) / 8 * 8, draws_.size());
    random_.draws(at_, std::span(draws_).first(ready_));
    at_.position += ready_;
    used_ = 0;
  }

  const RandomStreams& random_;
  RandomPosition at_;
  std::uint64_t expected_;
  std::size_t ready_ = 0;
  std::size_t used_ = 0;
  std::array<std::uint64_t, 512> draws_;
};

// Fisher-Yates by a document's own coins: position i swaps with a position drawn uniformly from
// 0..i.
template <class T>
void shuffle(std::span<T> items, const RandomStreams& random, Purpose purpose,
             std::uint64_t document) {
  BulkRandomStream stream(random, purpose, document, items.size());
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[stream.below(i)]);
}

}  // namespace dplda

// The documents of a run may lie in several parts, each with its own process or machine. Tables of
// counts are sums over all parts: whole numbers, so that their order does not matter.
#pragma once

#include <cstdint>
#include <span>

#include "lda/topic_table.h"

namespace dplda {

// What the parts of a run agree on. Every part makes the same calls in the same order.
class Parts {
 public:
  virtual ~Parts() = default;
  // Cell by cell, over all parts: each gets the sums in place of its own.
  virtual void sum(std::span<std::int32_t> cells) = 0;
  virtual void sum(std::span<std::int64_t> cells) = 0;
  // The largest that a part has.
  virtual std::uint64_t most(std::uint64_t own) = 0;
};

// All documents are here.
class OnePart final : public Parts {
 public:
  void sum(std::span<std::int32_t> /*cells*/) override {}
  void sum(std::span<std::int64_t> /*cells*/) override {}
  std::uint64_t most(std::uint64_t own) override { return own; }
};

// A table with its totals.
void sum_over(Parts& parts, TopicTable& table);

}  // namespace dplda

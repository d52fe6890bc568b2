// The attack on noise added to a table of counts.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "attack/audit.h"
#include "attack/likelihood.h"
#include "training/backend.h"

namespace dplda {

// Releases one of two tables of counts through the shipped release().
template <class Noise>
class TableAttack final : public Attack {
 public:
  TableAttack(Noise noise, TopicTable first, TopicTable second)
      : noise_(std::move(noise)),
        counts_{std::move(first), std::move(second)},
        released_(counts_[0].topics(), counts_[0].words()),
        pool_(1) {}

  double score(Side side, const Key& key) override {
    release(counts_[side == Side::kFirst ? 0 : 1], noise_, 1, RandomStreams(key), pool_, released_);
    return release_ratio(noise_, released_, counts_[0], counts_[1]);
  }

 private:
  Noise noise_;
  std::array<TopicTable, 2> counts_;
  TopicTable released_;
  ThreadPool pool_;
};

// A table of one topic with these counts, word by word.
inline TopicTable table_of(std::span<const std::int32_t> counts) {
  TopicTable table(1, static_cast<std::uint32_t>(counts.size()));
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    table.column(word)[0] = counts[word];
    table.totals()[0] += counts[word];
  }
  return table;
}

}  // namespace dplda

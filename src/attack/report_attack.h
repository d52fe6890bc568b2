// The attack on a report of perturbed bits.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "attack/audit.h"
#include "privacy/randomized_response.h"

namespace dplda {

// Perturbs one of two rows of bits through the shipped perturb(). REQUIRES: rows of one length.
class ReportAttack final : public Attack {
 public:
  ReportAttack(const RandomizedResponse& response, std::vector<std::uint64_t> first,
               std::vector<std::uint64_t> second)
      : response_(response), rows_{std::move(first), std::move(second)}, seen_(rows_[0].size()) {}

  // The log-likelihood ratio: every bit in which the rows differ speaks for one of them.
  double score(Side side, const Key& key) override {
    seen_ = rows_[side == Side::kFirst ? 0 : 1];
    response_.perturb(seen_, RandomStreams(key), {.purpose = Purpose::kNoise});
    int like_first = 0;
    int like_second = 0;
    for (std::size_t j = 0; j < seen_.size(); ++j) {
      const std::uint64_t differing = rows_[0][j] ^ rows_[1][j];
      like_second += std::popcount((seen_[j] ^ rows_[0][j]) & differing);
      like_first += std::popcount((seen_[j] ^ rows_[1][j]) & differing);
    }
    return (like_first - like_second) * response_.epsilon();
  }

 private:
  RandomizedResponse response_;
  std::vector<std::uint64_t> rows_[2];
  std::vector<std::uint64_t> seen_;
};

}  // namespace dplda

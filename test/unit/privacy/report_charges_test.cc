#include "privacy/report_charges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/errors.h"
#include "privacy/randomized_response.h"

namespace dplda {
namespace {

using Bits = std::array<std::uint64_t, 3>;  // presence, word, document

Bits bits_of(std::uint32_t words, std::uint32_t cap) {
  const std::vector<Charge> charges =
      report_charges(RandomizedResponse(1).threshold(), words, cap, 5);
  EXPECT_EQ(charges.size(), 3);
  constexpr std::array kUnits = {Unit::kPresence, Unit::kWord, Unit::kDocument};
  Bits bits{};
  for (std::size_t i = 0; i < charges.size(); ++i) {
    EXPECT_EQ(charges[i].release, "perturbed document");
    EXPECT_EQ(charges[i].unit, kUnits[i]);
    EXPECT_EQ(charges[i].view, View::kReport);
    EXPECT_EQ(charges[i].count, 5);
    EXPECT_EQ(charges[i].first, 1);
    bits[i] = charges[i].mechanism.loss.bits;
  }
  return bits;
}

TEST(ReportCharges, AreTheBitsInWhichNeighboursMayDiffer) {
  EXPECT_EQ(bits_of(1000, 0), (Bits{1, 2, 1000}));
  EXPECT_EQ(bits_of(1000, 50), (Bits{2, 2, 100}));
  EXPECT_EQ(bits_of(1000, 700), (Bits{2, 2, 1000}));
  // A cap that no document reaches, and vocabularies that hardly differ in two bits.
  EXPECT_EQ(bits_of(1000, 1000), (Bits{1, 2, 1000}));
  EXPECT_EQ(bits_of(2, 1), (Bits{2, 2, 2}));
  EXPECT_EQ(bits_of(1, 0), (Bits{1, 1, 1}));
  EXPECT_EQ(bits_of(1, 1), (Bits{1, 1, 1}));
}

TEST(ReportCharges, RefuseWhatIsNoReport) {
  EXPECT_THROW(report_charges(0, 10, 0, 1), InputError);
  EXPECT_THROW(report_charges(1, 0, 0, 1), InputError);
}

// docs/privacy/proofs.md, "Choosing kept words": of the words that are present, the `cap` of least
// priority. Sets of words as bits; the priority of a word is its place in `order`.
unsigned kept(unsigned present, unsigned cap, const std::array<unsigned, 5>& order) {
  unsigned chosen = 0;
  for (const unsigned word : order) {
    if ((present >> word & 1) != 0 && static_cast<unsigned>(std::popcount(chosen)) < cap)
      chosen |= 1u << word;
  }
  return chosen;
}

// Every order of priorities of 5 words, every document, every neighbour, every cap: the largest
// number of bits that differ is the one that is charged.
TEST(ReportCharges, AreReachedAndNotExceededByTheRuleOfKeptWords) {
  constexpr unsigned kWords = 5;
  for (unsigned cap = 1; cap <= kWords; ++cap) {
    Bits most{};
    std::array<unsigned, 5> order = {0, 1, 2, 3, 4};
    do {
      for (unsigned a = 0; a < 1u << kWords; ++a) {
        for (unsigned b = 0; b < 1u << kWords; ++b) {
          const auto differing =
              static_cast<std::uint64_t>(std::popcount(kept(a, cap, order) ^ kept(b, cap, order)));
          const int changed = std::popcount(a ^ b);
          // An occurrence replaced: a word may vanish, another may appear.
          const bool replaced =
              changed == 1 || (changed == 2 && std::popcount(a) == std::popcount(b));
          if (changed == 1) most[0] = std::max(most[0], differing);
          if (replaced) most[1] = std::max(most[1], differing);
          most[2] = std::max(most[2], differing);
        }
      }
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(most, bits_of(kWords, cap)) << cap;
  }
}

}  // namespace
}  // namespace dplda

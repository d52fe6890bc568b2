// Charges for tests of ledgers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/ledger.h"
#include "privacy/randomized_response.h"
#include "privacy/report_charges.h"

namespace dplda {

constexpr Unit kUnit = Unit::kWord;
constexpr View kView = View::kTopicsAndCounts;

// A release of eps_L: two cells move by one under noise of scale 2 / eps_L.
inline Charge table(double epsilon, std::uint64_t count = 1, std::uint64_t first = 1) {
  return {.release = "table",
          .mechanism = DiscreteLaplace(rational_at_least(2 / epsilon)).mechanism(2),
          .unit = kUnit,
          .view = kView,
          .count = count,
          .first = first};
}

inline Charge gaussian(double sigma, std::uint64_t cells, std::uint64_t count) {
  return {.release = "table",
          .mechanism = DiscreteGaussian(rational_at_least(sigma * sigma)).mechanism(cells),
          .unit = Unit::kDocument,
          .view = View::kCounts,
          .count = count};
}

inline double pure(const Ledger& ledger) { return ledger.total(kUnit, kView).epsilon; }

// A total is never below the closed form, and no more than 1e-9 above it.
inline void expect_just_above(double total, double closed_form) {
  EXPECT_GE(total, closed_form);
  EXPECT_LE(total, closed_form * (1 + 1e-9));
}

// 1000 words of which 50 are kept, at 0.5 a bit.
inline std::vector<Charge> reports(std::uint64_t count) {
  return report_charges(RandomizedResponse(0.5).threshold(), 1000, 50, count);
}

}  // namespace dplda

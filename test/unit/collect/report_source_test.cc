#include "collect/report_source.h"

#include <gtest/gtest.h>

#include "base/errors.h"

namespace dplda {
namespace {

TEST(ReportSource, ARowThatIsNotMadeForTheWordsIsRefused) {
  const WordSets sets(70);
  const auto report = [](std::vector<std::uint64_t> bits) {
    return Report{.bits = std::move(bits)};
  };
  EXPECT_NO_THROW(check_row(report({~std::uint64_t{0}, 63}), sets));
  EXPECT_THROW(check_row(report({1}), sets), InputError);
  EXPECT_THROW(check_row(report({1, 1, 0}), sets), InputError);
  EXPECT_THROW(check_row(report({1, 64}), sets), InputError);
  EXPECT_NO_THROW(check_row(report({~std::uint64_t{0}}), WordSets(64)));
}

}  // namespace
}  // namespace dplda

#include "collect/report_ids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

TEST(ReportIds, HoldsEachIdOnce) {
  ReportIds ids;
  std::set<ReportId> wanted;
  const RandomStreams random(key_from_seed(3));
  RandomStream draws(random, Purpose::kSynthetic);
  for (int i = 0; i < 20000; ++i) {
    // Few values, so that many come again; zero is among them.
    const ReportId id = test::id_of(draws.below(100), draws.below(100));
    EXPECT_EQ(ids.contains(id), wanted.contains(id));
    EXPECT_EQ(ids.insert(id), wanted.insert(id).second);
    EXPECT_TRUE(ids.contains(id));
  }
  EXPECT_EQ(ids.size(), wanted.size());
  EXPECT_EQ(ids.sorted(), std::vector<ReportId>(wanted.begin(), wanted.end()));
}

TEST(ReportIds, RoomInAdvanceChangesNothing) {
  ReportIds ids;
  ids.insert(test::id_of(5));
  ids.reserve(100000);
  EXPECT_TRUE(ids.contains(test::id_of(5)));
  EXPECT_FALSE(ids.insert(test::id_of(5)));
  EXPECT_EQ(ids.size(), 1);
}

}  // namespace
}  // namespace dplda

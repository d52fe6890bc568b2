#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace dplda {
namespace {

TEST(ThreadPool, EveryIndexRunsOnceForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 50; ++repeat) {
      std::vector<std::atomic<int>> hits(101);
      pool.for_each(hits.size(), [&](std::size_t index, int worker) {
        ASSERT_GE(worker, 0);
        ASSERT_LT(worker, threads);
        ++hits[index];
      });
      for (const auto& hit : hits) EXPECT_EQ(hit, 1);
    }
  }
}

TEST(ThreadPool, NothingToDoReturns) {
  ThreadPool pool(3);
  pool.for_each(0, [](std::size_t, int) { FAIL(); });
}

TEST(ThreadPool, AnExceptionReachesTheCallerAndThePoolLivesOn) {
  ThreadPool pool(4);
  EXPECT_THROW(pool.for_each(100,
                             [](std::size_t index, int) {
                               if (index == 30) throw std::runtime_error("thirty");
                             }),
               std::runtime_error);
  std::atomic<int> count = 0;
  pool.for_each(10, [&](std::size_t, int) { ++count; });
  EXPECT_EQ(count, 10);
}

}  // namespace
}  // namespace dplda

#include "text/peeked_source.h"

#include <gtest/gtest.h>

#include <string>

#include "reference/chunked_source.h"

namespace dplda {
namespace {

TEST(PeekedSource, GivesBackWhatItLookedAt) {
  for (const std::size_t ahead : {0u, 1u, 4u, 100u}) {
    PeekedSource source(test::chunked("0123456789", "in", 3), ahead);
    EXPECT_EQ(source.head(), std::string("0123456789").substr(0, ahead));
    std::string read;
    char buffer[4];
    while (const std::size_t got = source.read(buffer)) read.append(buffer, got);
    EXPECT_EQ(read, "0123456789");
    EXPECT_EQ(source.name(), "in");
  }
}

TEST(PeekedSource, ReadsNoFurtherThanIsEnough) {
  const auto enough = [](std::string_view head, std::size_t fresh) {
    EXPECT_EQ(fresh, 3u);
    return head.size() >= 5;
  };
  PeekedSource source(test::chunked("0123456789", "in", 3), 100, OnTaken(), enough);
  EXPECT_EQ(source.head(), "012345");
  std::string read;
  char buffer[4];
  while (const std::size_t got = source.read(buffer)) read.append(buffer, got);
  EXPECT_EQ(read, "0123456789");
}

}  // namespace
}  // namespace dplda

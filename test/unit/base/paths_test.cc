#include "base/paths.h"

#include <gtest/gtest.h>

namespace dplda {
namespace {

TEST(DirectoryOf, IsTheDirectoryPart) {
  EXPECT_EQ(directory_of("a"), ".");
  EXPECT_EQ(directory_of("/a"), "/");
  EXPECT_EQ(directory_of("a/b/c"), "a/b");
}

}  // namespace
}  // namespace dplda

#include "base/lock_file.h"

#include <gtest/gtest.h>

#include <optional>

#include "base/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

TEST(LockFile, OneHolderAtATimeAndTheFileStays) {
  const test::TemporaryDirectory directory;
  std::optional<LockFile> first(std::in_place, directory / "lock", "the state");
  EXPECT_THROW(LockFile(directory / "lock", "the state"), InputError);
  first.reset();
  const LockFile second(directory / "lock", "the state");
  EXPECT_EQ(directory.entries(), 1U);
}

TEST(LockFile, CannotBeTakenWhereNoFileCanBe) {
  const test::TemporaryDirectory directory;
  EXPECT_THROW(LockFile(directory / "absent/lock", "the state"), SystemError);
}

}  // namespace
}  // namespace dplda

#include "attack/labels.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

TEST(Labels, AreTheAskedFieldOfEachLine) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "labels";
  test::write_file(path, "4\tDoyle\r\n8\tDickens\n4\tDoyle");
  const Labels first = read_labels(path, 3);
  EXPECT_EQ(first.classes, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(first.names, (std::vector<std::string>{"4", "8"}));
  EXPECT_EQ(read_labels(path, 3, 2).names, (std::vector<std::string>{"Doyle", "Dickens"}));
}

TEST(Labels, ThatDoNotFitAreRefused) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "labels";
  test::write_file(path, "a\nb\n");
  EXPECT_THROW(read_labels(path, 1), InputError);     // too many
  EXPECT_THROW(read_labels(path, 3), InputError);     // too few
  EXPECT_THROW(read_labels(path, 2, 2), InputError);  // no such field
  EXPECT_NO_THROW(read_labels(path, 2));
  test::write_file(path, "a\n\n");
  EXPECT_THROW(read_labels(path, 2), InputError);  // a line without a label
  test::write_file(path, "a\na\n");
  EXPECT_THROW(read_labels(path, 2), InputError);  // one class
  EXPECT_THROW(read_labels(directory / "none", 2), InputError);
}

}  // namespace
}  // namespace dplda

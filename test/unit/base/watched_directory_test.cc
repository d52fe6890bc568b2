#include "base/watched_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "base/errors.h"
#include "reference/archives.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Paths = std::vector<std::string>;

TEST(WatchedDirectory, ListsRegularFilesInTheOrderOfTheirNames) {
  const test::TemporaryDirectory directory;
  for (const char* name : {"b.dpr", "a.dpr", "a10.dpr", "a2.dpr", ".hidden.dpr", "c.txt", "dpr"})
    test::write_file(directory / name, "x");
  std::filesystem::create_directory(directory / "d.dpr");
  std::filesystem::create_symlink(directory / "c.txt", directory / "link.dpr");
  std::filesystem::create_symlink(directory / "nowhere", directory / "broken.dpr");
  EXPECT_EQ(WatchedDirectory(directory.path(), ".dpr").files(),
            (Paths{directory / "a.dpr", directory / "a10.dpr", directory / "a2.dpr",
                   directory / "b.dpr", directory / "link.dpr"}));
  EXPECT_EQ(WatchedDirectory(directory.path()).files().size(), 7u);
}

TEST(WatchedDirectory, SeesWhatComesAndGoes) {
  const test::TemporaryDirectory directory;
  const WatchedDirectory watched(directory.path());
  EXPECT_EQ(watched.files(), Paths{});
  test::write_file(directory / ".new.tmp", "x");
  EXPECT_EQ(watched.files(), Paths{});
  std::filesystem::rename(directory / ".new.tmp", directory / "new");
  EXPECT_EQ(watched.files(), Paths{directory / "new"});
  std::filesystem::remove(directory / "new");
  EXPECT_EQ(watched.files(), Paths{});
}

TEST(WatchedDirectory, MustBeADirectory) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "file", "x");
  EXPECT_THROW(WatchedDirectory(directory / "absent"), InputError);
  EXPECT_THROW(WatchedDirectory(directory / "file"), InputError);
  std::filesystem::create_directory(directory / "gone");
  const WatchedDirectory watched(directory / "gone");
  std::filesystem::remove(directory / "gone");
  EXPECT_THROW(watched.files(), InputError);
}

TEST(ContinuedInput, GoesOnWhereItIsTold) {
  const test::TemporaryDirectory directory;
  const std::string gzip = test::gzipped("text");
  test::write_file(directory / "file", gzip);
  std::vector<char> buffer(100);
  EXPECT_EQ(std::string(buffer.data(), continued_input(directory / "file", 3)->read(buffer)),
            gzip.substr(3));
  EXPECT_EQ(continued_input(directory / "file", 1000)->read(buffer), 0u);
  EXPECT_THROW(continued_input(directory / "absent", 0), InputError);
}

TEST(Patience, EndsWhenToldToStop) {
  int asked = 0;
  const Wait wait{.stop = [&] { return ++asked == 3; }};
  Patience patience(wait);
  while (patience.sleep()) {  // on a busy machine a look may be due before the third question
  }
  EXPECT_EQ(asked, 3);
}

TEST(Patience, EndsAfterTheIdleTimeAndNotBefore) {
  const Wait wait{.idle_seconds = 0.03};
  const auto begin = std::chrono::steady_clock::now();
  Patience patience(wait);
  int looks = 1;
  while (patience.sleep()) ++looks;
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(30));
  EXPECT_GE(looks, 2) << "the last look comes after the time is over";
  const Wait none{.idle_seconds = 0};
  EXPECT_FALSE(Patience(none).sleep());
}

TEST(Patience, ALastLookIsTakenHoweverLateItIs) {
  // The least time that there is: it is over when sleep() is called, whatever the machine does.
  const Wait wait{.idle_seconds = std::numeric_limits<double>::denorm_min()};
  Patience patience(wait);
  EXPECT_TRUE(patience.sleep());
  EXPECT_FALSE(patience.sleep());
}

TEST(Patience, WithoutAnEndItGoesOn) {
  const Wait wait;
  Patience patience(wait);
  EXPECT_TRUE(patience.sleep());
}

}  // namespace
}  // namespace dplda

#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "base/errors.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::TemporaryDirectory;

unsigned mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777u;
}

TEST(AtomicFile, AppearsWholeAtCommitAndNotBefore) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out";
  test::write_file(path, "old");
  AtomicFile file(path);
  file.write("new ");
  file.write(std::string(1 << 20, 'x'));
  file.write("end");
  EXPECT_EQ(file.position(), 4u + (1 << 20) + 3);
  EXPECT_EQ(read_file(path), "old");
  file.commit();
  EXPECT_EQ(read_file(path), "new " + std::string(1 << 20, 'x') + "end");
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(AtomicFile, KeepsFromOthersWhatWasKeptFromThem) {
  const TemporaryDirectory directory;
  test::write_file(directory / "x", "old");
  ASSERT_EQ(chmod((directory / "x").c_str(), 0600), 0);
  AtomicFile file(directory / "x");
  file.write("new");
  file.commit();
  struct stat status {};
  ASSERT_EQ(stat((directory / "x").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(read_file(directory / "x"), "new");
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const TemporaryDirectory directory;
  try {
    AtomicFile file(directory / "out");
    file.write(std::string(1 << 20, 'x'));
    EXPECT_LE(directory.entries(), 1u);  // none where the system has files without a name
    throw InputError("stop");
  } catch (const InputError&) {
  }
  EXPECT_EQ(directory.entries(), 0u);
}

TEST(AtomicFile, PatchesBytesOnDiskInTheBufferAndAcross) {
  const TemporaryDirectory directory;
  std::string expected(300 << 10, 'a');
  AtomicFile file(directory / "out");
  file.write(expected);  // larger than the buffer: straight to disk
  for (const std::size_t at : {std::size_t{5}, expected.size() - 2, expected.size() + 3}) {
    const std::string tail(4, 'b');
    file.write(tail);
    expected += tail;
    file.patch(at, "XYZ");
    expected.replace(at, 3, "XYZ");
    EXPECT_EQ(file.position(), expected.size());
  }
  file.commit();
  EXPECT_EQ(read_file(directory / "out"), expected);
}

TEST(AtomicFile, HonoursModeAndUmask) {
  const TemporaryDirectory directory;
  const mode_t before = ::umask(027);
  for (const auto& [name, mode] : {std::pair{"plain", 0666u}, std::pair{"secret", 0600u}}) {
    AtomicFile file(directory / name, mode);
    file.commit();
  }
  ::umask(before);
  EXPECT_EQ(mode_of(directory / "plain"), 0640u);
  EXPECT_EQ(mode_of(directory / "secret"), 0600u);
}

TEST(AtomicFile, FollowsSymbolicLinks) {
  const TemporaryDirectory directory;
  test::write_file(directory / "real", "old");
  fs::create_symlink("real", directory / "link");
  AtomicFile file(directory / "link");
  file.write("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(directory / "link"));
  EXPECT_EQ(read_file(directory / "real"), "new");
}

TEST(AtomicFile, WritesThroughToWhatIsNotARegularFile) {
  AtomicFile null("/dev/null");
  EXPECT_FALSE(null.can_patch());
  null.write("gone");
  null.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));

  const TemporaryDirectory directory;
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_file(pipe); });
  {
    AtomicFile file(pipe);
    file.write("through");
    file.commit();
  }
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(AtomicFile, AFullDiskIsASystemErrorNamingThePath) {
  EXPECT_EQ(test::message_of<SystemError>([] {
              AtomicFile file("/dev/full");
              file.write("text");
              file.commit();
            }),
            "cannot write '/dev/full': No space left on device");
}

TEST(AtomicFile, ALimitOnTheFileSizeLeavesTheOldFileAndNoTemporary) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out";
  test::write_file(path, "old");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 20, 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string error = test::message_of<SystemError>([&] {
      AtomicFile file(path);
      for (int i = 0; i < 30; ++i) file.write(std::string(100'000, 'x'));
      file.commit();
    });
    ::_exit(error == "cannot write '" + path + "': File too large" ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(AtomicFile, SaysWhoseFaultItIs) {
  const TemporaryDirectory directory;
  EXPECT_EQ(test::message_of<InputError>([&] { AtomicFile file(directory / "no/out"); }),
            "the directory '" + (directory / "no") + "' of the output '" + (directory / "no/out") +
                "' does not exist");
  EXPECT_THROW(AtomicFile file(directory.path()), InputError);
  EXPECT_THROW(AtomicFile file(""), InputError);
  EXPECT_THROW(AtomicFile file(directory / std::string(300, 'n')), InputError);
}

TEST(AtomicFile, TakesNamesAsLongAsTheSystemDoes) {
  const TemporaryDirectory directory;
  const std::string path = directory / std::string(255, 'n');
  AtomicFile file(path);
  file.commit();
  EXPECT_TRUE(fs::exists(path));
}

TEST(MappedFile, ShowsTheBytesAndSurvivesMoves) {
  const TemporaryDirectory directory;
  test::write_file(directory / "file", "bytes");
  MappedFile first(directory / "file");
  const MappedFile second = std::move(first);
  EXPECT_EQ(second.bytes().size(), 5u);
  EXPECT_EQ(static_cast<char>(second.bytes()[4]), 's');
  EXPECT_TRUE(first.bytes().empty());
  test::write_file(directory / "empty", "");
  EXPECT_TRUE(MappedFile(directory / "empty").bytes().empty());
  EXPECT_THROW(MappedFile(directory / "missing"), InputError);
  EXPECT_THROW(MappedFile(directory.path()), InputError);
  EXPECT_THROW(MappedFile("/dev/null"), InputError);
}

// Kilobytes of files that this process has mapped in, as Linux counts them; -1 elsewhere.
long resident_file_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssFile:")) return std::stol(line.substr(8));
  }
  return -1;
}

TEST(MappedFile, DroppedPagesTakeNoMemoryAndAreReadAgain) {
  if (resident_file_kilobytes() < 0) GTEST_SKIP() << "the system does not say what is resident";
  constexpr std::size_t kBytes = std::size_t{32} << 20;
  const TemporaryDirectory directory;
  test::write_file(directory / "file", std::string(kBytes, 'x'));
  const MappedFile file(directory / "file");
  const auto read = [&] { return std::ranges::count(file.bytes(), static_cast<std::byte>('x')); };
  EXPECT_EQ(read(), std::ptrdiff_t{kBytes});
  const long before = resident_file_kilobytes();
  file.drop_pages();
  // All but what the program itself may map in meanwhile, which is far less than half.
  EXPECT_LT(resident_file_kilobytes(), before - static_cast<long>(kBytes / 1024 / 2));
  EXPECT_EQ(read(), std::ptrdiff_t{kBytes});
  MappedFile().drop_pages();
}

TEST(SpillFile, ReadsBackWhatWasAppendedAndHasNoName) {
  const TemporaryDirectory directory;
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1000}, std::size_t{1} << 20}) {
    SpillFile spill(directory.path(), memory);
    std::string expected;
    for (int i = 0; i < 500; ++i) {
      const std::string piece(static_cast<std::size_t>(i * 7 % 301),
                              static_cast<char>('a' + i % 26));
      spill.append(std::as_bytes(std::span(piece)));
      expected += piece;
    }
    EXPECT_EQ(spill.size(), expected.size());
    EXPECT_EQ(directory.entries(), 0u);
    for (int pass = 0; pass < 2; ++pass) {
      const auto source = spill.rewind();
      std::string all;
      std::vector<char> buffer(777);
      while (const std::size_t got = source->read(buffer)) all.append(buffer.data(), got);
      EXPECT_EQ(all, expected);
    }
  }
}

TEST(SpillFile, NeedsNoDirectoryWhileItFitsInMemory) {
  const TemporaryDirectory directory;
  SpillFile spill(directory / "no", 100);
  const std::string piece(100, 'x');
  spill.append(std::as_bytes(std::span(piece)));
  EXPECT_THROW(spill.append(std::as_bytes(std::span(piece))), SystemError);
}

}  // namespace
}  // namespace dplda

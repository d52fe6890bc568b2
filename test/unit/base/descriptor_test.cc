#include "base/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/append_file.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::TemporaryDirectory;

// What `act` returns in a process of its own that was started without standard streams.
template <class Act>
int without_standard_streams(Act act) {
  const ::pid_t child = ::fork();
  if (child == 0) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
    ::_exit(act());
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

TEST(Descriptor, OfAFileIsNeverTheNumberOfAStandardStream) {
  const TemporaryDirectory directory;
  test::write_file(directory / "x", "x");
  EXPECT_EQ(without_standard_streams([&] {
              const Descriptor file(::open((directory / "x").c_str(), O_RDONLY | O_CLOEXEC));
              const bool closes = (::fcntl(file.number(), F_GETFD) & FD_CLOEXEC) != 0;
              const bool free = ::fcntl(STDIN_FILENO, F_GETFD) < 0;
              return file.number() > STDERR_FILENO && closes && free ? 0 : 1;
            }),
            0);
}

TEST(Descriptor, LetsGoOfAFileThoughNoStandardStreamIsOpen) {
  const TemporaryDirectory directory;
  EXPECT_EQ(without_standard_streams([&] {
              AppendFile(directory / "list", 0).append("one\n");
              AppendFile(directory / "list", 0).append("two\n");
              return settled_contents(directory / "list", 0) == "one\ntwo\n" ? 0 : 1;
            }),
            0);
}

TEST(Descriptor, LeavesAStandardStreamOpen) {
  { const Descriptor stream = Descriptor::standard(STDOUT_FILENO); }
  EXPECT_GE(::fcntl(STDOUT_FILENO, F_GETFD), 0);
}

TEST(Descriptor, KeepsTheReasonForWhichNothingWasOpened) {
  const Descriptor file(::open("/nowhere/at/all", O_RDONLY));
  EXPECT_EQ(errno, ENOENT);
  EXPECT_FALSE(file.open());
}

}  // namespace
}  // namespace dplda

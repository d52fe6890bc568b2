#include "base/patient_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "base/errors.h"
#include "reference/archives.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

// A named pipe with this process at its writing end.
class Pipe {
 public:
  Pipe() {
    EXPECT_EQ(::mkfifo(path().c_str(), 0600), 0);
    // Both ways at once, so that opening it waits for nobody.
    writer_ = ::open(path().c_str(), O_RDWR | O_CLOEXEC);
  }
  ~Pipe() { close(); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::string path() const { return directory_ / "pipe"; }
  void write(std::string_view bytes) const {
    ASSERT_EQ(::write(writer_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void close() {
    if (writer_ >= 0) ::close(writer_);
    writer_ = -1;
  }

 private:
  test::TemporaryDirectory directory_;
  int writer_ = -1;
};

std::string some_of(ByteSource& source, std::size_t room = 1024) {
  std::vector<char> buffer(room);
  return {buffer.data(), source.read(buffer)};
}

const auto kNever = [] {
  ADD_FAILURE() << "nobody had to wait";
  return true;
};

TEST(PatientInput, GivesWhatIsThereWithoutFillingTheBuffer) {
  Pipe pipe;
  pipe.write("first");
  const auto source = patient_input(pipe.path(), kNever);
  EXPECT_EQ(some_of(*source), "first");
  pipe.write("second");
  EXPECT_EQ(some_of(*source, 3), "sec");
  EXPECT_EQ(some_of(*source), "ond");
  EXPECT_EQ(source->bytes_taken(), 11u);
  EXPECT_EQ(source->name(), pipe.path());
  pipe.close();
  EXPECT_EQ(some_of(*source), "");
  EXPECT_EQ(some_of(*source), "") << "the end must stay the end";
}

TEST(PatientInput, WaitsForTheSenderAndAsksWhetherToGoOn) {
  Pipe pipe;
  int asked = 0;
  const auto source = patient_input(pipe.path(), [&] {
    if (++asked == 2) pipe.write("late");
    return false;
  });
  EXPECT_EQ(some_of(*source), "late");
  EXPECT_EQ(asked, 2);
}

TEST(PatientInput, AStopEndsTheWaitAndTheStream) {
  Pipe pipe;
  const auto source = patient_input(pipe.path(), [] { return true; });
  pipe.write("there");
  EXPECT_EQ(some_of(*source), "there") << "what has come is read before anyone is asked";
  EXPECT_EQ(some_of(*source), "");
  pipe.write("too late");
  EXPECT_EQ(some_of(*source), "");
}

TEST(PatientInput, APipeWithoutAWriterYetIsWaitedFor) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  int writer = -1;
  const auto source = patient_input(path, [&] {
    if (writer >= 0) return false;
    writer = ::open(path.c_str(), O_WRONLY);
    EXPECT_EQ(::write(writer, "hello", 5), 5);
    ::close(writer);
    return false;
  });
  EXPECT_EQ(some_of(*source), "hello");
  EXPECT_EQ(some_of(*source), "");
}

TEST(PatientInput, ASignalDoesNotEndAWait) {
  static std::atomic<int> handled;
  handled = 0;
  struct sigaction quiet {};
  quiet.sa_handler = [](int) { ++handled; };  // without SA_RESTART: system calls are interrupted
  struct sigaction before {};
  ::sigaction(SIGUSR1, &quiet, &before);
  Pipe pipe;
  std::thread sender;
  const pthread_t reader = ::pthread_self();
  const auto source = patient_input(pipe.path(), [&] {
    if (!sender.joinable()) {
      sender = std::thread([&] {
        for (int i = 1; i <= 5; ++i) {
          ::pthread_kill(reader, SIGUSR1);
          while (handled < i) std::this_thread::yield();
        }
        pipe.write("through");
      });
    }
    return false;
  });
  EXPECT_EQ(some_of(*source), "through");
  sender.join();
  EXPECT_EQ(handled, 5);
  ::sigaction(SIGUSR1, &before, nullptr);
}

TEST(PatientInput, LosesNothingOfASenderThatIsFasterThanThePipeIsLarge) {
  Pipe pipe;
  std::string sent(1 << 20, ' ');
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>('a' + i * 7 % 26);
  const auto source = patient_input(pipe.path(), {});
  std::thread sender([&] {
    for (std::size_t at = 0; at < sent.size(); at += 4000)
      pipe.write(std::string_view(sent).substr(at, 4000));
    pipe.close();
  });
  std::string got;
  for (std::string piece = some_of(*source); !piece.empty(); piece = some_of(*source)) got += piece;
  sender.join();
  EXPECT_TRUE(got == sent);
}

TEST(PatientInput, StandardInputIsReadTheSameWay) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const int before = ::dup(STDIN_FILENO);
  ASSERT_EQ(::dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  EXPECT_EQ(::write(ends[1], "piped", 5), 5);
  const auto source = patient_input("-", [] { return true; });
  EXPECT_EQ(some_of(*source), "piped");
  EXPECT_EQ(some_of(*source), "");
  EXPECT_EQ(source->name(), "standard input");
  ::dup2(before, STDIN_FILENO);
  for (const int number : {before, ends[0], ends[1]}) ::close(number);
}

TEST(PatientInput, ARegularFileIsDecompressedAndNeverWaitedFor) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "x.gz", test::gzipped("unpacked"));
  EXPECT_EQ(some_of(*patient_input(directory / "x.gz", kNever)), "unpacked");
  EXPECT_THROW(patient_input(directory / "absent", {}), InputError);
  EXPECT_THROW(patient_input(directory.path(), {}), InputError);
}

TEST(PatientInput, CompressedBytesInAPipeAreRefused) {
  for (const std::string& bytes : {test::gzipped("text"), test::zstandard("text")}) {
    Pipe pipe;
    const auto source = patient_input(pipe.path(), kNever);
    pipe.write(bytes.substr(0, 1));
    EXPECT_EQ(some_of(*source).size(), 1u);
    pipe.write(bytes.substr(1));
    EXPECT_THROW(some_of(*source), InputError);
  }
}

}  // namespace
}  // namespace dplda

#include "lab/speed/memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <thread>

#include "base/errors.h"
#include "corpus/corpus.h"
#include "corpus/lda_generator.h"
#include "lab/speed/temporary_path.h"

namespace dplda {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(100);

// Kilobytes of a process that are no pages of files; 0 where that is not told.
double own_kilobytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("RssAnon:")) return std::stod(line.substr(line.find(':') + 1));
  }
  return 0;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

pid_t started(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: posix_spawn keeps them
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int failure =
      posix_spawn(&process, command.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    throw SystemError(
        fmt::format("{} cannot be started: {}", command.front(), std::strerror(failure)));
  }
  return process;
}

}  // namespace

ProcessUse use_of(const std::vector<std::string>& command) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t process = started(command);
  ProcessUse use;
  rusage used{};
  int status = 0;
  for (;;) {
    const pid_t ended = wait4(process, &status, WNOHANG, &used);
    if (ended == process) break;
    if (ended < 0 && errno != EINTR) throw SystemError("a process that was started is lost");
    use.own = std::max(use.own, own_kilobytes(process) / 1024);
    std::this_thread::sleep_for(kBetweenLooks);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw SystemError(fmt::format("{} failed: nothing was measured", command.front()));
  use.peak = static_cast<double>(used.ru_maxrss) / 1024;
  use.cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  use.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return use;
}

std::vector<Measurement> memory_of_training(const MemorySetting& setting) {
  const TemporaryPath drawn("memory.npz");
  const TemporaryPath model("memory-model.npz");
  const std::int64_t tokens = setting.quick ? 1'000'000 : 100'000'000;
  generate_lda({.documents = tokens / 100,
                .words = setting.quick ? 10'000 : 100'000,
                .topics = 100,
                .tokens = 100,
                .seed = 1},
               drawn.path());
  const std::string& path = drawn.path();
  const Corpus corpus = Corpus::load(path);
  const int topics = setting.quick ? 100 : 1000;
  std::vector<Measurement> rows;
  const std::vector<std::array<std::string, 3>> runs = {{"cgs", "--sampler", "snapshot"},
                                                        {"hdp", "--epsilon-noise", "1"}};
  for (const std::array<std::string, 3>& run : runs) {
    const ProcessUse use =
        use_of({setting.program, "train", path, "--recipe", run[0], run[1], run[2], "--topics",
                std::to_string(topics), "--sweeps", "2", "--seed", "1", "--threads",
                std::to_string(setting.threads), "--no-ledger", "-o", model.path(), "--quiet"});
    const auto row = [&](const char* what, double megabytes) {
      return Measurement{.name = fmt::format("memory: {}, {}", run[0], what),
                         .settings = {{"topics", topics},
                                      {"words", corpus.words()},
                                      {"tokens", whole(corpus.tokens())},
                                      {"threads", setting.threads},
                                      {"seconds", use.seconds},
                                      {"cpu_seconds", use.cpu}},
                         .value = megabytes,
                         .unit = "MB",
                         .spread = 0,
                         .timed_by = TimedBy::kWall};
    };
    rows.push_back(row("peak", use.peak));
    rows.push_back(row("own", use.own));
  }
  return rows;
}

}  // namespace dplda

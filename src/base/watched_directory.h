// A directory that others fill with files while it is read, those files as they grow, and how long
// to wait for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"

namespace dplda {

// How long to wait for what has not come yet.
struct Wait {
  std::function<bool()> stop = {};  // ends a wait when it says true; empty: never
  double idle_seconds = -1;         // ends a wait when nothing came for so long; below 0: never
};

class WatchedDirectory {
 public:
  // Files whose names end in `suffix`; an empty one: all. Throws InputError if there is no such
  // directory.
  explicit WatchedDirectory(std::string path, std::string suffix = {});

  // The paths of the regular files that are there now, in the order of their names' bytes. Hidden
  // ones are left out: writers give a file a name with a leading dot until it is whole. Throws
  // InputError if the directory is gone or cannot be read.
  std::vector<std::string> files() const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::string suffix_;
};

// The bytes of a file from `offset` to its present end, as they are: nothing is decompressed.
// Throws InputError if there is no such readable file.
std::unique_ptr<ByteSource> continued_input(const std::string& path, std::uint64_t offset);

// One wait: from its construction until something came (then it is thrown away) or it is ended.
class Patience {
 public:
  // REQUIRES: `wait` outlives this.
  explicit Patience(const Wait& wait);

  // Sleeps for about a fifth of a second, asking wait.stop in between; after a true return it is
  // time to look again. False when told to stop, or when wait.idle_seconds are over and a look
  // since then found nothing.
  bool sleep();

 private:
  bool stopped() const { return wait_.stop && wait_.stop(); }

  const Wait& wait_;
  std::chrono::steady_clock::time_point begin_;
  bool over_;  // whether the look that comes next is the last one
};

}  // namespace dplda

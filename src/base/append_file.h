// A file that is only ever appended to, by one process at a time; what was appended is on disk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace dplda {

class AppendFile {
 public:
  // Opens `path`, or creates it, empty and for its owner alone, and locks it against every other
  // process. Waits up to `seconds` for another one's lock. Throws FileInUse if that was not enough,
  // InputError if it cannot be opened or is not a regular file.
  AppendFile(const std::string& path, double seconds);

  // Whether this object created it.
  bool created() const { return created_; }
  // What stands there from a position on. REQUIRES: locked.
  std::string contents(std::uint64_t from = 0) const;
  // Returns when the bytes are on disk; if that fails, throws SystemError and leaves the file as it
  // was. REQUIRES: locked.
  void append(std::string_view bytes);

  // Lets others have it.
  void unlock() noexcept;
  // Takes the lock again, as the constructor does. False if by now another file stands at the path,
  // or none.
  bool lock(double seconds);
  // Takes a file away to which nothing was appended. REQUIRES: locked, created().
  void remove() noexcept;

 private:
  bool open_existing();
  bool create();
  bool still_there() const;

  std::string path_;
  Descriptor file_;
  bool created_ = false;
};

// The whole of a file to which others may be appending. Waits and throws as AppendFile does.
std::string settled_contents(const std::string& path, double seconds);

}  // namespace dplda

// A file that is only ever appended to, by one process at a time; what was appended is on disk.
#pragma once

#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace dplda {

class AppendFile {
 public:
  // Opens `path`, or creates it, and locks it against every other process until the object goes.
  // Throws InputError if it cannot be opened, is not a regular file or is locked by another.
  explicit AppendFile(const std::string& path);

  // Whether this object created it.
  bool created() const { return created_; }
  // All of it, as it stood when it was opened.
  std::string contents() const;
  // Returns when the bytes are on disk; if that fails, throws SystemError and leaves the file as it
  // was.
  void append(std::string_view bytes);

 private:
  std::string path_;
  Descriptor file_;
  bool created_ = false;
};

}  // namespace dplda

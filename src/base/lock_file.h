// A lock that one process holds at a time, by a file that stays.
#pragma once

#include <string>

#include "base/descriptor.h"

namespace dplda {

class LockFile {
 public:
  // Takes the lock until the object goes, or the process ends in whatever way; the file is created
  // if need be. Throws InputError if another process holds it, naming `what` it protects,
  // SystemError if it cannot be created.
  LockFile(const std::string& path, const std::string& what);

 private:
  Descriptor file_;
};

}  // namespace dplda

// A path in the directory for temporary files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace dplda {

// What is there goes away in the end.
class TemporaryPath {
 public:
  explicit TemporaryPath(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("dplda-bench-" + std::to_string(getpid()) + "-" + name))
                  .string()) {}
  ~TemporaryPath() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace dplda

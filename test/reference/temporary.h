// Small tools that tests share: a directory that goes away, whole files, the real corpora.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dplda::test {

// A fresh directory, removed with everything in it by the destructor.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  // The path of a file inside.
  std::string operator/(std::string_view name) const;
  // How many files it holds.
  std::size_t entries() const;

 private:
  std::string path_;
};

void write_file(const std::string& path, std::string_view bytes);
// A key file as it must be: 32 bytes, not all equal, `first` the first of them, for its owner only.
void write_key(const std::string& path, char first = 'k');
std::string read_file(const std::string& path);

// The path of a file of the real corpora ("kos/docword.kos.txt.gz") below DPLDA_DATA, or nothing
// where it is absent: the test then says GTEST_SKIP() with that name.
std::optional<std::string> real_data(std::string_view name);

}  // namespace dplda::test

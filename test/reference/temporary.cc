#include "reference/temporary.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>

namespace dplda::test {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "dplda-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make a temporary directory");
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryDirectory::operator/(std::string_view name) const {
  return (fs::path(path_) / name).string();
}

std::size_t TemporaryDirectory::entries() const {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out) throw std::runtime_error("cannot write " + path);
}

void write_key(const std::string& path, char first) {
  std::string key(32, '\0');
  std::iota(key.begin(), key.end(), first);
  write_file(path, key);
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::optional<std::string> real_data(std::string_view name) {
  const char* directory = std::getenv("DPLDA_DATA");
  if (directory == nullptr) return std::nullopt;
  const fs::path path = fs::path(directory) / name;
  if (!fs::exists(path)) return std::nullopt;
  return path.string();
}

}  // namespace dplda::test

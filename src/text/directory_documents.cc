// A file of a directory a document.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/text_lines.h"
#include "text/text_readers.h"

namespace dplda {

namespace {

namespace fs = std::filesystem;

// Hidden files and directories (.git, .DS_Store, our own temporary files) are no documents.
bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

std::vector<std::string> files_below(const std::string& directory) {
  std::vector<std::string> paths;
  try {
    for (fs::recursive_directory_iterator at(directory), end; at != end; ++at) {
      if (hidden(at->path())) {
        if (at->is_directory()) at.disable_recursion_pending();
      } else if (at->is_regular_file()) {
        paths.push_back(at->path().string());
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw InputError(
        fmt::format("{}: cannot be read: {}", error.path1().string(), error.code().message()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class DirectoryDocuments : public TextSource {
 public:
  DirectoryDocuments(const std::string& directory, const TextLimits& limits, OnTaken on_taken)
      : limits_(limits), on_taken_(std::move(on_taken)), paths_(files_below(directory)) {}

  bool next(std::string_view& text) override {
    if (next_ == paths_.size()) return false;
    const std::string& path = paths_[next_++];
    read_whole(path);
    text = std::string_view(bytes_).substr(0, size_);
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (!made_valid_utf8(text, limits_.invalid_utf8, replaced_)) {
      const std::string_view valid = text.substr(0, valid_utf8_prefix(text));
      const auto line = 1 + std::count(valid.begin(), valid.end(), '\n');
      throw InputError(fmt::format("{} line {}: {}", path, line, kNotUtf8));
    }
    return true;
  }

 private:
  // The file's text into the first size_ of bytes_.
  void read_whole(const std::string& path) {
    PeekedSource input(open_input(path), 0, on_taken_);
    size_ = 0;
    for (;;) {
      if (size_ == bytes_.size()) bytes_.resize(std::max<std::size_t>(bytes_.size() * 2, 1 << 16));
      const std::size_t got = input.read(std::span(bytes_).subspan(size_));
      if (got == 0) return;
      size_ += got;
      if (size_ > static_cast<std::size_t>(limits_.longest)) {
        throw InputError(
            fmt::format("{}: the file is longer than {} bytes; check it, or raise "
                        "`max-line`",
                        path, limits_.longest));
      }
    }
  }

  TextLimits limits_;
  OnTaken on_taken_;
  std::vector<std::string> paths_;
  std::size_t next_ = 0;
  std::string bytes_;
  std::size_t size_ = 0;
  std::string replaced_;
};

}  // namespace

std::unique_ptr<TextSource> open_directory(const std::string& directory, const TextLimits& limits,
                                           OnTaken on_taken) {
  return std::make_unique<DirectoryDocuments>(directory, limits, std::move(on_taken));
}

}  // namespace dplda

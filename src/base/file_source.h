// The bytes of an open file as they are, from where it stands to its present end. For the files of
// base/ only: everyone else opens them with base/files.h or base/watched_directory.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/descriptor.h"
#include "base/files.h"

namespace dplda {

class FileSource final : public ByteSource {
 public:
  FileSource(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = read_some(file_, buffer, name_);
    taken_ += got;
    return got;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_taken() const override { return taken_; }

 private:
  Descriptor file_;
  std::string name_;
  std::uint64_t taken_ = 0;
};

}  // namespace dplda

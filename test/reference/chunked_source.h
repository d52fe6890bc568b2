// A byte stream over a string that hands out a few bytes at a time, as a slow pipe would.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/files.h"

namespace dplda::test {

class ChunkedSource : public ByteSource {
 public:
  ChunkedSource(std::string bytes, std::string name, std::size_t chunk)
      : bytes_(std::move(bytes)), name_(std::move(name)), chunk_(chunk) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min({buffer.size(), chunk_, bytes_.size() - at_});
    std::memcpy(buffer.data(), bytes_.data() + at_, size);
    at_ += size;
    return size;
  }
  const std::string& name() const override { return name_; }

 private:
  std::string bytes_;
  std::string name_;
  std::size_t chunk_;
  std::size_t at_ = 0;
};

inline std::unique_ptr<ByteSource> chunked(std::string bytes, std::string name = "input",
                                           std::size_t chunk = 1 << 16) {
  return std::make_unique<ChunkedSource>(std::move(bytes), std::move(name), chunk);
}

}  // namespace dplda::test

// A byte stream whose first bytes are looked at before it is read, and whose progress is told.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"

namespace dplda {

// Called with the bytes that a read took from the file, before decompression.
using OnTaken = std::function<void(std::uint64_t bytes)>;

class PeekedSource : public ByteSource {
 public:
  // Says whether the bytes read ahead are enough; the last `fresh` of them are new.
  using Enough = std::function<bool(std::string_view head, std::size_t fresh)>;

  // Reads up to `bytes` ahead; no more than `enough`, if given, says.
  explicit PeekedSource(std::unique_ptr<ByteSource> input, std::size_t bytes = 1 << 16,
                        OnTaken on_taken = {}, const Enough& enough = {});

  // The first bytes: as many as asked for, fewer if the stream is shorter or they were enough.
  std::string_view head() const { return head_; }

  // The whole stream, its head included.
  std::size_t read(std::span<char> buffer) override;
  const std::string& name() const override { return input_->name(); }
  std::uint64_t bytes_taken() const override { return input_->bytes_taken(); }

 private:
  std::size_t take(std::span<char> buffer);

  std::unique_ptr<ByteSource> input_;
  OnTaken on_taken_;
  std::uint64_t told_ = 0;
  std::string head_;
  std::size_t given_ = 0;  // bytes of the head that were read
};

}  // namespace dplda

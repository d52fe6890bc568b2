#include "text/peeked_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace dplda {

PeekedSource::PeekedSource(std::unique_ptr<ByteSource> input, std::size_t bytes, OnTaken on_taken,
                           const Enough& enough)
    : input_(std::move(input)), on_taken_(std::move(on_taken)), head_(bytes, '\0') {
  std::size_t filled = 0;
  while (filled < bytes) {
    const std::size_t got = take(std::span(head_).subspan(filled));
    if (got == 0) break;
    filled += got;
    if (enough && enough(std::string_view(head_).substr(0, filled), got)) break;
  }
  head_.resize(filled);
}

std::size_t PeekedSource::read(std::span<char> buffer) {
  if (given_ == head_.size()) return take(buffer);
  const std::size_t size = std::min(buffer.size(), head_.size() - given_);
  std::memcpy(buffer.data(), head_.data() + given_, size);
  given_ += size;
  return size;
}

std::size_t PeekedSource::take(std::span<char> buffer) {
  const std::size_t got = input_->read(buffer);
  const std::uint64_t taken = input_->bytes_taken();
  if (on_taken_ && taken != told_) on_taken_(taken - told_);
  told_ = taken;
  return got;
}

}  // namespace dplda

#include "text/line_reader.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "base/errors.h"

namespace dplda {

namespace {

constexpr std::size_t kFirstBuffer = std::size_t{256} << 10;
constexpr std::size_t kLineEnd = 2;  // "\r\n"

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> input, std::size_t longest)
    : input_(std::move(input)), longest_(longest), buffer_(kFirstBuffer) {}

void LineReader::fail_at(std::uint64_t line_number, std::string_view problem) const {
  throw InputError(fmt::format("{} line {}: {}", name(), line_number, problem));
}

bool LineReader::next(std::string_view& line) {
  // Bytes that were searched before a refill are not searched again, so that a line that arrives in
  // small pieces still takes linear time.
  std::size_t searched = 0;
  do {
    const char* from = buffer_.data() + begin_ + searched;
    const auto size = static_cast<std::size_t>(buffer_.data() + end_ - from);
    if (const void* found = std::memchr(from, '\n', size)) {
      const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      line = take(at);
      begin_ = at + 1;
      return true;
    }
    searched = end_ - begin_;
  } while (refill());
  if (begin_ == end_) return false;
  line = take(end_);
  begin_ = end_;
  return true;
}

// The bytes from begin_ to `end` as the next line.
std::string_view LineReader::take(std::size_t end) {
  std::string_view line(buffer_.data() + begin_, end - begin_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++number_;
  if (line.size() > longest_) {
    fail(fmt::format("the line is longer than {} bytes; check the file, or raise `max-line`",
                     longest_));
  }
  return line;
}

// Appends more of the stream to the unread bytes; false at its end, or when those are already more
// than a line may have.
bool LineReader::refill() {
  const std::size_t unread = end_ - begin_;
  if (unread > longest_ && unread - longest_ > kLineEnd) return false;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, unread);
  begin_ = 0;
  end_ = unread;
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t got = input_->read({buffer_.data() + end_, buffer_.size() - end_});
  end_ += got;
  return got > 0;
}

}  // namespace dplda

// Texts in memory, a document each.
#include <fmt/format.h>

#include "base/errors.h"
#include "text/text_lines.h"
#include "text/text_readers.h"

namespace dplda {

namespace {

class MemoryDocuments : public TextSource {
 public:
  MemoryDocuments(std::span<const std::string> texts, const TextLimits& limits)
      : texts_(texts), limits_(limits) {}

  bool next(std::string_view& text) override {
    if (next_ == texts_.size()) return false;
    text = texts_[next_++];
    if (text.size() > static_cast<std::size_t>(limits_.longest))
      throw InputError(fmt::format("text {} is longer than {} bytes", next_, limits_.longest));
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (!made_valid_utf8(text, limits_.invalid_utf8, replaced_))
      throw InputError(fmt::format("text {} is not valid UTF-8", next_));
    return true;
  }

 private:
  std::span<const std::string> texts_;
  TextLimits limits_;
  std::size_t next_ = 0;
  std::string replaced_;
};

}  // namespace

std::unique_ptr<TextSource> open_texts(std::span<const std::string> texts,
                                       const TextLimits& limits) {
  return std::make_unique<MemoryDocuments>(texts, limits);
}

}  // namespace dplda

#include "corpus/document_marks.h"

#include <algorithm>
#include <cstring>

#include "base/digest.h"

namespace dplda {
namespace {

std::uint64_t mark_of(std::string_view bytes) {
  const auto digest = short_digest(std::as_bytes(std::span(bytes)));
  std::uint64_t mark = 0;
  std::memcpy(&mark, digest.data(), sizeof mark);
  return mark;
}

std::string_view without_space(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The finaliser of SplitMix64: every bit of the result depends on every bit of x.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

void DocumentMarks::add_text(std::string_view text) {
  const std::string_view bare = without_space(text);
  if (!bare.empty()) add(mark_of(bare));
}

void DocumentMarks::add(std::uint64_t mark) {
  if (mark > limit_) return;
  marks_.push_back(mark);
  if (marks_.size() >= 4 * kMost) shorten();
}

void DocumentMarks::shorten() {
  const std::uint64_t largest =
      marks_.empty() ? 0 : *std::max_element(marks_.begin(), marks_.end());
  marks_ = smallest();
  if (marks_.back() < largest) limit_ = marks_.back();
}

std::vector<std::uint64_t> DocumentMarks::smallest() const {
  std::vector<std::uint64_t> sorted = marks_;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint64_t> kept;
  std::size_t different = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool first = i == 0 || sorted[i] != sorted[i - 1];
    if (first && ++different > kMost) break;
    if (first || i < 2 || sorted[i] != sorted[i - 2]) kept.push_back(sorted[i]);
  }
  return kept;
}

void WordMarks::add(std::string_view word) { words_.push_back(mark_of(word)); }

std::uint64_t WordMarks::of(std::uint32_t word, std::uint64_t count) const {
  return mixed(words_[word] + count * 0x9e3779b97f4a7c15U);
}

std::uint64_t WordMarks::of(std::span<const std::int32_t> words,
                            std::span<const std::int32_t> counts) const {
  std::uint64_t mark = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    mark += of(static_cast<std::uint32_t>(words[i]), static_cast<std::uint64_t>(counts[i]));
  return mark;
}

}  // namespace dplda

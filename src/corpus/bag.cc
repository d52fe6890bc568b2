#include "corpus/bag.h"

#include <fmt/format.h>

#include <numeric>

#include "base/errors.h"

namespace dplda {

namespace {

[[noreturn]] void fail_document(const Bag& bag, std::uint32_t vocabulary_size, std::uint64_t index,
                                const std::string& source) {
  const char* fault = "has 2^31 tokens or more";
  std::int64_t last = -1;
  for (std::size_t i = 0; i < bag.words.size(); ++i) {
    if (bag.counts[i] < 1) fault = "has a word that occurs less than once";
    if (bag.words[i] <= last) fault = "has word ids that do not ascend";
    if (bag.words[i] < 0 || static_cast<std::uint32_t>(bag.words[i]) >= vocabulary_size)
      fault = "has a word that is not in the vocabulary";
    last = bag.words[i];
  }
  throw InputError(fmt::format("{}: document {} {}", source, index + 1, fault));
}

}  // namespace

std::uint64_t Bag::tokens() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, std::int32_t count) {
                           return sum + static_cast<std::uint64_t>(count);
                         });
}

std::uint64_t checked_tokens(const Bag& bag, std::uint32_t vocabulary_size, std::uint64_t index,
                             const std::string& source) {
  const std::size_t size = bag.words.size();
  if (size == 0) return 0;
  bool bad = bag.words.front() < 0 || bag.counts.front() < 1 ||
             static_cast<std::uint32_t>(bag.words.back()) >= vocabulary_size;
  auto tokens = static_cast<std::uint64_t>(std::uint32_t(bag.counts.front()));
  for (std::size_t i = 1; i < size; ++i) {
    bad |= bag.words[i] <= bag.words[i - 1];
    bad |= bag.counts[i] < 1;
    tokens += static_cast<std::uint32_t>(bag.counts[i]);
  }
  if (bad || tokens >= std::uint64_t{1} << 31) fail_document(bag, vocabulary_size, index, source);
  return tokens;
}

}  // namespace dplda

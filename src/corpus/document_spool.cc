#include "corpus/document_spool.h"

#include <cstring>
#include <limits>

#include "base/errors.h"

namespace dplda {

namespace {

// A document on the spool: how many pairs and how many bytes follow, then each pair as the number
// 2 * id + (count > 1), and the count where it is above 1; numbers in base 128, low digits first.
struct Head {
  std::uint32_t pairs;
  std::uint32_t bytes;
};

constexpr std::size_t kLongestPair = 10;

char* put_number(std::uint32_t number, char* to) {
  for (; number >= 0x80; number >>= 7) *to++ = static_cast<char>(number | 0x80);
  *to++ = static_cast<char>(number);
  return to;
}

const char* get_number(const char* from, std::uint32_t& number) {
  number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto digit = static_cast<unsigned char>(*from++);
    number |= static_cast<std::uint32_t>(digit & 0x7f) << shift;
    if (digit < 0x80) return from;
  }
}

}  // namespace

DocumentSpool::DocumentSpool() : DocumentSpool(".", std::numeric_limits<std::size_t>::max()) {}

DocumentSpool::DocumentSpool(std::string directory, std::size_t memory)
    : spill_(std::move(directory), memory) {}

void DocumentSpool::add(std::span<const std::int32_t> words, std::span<const std::int32_t> counts) {
  if (words.size() != counts.size() ||
      words.size() > std::numeric_limits<std::uint32_t>::max() / kLongestPair)
    throw InputError("a document has more than 400 million distinct words");
  scratch_.resize(sizeof(Head) + words.size() * kLongestPair);
  char* const begin = scratch_.data() + sizeof(Head);
  char* to = begin;
  bool bad = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    bad |= words[i] < 0 || counts[i] < 1;
    to = put_number(static_cast<std::uint32_t>(words[i]) << 1 | (counts[i] > 1), to);
    if (counts[i] > 1) to = put_number(static_cast<std::uint32_t>(counts[i]), to);
  }
  if (bad) throw InputError("a document has a word without an id, or one that occurs no time");
  const Head head{static_cast<std::uint32_t>(words.size()), static_cast<std::uint32_t>(to - begin)};
  std::memcpy(scratch_.data(), &head, sizeof head);
  spill_.append(std::as_bytes(std::span(scratch_)).first(sizeof head + head.bytes));
  ++documents_;
}

DocumentSpool::Reader::Reader(DocumentSpool& spool)
    : source_(spool.spill_.rewind()), buffer_(1 << 20) {}

bool DocumentSpool::Reader::fill(std::size_t size) {
  if (end_ - begin_ >= size) return true;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < size) buffer_.resize(size);
  while (end_ < size) {
    const std::size_t got = source_->read(std::span(buffer_).subspan(end_));
    if (got == 0) return false;
    end_ += got;
  }
  return true;
}

bool DocumentSpool::Reader::next(std::span<const std::int32_t>& words,
                                 std::span<const std::int32_t>& counts) {
  if (!fill(sizeof(Head))) return false;
  Head head{};
  std::memcpy(&head, buffer_.data() + begin_, sizeof head);
  if (!fill(sizeof head + head.bytes)) throw SystemError("temporary data of ours ends early");
  const char* from = buffer_.data() + begin_ + sizeof head;
  words_.resize(head.pairs);
  counts_.resize(head.pairs);
  for (std::size_t i = 0; i < head.pairs; ++i) {
    std::uint32_t word = 0;
    std::uint32_t count = 1;
    from = get_number(from, word);
    if ((word & 1) != 0) from = get_number(from, count);
    words_[i] = static_cast<std::int32_t>(word >> 1);
    counts_[i] = static_cast<std::int32_t>(count);
  }
  begin_ += sizeof head + head.bytes;
  words = words_;
  counts = counts_;
  return true;
}

Corpus build_corpus(DocumentSpool& documents, const Renumbering& how, Vocabulary vocabulary,
                    Preparation preparation, const std::string& source) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> all_words;
  std::vector<std::int32_t> all_counts;
  Renumberer renumbered(how);
  DocumentSpool::Reader reader(documents);
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;
  while (reader.next(words, counts)) {
    const Bag bag = renumbered(words, counts);
    all_words.insert(all_words.end(), bag.words.begin(), bag.words.end());
    all_counts.insert(all_counts.end(), bag.counts.begin(), bag.counts.end());
    offsets.push_back(static_cast<std::int64_t>(all_words.size()));
  }
  return {std::move(vocabulary), std::move(offsets),     std::move(all_words),
          std::move(all_counts), std::move(preparation), source};
}

}  // namespace dplda

#include "corpus/corpus.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "corpus/document_marks.h"
#include "corpus/renumbering.h"

namespace dplda {

static_assert(std::endian::native == std::endian::little,
              "arrays are hashed, mapped and written as they stand in memory");

namespace {

void check_offsets(std::span<const std::int64_t> offsets, std::size_t words, std::size_t counts,
                   const std::string& source) {
  bool good = !offsets.empty() && offsets.front() == 0 && words == counts &&
              static_cast<std::uint64_t>(offsets.back()) == words;
  for (std::size_t i = 1; i < offsets.size(); ++i) good &= offsets[i - 1] <= offsets[i];
  if (!good)
    throw InputError(fmt::format("{}: the documents' offsets do not fit their words", source));
}

}  // namespace

Corpus::Corpus(Vocabulary vocabulary, std::vector<std::int64_t> offsets,
               std::vector<std::int32_t> words, std::vector<std::int32_t> counts,
               Preparation preparation, const std::string& source)
    : vocabulary_(std::move(vocabulary)),
      preparation_(std::move(preparation)),
      owned_offsets_(std::move(offsets)),
      owned_words_(std::move(words)),
      owned_counts_(std::move(counts)) {
  offsets_ = owned_offsets_;
  words_ = owned_words_;
  counts_ = owned_counts_;
  check_and_count(source);
}

Corpus Corpus::over(Vocabulary vocabulary, std::vector<std::int64_t> offsets,
                    std::span<const std::int32_t> words, std::span<const std::int32_t> counts,
                    Preparation preparation, const std::string& source) {
  Corpus corpus;
  corpus.vocabulary_ = std::move(vocabulary);
  corpus.preparation_ = std::move(preparation);
  corpus.owned_offsets_ = std::move(offsets);
  corpus.offsets_ = corpus.owned_offsets_;
  corpus.words_ = words;
  corpus.counts_ = counts;
  corpus.check_and_count(source);
  return corpus;
}

void Corpus::check_and_count(const std::string& source) {
  check_offsets(offsets_, words_.size(), counts_.size(), source);
  tokens_ = 0;
  for (std::uint64_t m = 0; m < documents(); ++m)
    tokens_ += checked_tokens(document(m), words(), m, source);
}

std::string Corpus::digest() const {
  Digest digest;
  digest.text("dplda-corpus-1");
  digest.number(documents());
  digest.number(words());
  digest.number(pairs());
  for (const auto& word : vocabulary_.words()) digest.text(word);
  digest.bytes(std::as_bytes(offsets_));
  digest.bytes(std::as_bytes(words_));
  digest.bytes(std::as_bytes(counts_));
  return digest.finish_hex();
}

std::vector<std::uint64_t> row_marks(const Corpus& corpus) {
  WordMarks words;
  for (const std::string& word : corpus.vocabulary().words()) words.add(word);
  DocumentMarks marks;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    if (!bag.words.empty()) marks.add(words.of(bag.words, bag.counts));
  }
  return marks.smallest();
}

std::vector<std::uint64_t> document_marks(const Corpus& corpus) {
  const SourceMarks& sources = corpus.source_marks();
  if (sources.empty()) return row_marks(corpus);
  return sources.texts.empty() ? sources.rows : sources.texts;
}

namespace {

// For rows that are made of those of the corpus, and are others.
SourceMarks marks_for_changed(const Corpus& corpus) {
  SourceMarks marks = corpus.source_marks();
  if (marks.empty()) marks.rows = row_marks(corpus);
  return marks;
}

}  // namespace

Corpus binarised(const Corpus& corpus) {
  const Bag all = corpus.all();
  const auto offsets = corpus.offsets();
  Corpus binary{corpus.vocabulary(),
                {offsets.begin(), offsets.end()},
                {all.words.begin(), all.words.end()},
                std::vector<std::int32_t>(all.words.size(), 1),
                corpus.preparation(),
                "corpus"};
  binary.set_source_marks(marks_for_changed(corpus));
  return binary;
}

namespace {

// Gathers documents into the vectors that a Corpus is made of.
struct Growing {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words{};
  std::vector<std::int32_t> counts{};

  void add(const Bag& bag) {
    words.insert(words.end(), bag.words.begin(), bag.words.end());
    counts.insert(counts.end(), bag.counts.begin(), bag.counts.end());
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  Corpus corpus(Vocabulary vocabulary, Preparation preparation) && {
    return {std::move(vocabulary), std::move(offsets),     std::move(words),
            std::move(counts),     std::move(preparation), "corpus"};
  }
};

}  // namespace

Corpus matched_to(const Corpus& corpus, const Vocabulary& vocabulary, std::uint64_t* dropped) {
  Renumbering how;
  how.new_ids.reserve(corpus.words());
  for (const auto& word : corpus.vocabulary().words()) {
    const auto id = vocabulary.find(word);
    how.new_ids.push_back(id ? static_cast<std::int32_t>(*id) : -1);
  }
  if (const auto other = vocabulary.find(kOtherWord))
    how.other_word = static_cast<std::int32_t>(*other);
  Renumberer renumbered(how);
  Growing result;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    result.add(renumbered(bag.words, bag.counts));
  }
  if (dropped != nullptr) *dropped = how.other_word ? 0 : renumbered.dropped();
  Corpus matched = std::move(result).corpus(vocabulary, corpus.preparation());
  matched.set_source_marks(marks_for_changed(corpus));
  return matched;
}

Corpus selected(const Corpus& corpus, std::span<const std::uint64_t> documents) {
  Growing result;
  for (const std::uint64_t m : documents) {
    if (m >= corpus.documents())
      throw InputError(
          fmt::format("there is no document {} in a corpus of {}", m + 1, corpus.documents()));
    result.add(corpus.document(m));
  }
  Corpus part = std::move(result).corpus(corpus.vocabulary(), corpus.preparation());
  // Rows that are as they were are known by themselves; what is kept of earlier ones is of more
  // than these, which finds their ledger, too.
  part.set_source_marks(corpus.source_marks());
  return part;
}

}  // namespace dplda

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "api/state.h"
#include "base/errors.h"
#include "corpus/document_marks.h"
#include "corpus/preparation_record.h"
#include "corpus/prepare.h"
#include "corpus/word_cut.h"
#include "training/custody.h"

namespace dplda {
namespace {

const std::string kInMemory = "the documents";

VocabularyOrigin origin_of(WordOrigin origin) {
  return origin == WordOrigin::kPublic ? VocabularyOrigin::kAssumedPublic : VocabularyOrigin::kData;
}

Vocabulary vocabulary_of(std::vector<std::string> words, WordOrigin origin) {
  return Vocabulary(std::move(words), origin_of(origin), "the list of words");
}

Documents in_memory(Corpus corpus) {
  return Documents(std::make_unique<Documents::State>(Documents::State{std::move(corpus)}));
}

// The same documents, which must outlive it.
Corpus borrowed(const Corpus& corpus) {
  const std::span<const std::int64_t> offsets = corpus.offsets();
  const Bag all = corpus.all();
  Corpus copy = Corpus::over(corpus.vocabulary(), {offsets.begin(), offsets.end()}, all.words,
                             all.counts, corpus.preparation(), kInMemory);
  copy.set_source_marks(corpus.source_marks());
  return copy;
}

// Of the documents with all of their words, whatever list they are put into.
std::vector<std::uint64_t> marks_of(const std::vector<std::vector<std::string>>& documents) {
  WordMarks words;
  std::map<std::string_view, std::uint32_t> ids;
  DocumentMarks marks;
  for (const auto& document : documents) {
    std::map<std::string_view, std::uint64_t> bag;
    for (const std::string& token : document) ++bag[token];
    std::uint64_t mark = 0;
    for (const auto& [word, count] : bag) {
      const auto [at, is_new] = ids.try_emplace(word, static_cast<std::uint32_t>(words.size()));
      if (is_new) words.add(word);
      mark += words.of(at->second, count);
    }
    if (!bag.empty()) marks.add(mark);
  }
  return marks.smallest();
}

std::vector<std::string> all_words(const std::vector<std::vector<std::string>>& documents) {
  std::set<std::string_view> words;
  for (const auto& document : documents) words.insert(document.begin(), document.end());
  return {words.begin(), words.end()};
}

}  // namespace

Documents::Documents(std::unique_ptr<State> state) : state_(std::move(state)) {}
Documents::Documents(Documents&&) noexcept = default;
Documents& Documents::operator=(Documents&&) noexcept = default;
Documents::~Documents() = default;

Documents Documents::open(const std::string& path) {
  return Documents(std::make_unique<State>(State{open_corpus(path), path}));
}

Documents Documents::over(std::vector<std::int64_t> offsets, std::span<const std::int32_t> words,
                          std::span<const std::int32_t> counts, std::vector<std::string> word_list,
                          WordOrigin origin) {
  return in_memory(Corpus::over(vocabulary_of(std::move(word_list), origin), std::move(offsets),
                                words, counts, Preparation(), kInMemory));
}

Documents Documents::of(std::vector<std::int64_t> offsets, std::vector<std::int32_t> words,
                        std::vector<std::int32_t> counts, std::vector<std::string> word_list,
                        WordOrigin origin) {
  return in_memory(Corpus(vocabulary_of(std::move(word_list), origin), std::move(offsets),
                          std::move(words), std::move(counts), Preparation(), kInMemory));
}

Documents Documents::of_tokens(const std::vector<std::vector<std::string>>& documents,
                               std::vector<std::string> word_list, WordOrigin origin) {
  // Whole documents have lost no word to one another (word_cut()).
  Preparation preparation;
  SourceMarks whole;
  if (!word_list.empty()) {
    whole.rows = marks_of(documents);
  } else {
    if (origin == WordOrigin::kPublic) {
      throw InputError(
          "words that are taken from the documents are not public: give the public list itself");
    }
    preparation.options.emplace();
    word_list = all_words(documents);
  }
  Vocabulary vocabulary = vocabulary_of(std::move(word_list), origin);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  for (const auto& document : documents) {
    std::map<std::int32_t, std::int32_t> bag;
    for (const std::string& token : document) {
      if (const auto id = vocabulary.find(token)) ++bag[static_cast<std::int32_t>(*id)];
    }
    for (const auto& [word, count] : bag) {
      words.push_back(word);
      counts.push_back(count);
    }
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  Corpus corpus(std::move(vocabulary), std::move(offsets), std::move(words), std::move(counts),
                std::move(preparation), kInMemory);
  corpus.set_source_marks(std::move(whole));
  return in_memory(std::move(corpus));
}

std::uint64_t Documents::size() const { return state_->corpus.documents(); }
std::uint64_t Documents::tokens() const { return state_->corpus.tokens(); }
const std::vector<std::string>& Documents::words() const {
  return state_->corpus.vocabulary().words();
}
std::string Documents::word_origin() const {
  return std::string(name_of(state_->corpus.vocabulary().origin()));
}
DocumentRows Documents::rows() const {
  const Bag all = state_->corpus.all();
  return {.offsets = state_->corpus.offsets(), .words = all.words, .counts = all.counts};
}

Documents Documents::matched_to(std::vector<std::string> word_list, WordOrigin origin) const {
  if (origin == WordOrigin::kPublic && word_cut(state_->corpus) != WordCut::kNone) {
    throw InputError(
        "which words the documents have left was decided by all of them together, and no list "
        "undoes that: prepare the documents themselves with `vocab`");
  }
  return Documents(std::make_unique<State>(
      State{dplda::matched_to(state_->corpus, vocabulary_of(std::move(word_list), origin)),
            state_->path}));
}

void Documents::save(const std::string& path) const {
  const Corpus& corpus = state_->corpus;
  if (!corpus.preparation().lineage.empty()) return corpus.save(path);
  with_lineage(borrowed(corpus), path).save(path);
}

}  // namespace dplda

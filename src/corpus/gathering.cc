#include "corpus/gathering.h"

#include <fmt/format.h>

#include <utility>

#include "base/errors.h"
#include "text/bag_limits.h"

namespace dplda {

namespace {

constexpr std::uint64_t kDocumentsBetweenReports = 4096;

}  // namespace

Gathering::Gathering(const PrepareOptions& options, const TextRules& rules,
                     std::optional<std::vector<std::string>> list, DocumentSpool& spool,
                     const PrepareProgress& progress)
    : options_(options),
      rules_(rules),
      list_(std::move(list)),
      progress_(progress),
      gatherer_(spool) {}

void Gathering::read(const std::string& path) {
  const auto on_taken = [this](std::uint64_t bytes) {
    bytes_ += bytes;
    tell();
  };
  add(open_documents(path, options_.reading, on_taken), path);
}

void Gathering::read(std::span<const std::string> texts) {
  add(open_documents(texts, options_.reading), "memory");
}

// `name`: what errors call the documents.
void Gathering::add(const OpenedDocuments& opened, const std::string& name) {
  if (format_ && (opened.bags || is_bags(*format_))) {
    throw InputError(
        fmt::format("{}: counts of words come alone; prepare one such input at a time", name));
  }
  format_ = opened.format;
  if (opened.text) {
    if (!options_.reading.word_list.empty())
      throw InputError(fmt::format("`word-list` names the ids of counts, but {} is text", name));
    read_text(*opened.text);
  } else {
    if (options_.stem != "none")
      throw InputError(fmt::format("`stem` is for text, but {} holds counts of words", name));
    read_bags(*opened.bags);
  }
}

// Adds terms of the lexicon to the document at hand.
void Gathering::count(std::span<const std::uint32_t> terms) {
  for (const std::uint32_t term : terms) gatherer_.prefetch(term);
  for (const std::uint32_t term : terms) {
    if (term == Lexicon::kStopWord) {
      ++stop_words_;
    } else if (term != Lexicon::kNotListed) {
      gatherer_.add(term);
    } else {
      ++unlisted_;
      if (options_.other_word) gatherer_.add(lexicon_->terms());
    }
  }
}

void Gathering::read_text(TextSource& source) {
  if (!lexicon_ && list_) lexicon_.emplace(rules_, *list_);
  if (!lexicon_) lexicon_.emplace(rules_);
  std::string_view text;
  while (source.next(text)) {
    marks_.add_text(text);
    lexicon_->cut(text, [&](std::span<const std::uint32_t> terms) { count(terms); });
    gatherer_.end_document();
    if (gatherer_.documents() % kDocumentsBetweenReports == 0) tell();
  }
}

// Goes on naming, by their ids in the list, the words of a source that has found more of them.
// Those that are not in the list have the id after its last.
void Gathering::match(const std::vector<std::string>& words, const Vocabulary& listed,
                      std::vector<std::uint32_t>& ids) {
  while (ids.size() < words.size())
    ids.push_back(listed.find(words[ids.size()]).value_or(listed.size()));
}

void Gathering::read_bags(BagSource& source) {
  std::optional<Vocabulary> listed;
  if (list_) listed.emplace(*list_, VocabularyOrigin::kPublic, options_.vocab);
  std::vector<std::uint32_t> ids;
  std::vector<WordCount> bag;
  WordMarks marks;
  while (source.next(bag)) {
    while (marks.size() < source.words().size()) marks.add(source.words()[marks.size()]);
    std::uint64_t mark = 0;
    for (const auto& [word, count] : bag) mark += marks.of(word, count);
    if (!bag.empty()) marks_.add(mark);
    if (listed) match(source.words(), *listed, ids);
    std::uint64_t others = 0;
    for (const auto& [word, count] : bag) {
      if (!list_) {
        gatherer_.add(word, count);
      } else if (ids[word] < list_->size()) {
        gatherer_.add(ids[word], count);
      } else {
        others += count;
      }
    }
    unlisted_ += others;
    if (others > kMostCount)
      throw InputError(
          fmt::format("document {} has 2^31 tokens or more", gatherer_.documents() + 1));
    if (others > 0 && options_.other_word)
      gatherer_.add(static_cast<std::uint32_t>(list_->size()), static_cast<std::uint32_t>(others));
    gatherer_.end_document();
    if (gatherer_.documents() % kDocumentsBetweenReports == 0) tell();
  }
  bag_words_ = list_ ? *list_ : source.words();
}

std::vector<std::string_view> Gathering::names() const {
  if (!lexicon_) return {bag_words_.begin(), bag_words_.end()};
  std::vector<std::string_view> names;
  names.reserve(lexicon_->terms());
  for (std::uint32_t term = 0; term < lexicon_->terms(); ++term)
    names.push_back(lexicon_->name(term));
  return names;
}

WordOrder Gathering::order() const {
  return lexicon_ && !list_ ? WordOrder::kAlphabetical : WordOrder::kGiven;
}

void Gathering::tell() {
  if (progress_) progress_(bytes_, gatherer_.documents());
}

}  // namespace dplda

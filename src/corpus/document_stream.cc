#include "corpus/document_stream.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/errors.h"
#include "base/patient_input.h"
#include "corpus/gathering.h"
#include "corpus/renumbering.h"
#include "text/bag_readers.h"
#include "text/open_documents.h"

namespace dplda {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHead = std::size_t{1} << 16;
constexpr std::uint32_t kMostTerms = std::uint32_t{1} << 18;

// The word that stands for all others, if the vocabulary has it.
std::optional<std::int32_t> other_word(const Vocabulary& vocabulary) {
  const auto id = vocabulary.find(kOtherWord);
  if (!id) return std::nullopt;
  return static_cast<std::int32_t>(*id);
}

std::int32_t matched(std::string_view word, const Vocabulary& vocabulary) {
  const auto id = vocabulary.find(word);
  return id ? static_cast<std::int32_t>(*id) : -1;
}

bool is_word_list(const std::string& path) {
  fs::path name = fs::path(path).filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.string().starts_with("vocab.") || name.extension() == ".vocab" ||
         name.extension() == ".cols";
}

// Whether no further bytes change what format `head` has: a whole line is there that is more than
// one number (which may begin a file of counts) or a bracket (which may begin a JSON array).
bool tells_format(std::string_view head) {
  for (std::size_t end = head.find('\n'); end != std::string_view::npos; end = head.find('\n')) {
    std::string_view line = head.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    const bool number = line.find_first_not_of("0123456789") == std::string_view::npos;
    if (!number && line != "[") return true;
    head.remove_prefix(end + 1);
  }
  return false;
}

// Bytes that come piece by piece, of which no more than needed are read to see what they are.
std::unique_ptr<PeekedSource> arriving(std::unique_ptr<ByteSource> input) {
  const auto enough = [](std::string_view head, std::size_t fresh) {
    return head.find('\n', head.size() - fresh) != std::string_view::npos && tells_format(head);
  };
  return std::make_unique<PeekedSource>(std::move(input), kMostHead, OnTaken(), enough);
}

}  // namespace

// Cuts text as the record says and matches its terms.
class DocumentStream::TextMatcher {
 public:
  // REQUIRES: both outlive this.
  TextMatcher(const RecordedPreparation& recorded, const Vocabulary& vocabulary)
      : rules_(recorded.rules), vocabulary_(vocabulary), lexicon_(recorded.rules) {
    how_.other_word = other_word(vocabulary);
    how_.binary = recorded.options.binary;
  }

  // The document of a text; valid until the next call.
  Bag operator()(std::string_view text) {
    // Words that no vocabulary has keep coming: what is known of them must not grow for ever.
    if (lexicon_.terms() > kMostTerms) {
      lexicon_ = Lexicon(rules_);
      how_.new_ids.clear();
    }
    terms_.clear();
    lexicon_.cut(text, [&](std::span<const std::uint32_t> terms) {
      for (const std::uint32_t term : terms)
        if (term != Lexicon::kStopWord) terms_.push_back(static_cast<std::int32_t>(term));
    });
    while (how_.new_ids.size() < lexicon_.terms()) {
      const auto term = static_cast<std::uint32_t>(how_.new_ids.size());
      how_.new_ids.push_back(matched(lexicon_.name(term), vocabulary_));
    }
    if (ones_.size() < terms_.size()) ones_.resize(terms_.size(), 1);
    return renumbered_(terms_, std::span(ones_).first(terms_.size()));
  }

 private:
  const TextRules& rules_;
  const Vocabulary& vocabulary_;
  Lexicon lexicon_;
  Renumbering how_;
  Renumberer renumbered_{how_};
  std::vector<std::int32_t> terms_;
  std::vector<std::int32_t> ones_;
};

class DocumentStream::Source {
 public:
  virtual ~Source() = default;
  // The next document, valid until the next call; false at the end.
  virtual bool next(Bag& bag) = 0;
};

namespace {

class TextDocuments final : public DocumentStream::Source {
 public:
  TextDocuments(std::unique_ptr<TextSource> text, DocumentStream::TextMatcher& matcher)
      : text_(std::move(text)), matcher_(matcher) {}

  bool next(Bag& bag) override {
    std::string_view text;
    if (!text_->next(text)) return false;
    bag = matcher_(text);
    return true;
  }

 private:
  std::unique_ptr<TextSource> text_;
  DocumentStream::TextMatcher& matcher_;
};

class CorpusDocuments final : public DocumentStream::Source {
 public:
  CorpusDocuments(Corpus corpus, const Vocabulary& vocabulary) : corpus_(std::move(corpus)) {
    for (const auto& word : corpus_.vocabulary().words())
      how_.new_ids.push_back(matched(word, vocabulary));
    how_.other_word = other_word(vocabulary);
  }

  bool next(Bag& bag) override {
    if (next_ == corpus_.documents()) return false;
    const Bag own = corpus_.document(next_++);
    bag = renumbered_(own.words, own.counts);
    return true;
  }

 private:
  Corpus corpus_;
  std::uint64_t next_ = 0;
  Renumbering how_;
  Renumberer renumbered_{how_};
};

class BagDocuments final : public DocumentStream::Source {
 public:
  BagDocuments(std::unique_ptr<BagSource> bags, const Vocabulary& vocabulary, bool binary,
               std::string name)
      : bags_(std::move(bags)), vocabulary_(vocabulary), name_(std::move(name)) {
    // Names that occur twice, or are none, are refused as in a corpus.
    const Vocabulary checked(bags_->words(), VocabularyOrigin::kData, name_);
    how_.other_word = other_word(vocabulary);
    how_.binary = binary;
  }

  bool next(Bag& bag) override {
    if (!bags_->next(pairs_)) return false;
    const auto& names = bags_->words();
    while (how_.new_ids.size() < names.size())
      how_.new_ids.push_back(matched(names[how_.new_ids.size()], vocabulary_));
    words_.clear();
    counts_.clear();
    for (const auto& [word, count] : pairs_) {
      words_.push_back(static_cast<std::int32_t>(word));
      counts_.push_back(static_cast<std::int32_t>(count));
    }
    checked_tokens({words_, counts_}, static_cast<std::uint32_t>(names.size()), index_++, name_);
    bag = renumbered_(words_, counts_);
    return true;
  }

 private:
  std::unique_ptr<BagSource> bags_;
  const Vocabulary& vocabulary_;
  std::string name_;
  std::uint64_t index_ = 0;
  Renumbering how_;
  Renumberer renumbered_{how_};
  std::vector<WordCount> pairs_;
  std::vector<std::int32_t> words_;
  std::vector<std::int32_t> counts_;
};

}  // namespace

DocumentStream::DocumentStream(std::string path, const Vocabulary& vocabulary,
                               const Preparation& preparation, Wait wait)
    : vocabulary_(vocabulary),
      recorded_(recorded_preparation(preparation)),
      wait_(std::move(wait)),
      matcher_(std::make_unique<TextMatcher>(recorded_, vocabulary)) {
  std::error_code ignored;
  if (path != "-" && !fs::exists(path, ignored))
    throw InputError("there is no file or directory '" + path + "'");
  if (path != "-" && fs::is_directory(path, ignored)) {
    directory_.emplace(std::move(path));
  } else {
    found_.push_back(std::move(path));
  }
}

DocumentStream::~DocumentStream() = default;

bool DocumentStream::next(std::vector<std::int32_t>& words, std::vector<std::int32_t>& counts) {
  try {
    while (source_ || open_next()) {
      Bag bag;
      const bool given = source_->next(bag);
      // What comes after the wait was ended is the unfinished rest of a document.
      if (given && !stopped_) {
        words.assign(bag.words.begin(), bag.words.end());
        counts.assign(bag.counts.begin(), bag.counts.end());
        ++documents_;
        return true;
      }
      source_.reset();
    }
  } catch (const InputError&) {
    source_.reset();
    if (!stopped_) throw;
  }
  return false;
}

bool DocumentStream::open_next() {
  std::string path;
  if (stopped_ || !find_next(path)) return false;
  ++sources_;
  source_ = opened(path);
  return true;
}

// The next path to be read; waits for one in a directory.
bool DocumentStream::find_next(std::string& path) {
  Patience patience(wait_);
  while (found_.empty()) {
    if (!directory_) return false;
    for (auto& file : directory_->files())
      if (!is_word_list(file) && known_.insert(file).second) found_.push_back(std::move(file));
    if (found_.empty() && !patience.sleep()) return false;
  }
  path = std::move(found_.front());
  found_.pop_front();
  return true;
}

std::unique_ptr<DocumentStream::Source> DocumentStream::opened(const std::string& path) {
  if (is_corpus_file(path))
    return std::make_unique<CorpusDocuments>(Corpus::load(path), vocabulary_);
  const DocumentRules& rules = recorded_.options.reading;
  std::error_code ignored;
  OpenedDocuments documents;
  if (fs::is_regular_file(path, ignored)) {
    documents = open_documents(path, rules);
  } else {
    auto stop = [this] { return stopped_ = stopped_ || (wait_.stop && wait_.stop()); };
    documents = open_documents(arriving(patient_input(path, std::move(stop))), path, rules);
  }
  if (documents.text) return std::make_unique<TextDocuments>(std::move(documents.text), *matcher_);
  return std::make_unique<BagDocuments>(std::move(documents.bags), vocabulary_,
                                        recorded_.options.binary,
                                        path == "-" ? "standard input" : path);
}

}  // namespace dplda

// Reads the inputs of a preparation into a spool of documents with provisional word ids.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/document_gatherer.h"
#include "corpus/document_marks.h"
#include "corpus/document_spool.h"
#include "corpus/prepare_options.h"
#include "corpus/prepare_progress.h"
#include "corpus/word_choice.h"
#include "text/lexicon.h"
#include "text/open_documents.h"

namespace dplda {

class Gathering {
 public:
  // `rules` say how text is cut. `list`, if given, is the vocabulary: other words get the one id
  // after its words, if options.other_word, and none otherwise. REQUIRES: all arguments but `list`
  // outlive this.
  Gathering(const PrepareOptions& options, const TextRules& rules,
            std::optional<std::vector<std::string>> list, DocumentSpool& spool,
            const PrepareProgress& progress);

  // Adds the documents of a path. Throws InputError for a second path if either holds counts.
  void read(const std::string& path);
  // Adds texts in memory, a document each.
  void read(std::span<const std::string> texts);

  // The words by provisional id; valid until the next read().
  std::vector<std::string_view> names() const;
  // The order that the vocabulary is to have.
  WordOrder order() const;
  // The format of the inputs.
  InputFormat format() const { return format_.value_or(InputFormat::kText); }

  const DocumentGatherer& documents() const { return gatherer_; }
  const DocumentMarks& marks() const { return marks_; }
  std::uint64_t stop_words() const { return stop_words_; }
  std::uint64_t unlisted() const { return unlisted_; }
  std::uint64_t list_left_out() const { return lexicon_ ? lexicon_->left_out() : 0; }

 private:
  void add(const OpenedDocuments& opened, const std::string& name);
  void read_text(TextSource& source);
  void count(std::span<const std::uint32_t> terms);
  void read_bags(BagSource& source);
  static void match(const std::vector<std::string>& words, const Vocabulary& listed,
                    std::vector<std::uint32_t>& ids);
  void tell();

  const PrepareOptions& options_;
  const TextRules& rules_;
  std::optional<std::vector<std::string>> list_;
  const PrepareProgress& progress_;
  DocumentGatherer gatherer_;
  DocumentMarks marks_;
  std::optional<InputFormat> format_;
  std::optional<Lexicon> lexicon_;      // of text
  std::vector<std::string> bag_words_;  // of counts
  std::uint64_t bytes_ = 0;
  std::uint64_t stop_words_ = 0;
  std::uint64_t unlisted_ = 0;
};

}  // namespace dplda

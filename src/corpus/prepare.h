// From files of any known format to a prepared corpus, in one pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/document_keeper.h"
#include "corpus/prepare_options.h"
#include "corpus/prepare_progress.h"
#include "corpus/word_chooser.h"
#include "text/vocabulary.h"

namespace dplda {

// What a preparation read and wrote.
struct PrepareSummary {
  std::uint64_t documents = 0;
  std::uint64_t empty_documents = 0;  // without a word of the vocabulary
  std::uint32_t words = 0;
  std::uint64_t tokens = 0;
  std::uint64_t pairs = 0;
  std::uint64_t stop_words = 0;     // tokens of the input that were stop words
  std::uint64_t left_out = 0;       // tokens outside the vocabulary, dropped or made <other>
  std::uint64_t list_left_out = 0;  // entries of the vocab list that are not one word of text
  VocabularyOrigin origin = VocabularyOrigin::kData;
  std::string format;
};

// Reads `inputs` (files, or directories whose files are a document each) and writes a corpus file
// to `output`. Memory beside the vocabulary is bounded; pairs are spilled beside the output. Words
// of text are in alphabetical order by bytes, those of counts in the order of their file, those of
// a `vocab` list in its order; the reserved word comes last. Documents that lose all their words
// stay. Throws InputError if there are no documents or no words; nothing is left behind then.
// `chooser`, if given, chooses the words in place of the exact frequencies, and the origin of the
// vocabulary is kPrivate. What was chosen before in a corpus file stays on record; throws
// InputError where that must not become a public list, be stated to be public or be chosen from
// privately (corpus/word_cut.h). `keeper`, if given, keeps account of the documents. REQUIRES:
// `options` choose words by max_words alone where there is a chooser.
PrepareSummary prepare(const std::vector<std::string>& inputs, const PrepareOptions& options,
                       const std::string& output, const PrepareProgress& progress = {},
                       WordChooser* chooser = nullptr, DocumentKeeper* keeper = nullptr);

// Throws InputError if what is written to `path`, which `option` named, would replace an input or
// lie in a directory that is one: a file must not replace its own documents, or be read as one of
// them the next time.
void refuse_among_inputs(const std::vector<std::string>& inputs, std::string_view option,
                         const std::string& path);

// Opens whatever the user named: a corpus file as it is, anything else prepared in memory with
// `options`.
Corpus open_corpus(const std::string& path, const PrepareOptions& options = {});

// Texts in memory, a document each whatever line breaks they hold: the corpus that a file with
// these texts for its lines would give. Throws InputError as prepare() does, and if
// options.reading.format is neither auto nor text.
Corpus prepared_texts(std::span<const std::string> texts, const PrepareOptions& options = {});

// As open_corpus(), for a model's vocabulary: text is tokenised as `preparation` says, every word
// is matched to `vocabulary`.
Corpus open_corpus_for(const std::string& path, const Vocabulary& vocabulary,
                       const Preparation& preparation, std::uint64_t* dropped = nullptr);

}  // namespace dplda

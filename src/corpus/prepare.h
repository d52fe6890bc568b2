// From files of any known format to a prepared corpus, in one pass.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/options.h"
#include "corpus/corpus.h"
#include "corpus/document_keeper.h"
#include "corpus/word_chooser.h"
#include "text/lexicon.h"

namespace dplda {

struct PrepareOptions {
  std::string format = "auto";  // auto, text, csv, tsv, ndjson, uci, ldac, mtx, npz
  std::string column = "text";  // csv, tsv: column name; ndjson: field name
  std::string word_list = {};   // ldac, mtx, npz: the file that names the ids, one word a line
  std::string stop_words = "english";  // english, none, or a file
  std::string stem = "none";           // a Snowball language
  std::int64_t min_length = 2;         // shortest word, in letters
  double min_df = 0;                   // a fraction of the documents if below 1, else a number
  double max_df = 1.0;         // fraction of the documents up to 1, above it a number of documents
  std::int64_t max_words = 0;  // 0: all
  bool binary = false;
  std::string vocab = {};  // a word list that is public
  bool assume_public_vocab = false;
  bool other_word = false;
  std::string invalid_utf8 = "error";  // error, replace
  std::int64_t max_line = 64 << 20;    // bytes of one document's line
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(PrepareOptions& options);

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

// Throws InputError if the options contradict one another or name what does not exist.
void check(const PrepareOptions& options);

// Called now and then with the bytes read so far (before decompression where that can be known) and
// the documents.
using PrepareProgress = std::function<void(std::uint64_t bytes, std::uint64_t documents)>;

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

// The lineage that a corpus carries along: the id of the ledger of its documents; empty if it has
// none.
std::string lineage_of(const Corpus& corpus);
// The same of what stands at a path; empty for what is no corpus file.
std::string lineage_at(const std::string& path);

// The record as a model carries it: without the lineage, which is the curator's.
nlohmann::ordered_json preparation_for_model(nlohmann::ordered_json preparation);

// Throws InputError if what is written to `path`, which `flag` named, would replace an input or lie
// in a directory that is one: a file must not replace its own documents, or be read as one of them
// the next time.
void refuse_among_inputs(const std::vector<std::string>& inputs, std::string_view flag,
                         const std::string& path);

// Opens whatever the user named: a corpus file as it is, anything else prepared in memory with
// `options`.
Corpus open_corpus(const std::string& path, const PrepareOptions& options = {});

// Texts in memory, a document each whatever line breaks they hold: the corpus that a file with
// these texts for its lines would give. Throws InputError as prepare() does, and if options.format
// is neither auto nor text.
Corpus prepared_texts(std::span<const std::string> texts, const PrepareOptions& options = {});

// How the documents of a model were read and cut: for new ones, of whatever format.
struct RecordedPreparation {
  PrepareOptions options;  // of reading; nothing of how words were chosen
  TextRules rules;
};
// Throws InputError if the record is damaged.
RecordedPreparation recorded_preparation(const nlohmann::ordered_json& preparation);

// The same for a model's vocabulary: text is tokenised as `preparation` says, every word is matched
// to `vocabulary`.
Corpus open_corpus_for(const std::string& path, const Vocabulary& vocabulary,
                       const nlohmann::ordered_json& preparation, std::uint64_t* dropped = nullptr);

}  // namespace dplda

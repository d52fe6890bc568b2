// The record of how a corpus was prepared, which it and its models carry along: enough to cut new
// text in the same way.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/prepare_options.h"
#include "corpus/word_cut.h"
#include "text/detect.h"
#include "text/lexicon.h"

namespace dplda {

// How `options` say that text is cut. Throws InputError if their file of stop words cannot be read.
TextRules text_rules(const PrepareOptions& options);

// What the record of an input says that is a corpus file already.
struct EarlierPreparation {
  std::string input;
  VocabularyOrigin origin = VocabularyOrigin::kData;
  Preparation record;

  WordCut cut() const { return word_cut(origin, record); }
};
// Those of all inputs that are corpus files.
std::vector<EarlierPreparation> earlier_preparations(const std::vector<std::string>& inputs);

// The record of a preparation of documents of that format with these options and rules;
// `with_noise`: whether the words are chosen privately. It names no local file, and holds the stop
// words of one, which may be gone by the time that new text comes. What the records of `earlier`
// preparations say of their text and their words is kept. word_cut.h reads what it says of them.
Preparation preparation_record(const std::vector<EarlierPreparation>& earlier,
                               const PrepareOptions& options, const TextRules& rules,
                               InputFormat format, bool with_noise);

// How the documents of a model were read and cut: for new ones, of whatever format.
struct RecordedPreparation {
  PrepareOptions options;  // of reading; nothing of how words were chosen
  TextRules rules;
};
// Throws InputError if the record is damaged.
RecordedPreparation recorded_preparation(const Preparation& preparation);

// The lineage of the corpus that stands at a path; empty for what is no corpus file.
std::string lineage_at(const std::string& path);

// The record as a model carries it: without the lineage, which is the curator's.
Preparation preparation_for_model(Preparation preparation);

}  // namespace dplda

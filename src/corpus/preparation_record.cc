#include "corpus/preparation_record.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "text/stop_words.h"
#include "text/word_list.h"

namespace dplda {

namespace {

// A corpus that is prepared once more was cut from text as its own record says.
void keep_text_rules(const Preparation& earlier, Preparation& preparation) {
  for (const char* key : {"column", "stop_words", "stem", "min_length"}) {
    const OptionValue* value = earlier.options ? earlier.options->find(key) : nullptr;
    if (value != nullptr) preparation.options->set(key, *value);
  }
  preparation.stop_words = earlier.stop_words;
}

// Whether these options let all documents together decide which words they have left.
WordCut cut_by(const PrepareOptions& options, bool with_noise) {
  const PrepareOptions plain;
  if (with_noise) return WordCut::kWithNoise;
  return options.min_df != plain.min_df || options.max_df != plain.max_df ||
                 options.max_words != plain.max_words
             ? WordCut::kExactly
             : WordCut::kNone;
}

// Words that are chosen from words that were chosen privately owe what those cost, too.
void keep_charges(const Preparation& earlier, Preparation& preparation) {
  if (!earlier.owes_for_words()) return;
  if (!preparation.word_charges) preparation.word_charges.emplace();
  preparation.word_charges->insert(preparation.word_charges->end(), earlier.word_charges->begin(),
                                   earlier.word_charges->end());
}

// What a record says of how text is cut; what it says of the choice of words is left out.
PrepareOptions recorded_options(const Preparation& preparation) {
  PrepareOptions options;
  const OptionTable table = option_table(options);
  OptionValues known;
  for (const Option& option : table) {
    const std::string key = json_key(option);
    const OptionValue* value = preparation.options ? preparation.options->find(key) : nullptr;
    if (value != nullptr) known.set(key, *value);
  }
  set_values(table, known);
  check(table);
  const PrepareOptions plain;
  options.reading.format = plain.reading.format;
  options.reading.word_list = plain.reading.word_list;
  options.min_df = plain.min_df;
  options.max_df = plain.max_df;
  options.max_words = plain.max_words;
  options.vocab = plain.vocab;
  options.other_word = plain.other_word;
  return options;
}

TextRules recorded_rules(PrepareOptions options, const Preparation& preparation) {
  if (!preparation.stop_words) return text_rules(options);
  options.stop_words = "none";
  TextRules rules = text_rules(options);
  rules.stop_words = *preparation.stop_words;
  return rules;
}

}  // namespace

TextRules text_rules(const PrepareOptions& options) {
  TextRules rules{.min_length = static_cast<std::size_t>(options.min_length),
                  .stem = options.stem,
                  .stop_words = {}};
  if (options.stop_words == "english") {
    const auto english = english_stop_words();
    rules.stop_words.assign(english.begin(), english.end());
  } else if (options.stop_words != "none") {
    rules.stop_words = read_word_list(options.stop_words).words;
  }
  return rules;
}

std::vector<EarlierPreparation> earlier_preparations(const std::vector<std::string>& inputs) {
  std::vector<EarlierPreparation> earlier;
  for (const std::string& input : inputs) {
    if (!is_corpus_file(input)) continue;
    const Corpus corpus = Corpus::load(input);
    earlier.push_back({input, corpus.vocabulary().origin(), corpus.preparation()});
  }
  return earlier;
}

Preparation preparation_record(const std::vector<EarlierPreparation>& earlier,
                               const PrepareOptions& options, const TextRules& rules,
                               InputFormat format, bool with_noise) {
  PrepareOptions copy = options;
  Preparation preparation{.format = std::string(name_of(format)),
                          .options = values_of(option_table(copy))};
  WordCut cut = cut_by(options, with_noise);
  // A model carries this record into the world: no names of local files.
  preparation.options->erase("vocab");
  preparation.options->erase("word_list");
  for (const EarlierPreparation& before : earlier) {
    keep_charges(before.record, preparation);
    cut = std::max(cut, before.cut());
    if (!before.record.lineage.empty()) preparation.lineage = before.record.lineage;
  }
  if (cut != WordCut::kNone) preparation.cut = cut;
  if (!earlier.empty()) {
    keep_text_rules(earlier.front().record, preparation);
  } else if (options.stop_words != "english" && options.stop_words != "none") {
    preparation.options->set("stop_words", "none");  // but for these:
    preparation.stop_words = rules.stop_words;
  }
  return preparation;
}

RecordedPreparation recorded_preparation(const Preparation& preparation) {
  PrepareOptions options = recorded_options(preparation);
  TextRules rules = recorded_rules(options, preparation);
  options.stem = "none";  // the rules have it; counts of words are taken as they are
  return {std::move(options), std::move(rules)};
}

std::string lineage_at(const std::string& path) {
  return path != "-" && is_corpus_file(path) ? Corpus::load(path).preparation().lineage : "";
}

Preparation preparation_for_model(Preparation preparation) {
  preparation.lineage.clear();
  return preparation;
}

}  // namespace dplda

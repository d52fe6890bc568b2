#include "corpus/preparation_record.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "text/stop_words.h"
#include "text/word_list.h"

namespace dplda {

namespace {

constexpr const char* kStopWordList = "stop_word_list";  // keys of the record
constexpr const char* kVocabularyCharges = "vocabulary_charges";

// A corpus that is prepared once more was cut from text as its own record says.
void keep_text_rules(const nlohmann::ordered_json& earlier, nlohmann::ordered_json& preparation) {
  const auto options = earlier.value("options", nlohmann::ordered_json::object());
  for (const char* key : {"column", "stop_words", "stem", "min_length"})
    if (options.contains(key)) preparation["options"][key] = options[key];
  if (earlier.contains(kStopWordList)) preparation[kStopWordList] = earlier[kStopWordList];
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
void keep_charges(const nlohmann::ordered_json& earlier, nlohmann::ordered_json& preparation) {
  if (!owes_for_words(earlier)) return;
  for (const auto& charge : earlier[kVocabularyCharges])
    preparation[kVocabularyCharges].push_back(charge);
}

// What a record says of how text is cut; what it says of the choice of words is left out.
PrepareOptions recorded_options(const nlohmann::ordered_json& preparation) {
  PrepareOptions options;
  const OptionTable table = option_table(options);
  if (preparation.contains("options") && preparation["options"].is_object()) {
    nlohmann::ordered_json known = nlohmann::ordered_json::object();
    for (const Option& option : table) {
      const std::string key = json_key(option);
      if (preparation["options"].contains(key)) known[key] = preparation["options"][key];
    }
    from_json(table, known);
    check(table);
  }
  const PrepareOptions plain;
  options.format = plain.format;
  options.word_list = plain.word_list;
  options.min_df = plain.min_df;
  options.max_df = plain.max_df;
  options.max_words = plain.max_words;
  options.vocab = plain.vocab;
  options.other_word = plain.other_word;
  return options;
}

TextRules recorded_rules(PrepareOptions options, const nlohmann::ordered_json& preparation) {
  if (!preparation.contains(kStopWordList)) return text_rules(options);
  options.stop_words = "none";
  TextRules rules = text_rules(options);
  const auto& list = preparation[kStopWordList];
  if (!list.is_array() ||
      !std::ranges::all_of(list, [](const auto& word) { return word.is_string(); }))
    throw InputError(
        "the record of how the text was prepared is damaged: its stop words are no list of words");
  rules.stop_words = list.get<std::vector<std::string>>();
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

bool owes_for_words(const nlohmann::ordered_json& preparation) {
  return preparation.contains(kVocabularyCharges) && preparation[kVocabularyCharges].is_array() &&
         !preparation[kVocabularyCharges].empty();
}

nlohmann::ordered_json preparation_record(const std::vector<EarlierPreparation>& earlier,
                                          const PrepareOptions& options, const TextRules& rules,
                                          InputFormat format, bool with_noise) {
  PrepareOptions copy = options;
  nlohmann::ordered_json preparation{{"format", name_of(format)},
                                     {"options", to_json(option_table(copy))}};
  WordCut cut = cut_by(options, with_noise);
  // A model carries this record into the world: no names of local files.
  preparation["options"].erase("vocab");
  preparation["options"].erase("word_list");
  for (const EarlierPreparation& before : earlier) {
    keep_charges(before.record, preparation);
    cut = std::max(cut, before.cut());
    if (before.record.contains(kLineageKey)) preparation[kLineageKey] = before.record[kLineageKey];
  }
  record_cut(preparation, cut);
  if (!earlier.empty()) {
    keep_text_rules(earlier.front().record, preparation);
  } else if (options.stop_words != "english" && options.stop_words != "none") {
    preparation["options"]["stop_words"] = "none";  // but for these:
    preparation[kStopWordList] = rules.stop_words;
  }
  return preparation;
}

RecordedPreparation recorded_preparation(const nlohmann::ordered_json& preparation) {
  PrepareOptions options = recorded_options(preparation);
  TextRules rules = recorded_rules(options, preparation);
  options.stem = "none";  // the rules have it; counts of words are taken as they are
  return {std::move(options), std::move(rules)};
}

std::string lineage_of(const Corpus& corpus) {
  const nlohmann::ordered_json& record = corpus.preparation();
  if (!record.is_object() || !record.contains(kLineageKey) || !record[kLineageKey].is_string()) return "";
  return record[kLineageKey].get<std::string>();
}

std::string lineage_at(const std::string& path) {
  return path != "-" && is_corpus_file(path) ? lineage_of(Corpus::load(path)) : "";
}

nlohmann::ordered_json preparation_for_model(nlohmann::ordered_json preparation) {
  if (preparation.is_object()) preparation.erase(kLineageKey);
  return preparation;
}

}  // namespace dplda

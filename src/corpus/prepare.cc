#include "corpus/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "corpus/gathering.h"
#include "text/stop_words.h"
#include "text/word_list.h"

namespace dplda {

namespace {

constexpr const char* kStopWordList = "stop_word_list";  // keys of the record
constexpr const char* kVocabularyCharges = "vocabulary_charges";
constexpr const char* kLeftOut = "words_left_out_by_frequency";

// What is prepared: files, or texts in memory under one name.
struct Inputs {
  std::vector<std::string> names;
  std::optional<std::span<const std::string>> texts = std::nullopt;

  void read_into(Gathering& gathering) const {
    if (texts) return gathering.read(*texts);
    for (const auto& path : names) gathering.read(path);
  }
};

// Where a preparation stands once its inputs are read: all but the documents themselves.
struct Chosen {
  Vocabulary vocabulary;
  Renumbering renumbering;
  nlohmann::ordered_json preparation;
  PrepareSummary summary;
};

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

// A corpus that is prepared once more was cut from text as its own record says.
void keep_text_rules(const nlohmann::ordered_json& earlier, nlohmann::ordered_json& preparation) {
  const auto options = earlier.value("options", nlohmann::ordered_json::object());
  for (const char* key : {"column", "stop_words", "stem", "min_length"})
    if (options.contains(key)) preparation["options"][key] = options[key];
  if (earlier.contains(kStopWordList)) preparation[kStopWordList] = earlier[kStopWordList];
}

// Whether all documents together decided which words they have left, now or before.
bool left_out_by_frequency(const PrepareOptions& options) {
  const PrepareOptions plain;
  return options.min_df != plain.min_df || options.max_df != plain.max_df ||
         options.max_words != plain.max_words;
}

// Words that are chosen from words that were chosen privately owe what those cost, too.
void keep_charges(const nlohmann::ordered_json& earlier, nlohmann::ordered_json& preparation) {
  if (earlier.contains(kVocabularyCharges) && earlier[kVocabularyCharges].is_array())
    preparation[kVocabularyCharges] = earlier[kVocabularyCharges];
}

// Enough to cut new text in the same way: a file of stop words may be gone by then.
nlohmann::ordered_json record(const std::vector<std::string>& inputs, const PrepareOptions& options,
                              const TextRules& rules, InputFormat format) {
  PrepareOptions copy = options;
  nlohmann::ordered_json preparation{{"format", name_of(format)},
                                     {"options", to_json(option_table(copy))}};
  if (left_out_by_frequency(options)) preparation[kLeftOut] = true;
  // A model carries this record into the world: no names of local files.
  preparation["options"].erase("vocab");
  preparation["options"].erase("word_list");
  if (format == InputFormat::kNpz && is_corpus_file(inputs.front())) {
    const Corpus earlier = Corpus::load(inputs.front());
    keep_text_rules(earlier.preparation(), preparation);
    keep_charges(earlier.preparation(), preparation);
    if (words_left_out_by_frequency(earlier)) preparation[kLeftOut] = true;
  } else if (options.stop_words != "english" && options.stop_words != "none") {
    preparation["options"]["stop_words"] = "none";  // but for these:
    preparation[kStopWordList] = rules.stop_words;
  }
  return preparation;
}

WordChoice chosen_words(const Gathering& gathering, const PrepareOptions& options,
                        DocumentSpool& spool, WordChooser* chooser) {
  const auto names = gathering.names();
  if (chooser != nullptr) {
    const auto most = static_cast<std::uint64_t>(options.max_words);
    return choice_of(names, chooser->choose(names, spool, most));
  }
  // A list is taken whole; the id after it stands for the words that it lacks.
  const std::size_t ids = names.size() + (options.vocab.empty() ? 0 : 1);
  const auto frequencies = gathering.documents().document_frequencies(ids);
  const WordLimits limits{.min_df = options.min_df,
                          .max_df = options.max_df,
                          .max_words = static_cast<std::uint64_t>(options.max_words)};
  WordChoice choice = choose_words(names, std::span(frequencies).first(names.size()),
                                   gathering.documents().documents(), limits, gathering.order());
  choice.new_ids.resize(ids, -1);
  return choice;
}

// REQUIRES: the other word, if there is one, is in the vocabulary.
void refuse_without_words(const Chosen& chosen, const PrepareOptions& options) {
  if (chosen.vocabulary.size() > (options.other_word ? 1U : 0U)) return;
  if (!options.vocab.empty())
    throw InputError(fmt::format("{}: none of its lines is a word of text", options.vocab));
  if (chosen.summary.origin == VocabularyOrigin::kPrivate) {
    throw InputError(
        "no word is in enough documents to be named privately, and that answer is charged; gather "
        "more documents, or raise --vocab-epsilon or --vocab-delta");
  }
  throw InputError(
      "no word is left of the documents; check --stop-words and --min-length, relax --min-df, "
      "--max-df");
}

VocabularyOrigin origin_of(const PrepareOptions& options, const WordChooser* chooser) {
  if (chooser != nullptr) return VocabularyOrigin::kPrivate;
  if (!options.vocab.empty()) return VocabularyOrigin::kPublic;
  return options.assume_public_vocab ? VocabularyOrigin::kAssumedPublic : VocabularyOrigin::kData;
}

Chosen gather(const Inputs& inputs, const PrepareOptions& options, const TextRules& rules,
              DocumentSpool& spool, const PrepareProgress& progress,
              WordChooser* chooser = nullptr) {
  const std::string& name = inputs.names.front();
  std::optional<std::vector<std::string>> list;
  if (!options.vocab.empty()) list = read_word_list(options.vocab).words;
  Gathering gathering(options, rules, std::move(list), spool, progress);
  inputs.read_into(gathering);
  if (spool.documents() == 0)
    throw InputError(
        fmt::format("{}: there are no documents", name == "-" ? "standard input" : name));
  WordChoice choice = chosen_words(gathering, options, spool, chooser);
  Renumbering renumbering{.new_ids = std::move(choice.new_ids), .binary = options.binary};
  if (options.other_word) {
    renumbering.other_word = static_cast<std::int32_t>(choice.words.size());
    choice.words.emplace_back(kOtherWord);
  }
  const VocabularyOrigin origin = origin_of(options, chooser);
  Chosen chosen{.vocabulary = Vocabulary(std::move(choice.words), origin, name),
                .renumbering = std::move(renumbering),
                .preparation = record(inputs.names, options, rules, gathering.format()),
                .summary = {.documents = spool.documents(),
                            .stop_words = gathering.stop_words(),
                            .left_out = gathering.unlisted(),
                            .list_left_out = gathering.list_left_out(),
                            .origin = origin,
                            .format = std::string(name_of(gathering.format()))}};
  chosen.summary.words = chosen.vocabulary.size();
  if (chooser != nullptr) chooser->record(chosen.preparation);
  return chosen;
}

// `rules`: those of `options`, or better known ones.
Corpus prepared_in_memory(const Inputs& inputs, const PrepareOptions& options,
                          const TextRules& rules, bool words_needed) {
  DocumentSpool spool;
  Chosen chosen = gather(inputs, options, rules, spool, {});
  if (words_needed) refuse_without_words(chosen, options);
  return build_corpus(spool, chosen.renumbering, std::move(chosen.vocabulary),
                      std::move(chosen.preparation), inputs.names.front());
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

// Words that exact frequencies let in or out may come and go with one document, in many documents
// at once: no threshold covers that (docs/private-vocabulary.md, "What is assumed").
void refuse_chosen_words(const std::vector<std::string>& inputs) {
  for (const auto& input : inputs) {
    if (input == "-" || !is_corpus_file(input)) continue;
    if (Corpus::load(input).vocabulary().origin() == VocabularyOrigin::kData) {
      throw InputError(
          fmt::format("{}: its words were chosen from its documents already; choose them privately "
                      "from the documents themselves",
                      input));
    }
  }
}

// A public list chooses nothing any more from words that the documents chose before.
void refuse_left_out_words(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (input == "-" || !is_corpus_file(input) || !words_left_out_by_frequency(Corpus::load(input)))
      continue;
    throw InputError(
        fmt::format("{}: which words its documents have left was decided by all of them together, "
                    "and no list undoes that; prepare the documents themselves with --vocab",
                    input));
  }
}

}  // namespace

bool words_left_out_by_frequency(const Corpus& corpus) {
  if (corpus.vocabulary().origin() == VocabularyOrigin::kPrivate) return true;
  if (corpus.vocabulary().origin() != VocabularyOrigin::kData) return false;  // or so it was stated
  const nlohmann::ordered_json& record = corpus.preparation();
  if (!record.is_object() || !record.contains("options") || !record["options"].is_object())
    return true;  // who knows
  if (record.contains(kLeftOut)) return true;
  const auto differs = [&](const char* key, double plain) {
    const auto& options = record["options"];
    return options.contains(key) &&
           !(options[key].is_number() && options[key].get<double>() == plain);
  };
  return differs("min_df", 0) || differs("max_df", 1) || differs("max_words", 0);
}

void refuse_among_inputs(const std::vector<std::string>& inputs, std::string_view flag,
                         const std::string& path) {
  const std::string target = resolved_path(path);
  for (const auto& input : inputs) {
    if (input == "-") continue;
    const std::string source = resolved_path(input);
    if (source == target)
      throw InputError(fmt::format("{} {} is an input too; name another file", flag, path));
    std::error_code ignored;
    if (std::filesystem::is_directory(source, ignored) && target.starts_with(source + "/"))
      throw InputError(fmt::format(
          "{} {} is inside the input directory {}; name a place outside of it", flag, path, input));
  }
}

PrepareSummary prepare(const std::vector<std::string>& inputs, const PrepareOptions& options,
                       const std::string& output, const PrepareProgress& progress,
                       WordChooser* chooser) {
  check(options);
  if (inputs.empty()) throw InputError("there is nothing to prepare; name a file, or - for input");
  refuse_among_inputs(inputs, "-o", output);
  if (chooser != nullptr) refuse_chosen_words(inputs);
  if (!options.vocab.empty()) refuse_left_out_words(inputs);
  const TextRules rules = text_rules(options);
  AtomicFile file(output);
  if (!file.can_patch())
    throw InputError(fmt::format("-o {}: a corpus goes to a regular file only", output));
  if (chooser != nullptr) chooser->start();
  const std::string directory = directory_of(output);
  DocumentSpool spool(directory);
  Chosen chosen = gather({.names = inputs}, options, rules, spool, progress, chooser);
  refuse_without_words(chosen, options);
  const WrittenCorpus written = write_corpus(file, spool, chosen.renumbering, chosen.vocabulary,
                                             chosen.preparation, directory);
  file.commit();
  PrepareSummary summary = std::move(chosen.summary);
  summary.empty_documents = written.empty_documents;
  summary.tokens = written.tokens;
  summary.pairs = written.pairs;
  // Unlisted words were left out before the spool unless the reserved word keeps them.
  summary.left_out = options.other_word ? written.dropped : summary.left_out + written.dropped;
  return summary;
}

Corpus open_corpus(const std::string& path, const PrepareOptions& options) {
  if (is_corpus_file(path)) return Corpus::load(path);
  check(options);
  return prepared_in_memory({.names = {path}}, options, text_rules(options), /*words_needed=*/true);
}

Corpus prepared_texts(std::span<const std::string> texts, const PrepareOptions& options) {
  check(options);
  return prepared_in_memory({.names = {"memory"}, .texts = texts}, options, text_rules(options),
                            /*words_needed=*/true);
}

RecordedPreparation recorded_preparation(const nlohmann::ordered_json& preparation) {
  PrepareOptions options = recorded_options(preparation);
  TextRules rules = recorded_rules(options, preparation);
  options.stem = "none";  // the rules have it; counts of words are taken as they are
  return {std::move(options), std::move(rules)};
}

Corpus open_corpus_for(const std::string& path, const Vocabulary& vocabulary,
                       const nlohmann::ordered_json& preparation, std::uint64_t* dropped) {
  if (is_corpus_file(path)) return matched_to(Corpus::load(path), vocabulary, dropped);
  const auto [options, rules] = recorded_preparation(preparation);
  const Corpus all = prepared_in_memory({.names = {path}}, options, rules, /*words_needed=*/false);
  Corpus matched = matched_to(all, vocabulary, dropped);
  // Words that became the reserved word are counted once, too.
  return options.binary ? binarised(matched) : std::move(matched);
}

}  // namespace dplda

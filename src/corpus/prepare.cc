#include "corpus/prepare.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/files.h"
#include "base/paths.h"
#include "corpus/gathering.h"
#include "corpus/preparation_record.h"
#include "text/word_list.h"

namespace dplda {

namespace {

// What is prepared: files, or texts in memory under one name.
struct Inputs {
  std::vector<std::string> names;
  std::optional<std::span<const std::string>> texts = std::nullopt;
  std::vector<EarlierPreparation> earlier = {};  // of those that are corpus files

  void read_into(Gathering& gathering) const {
    if (texts) return gathering.read(*texts);
    for (const auto& path : names) gathering.read(path);
  }
};

// Where a preparation stands once its inputs are read: all but the documents themselves.
struct Chosen {
  Vocabulary vocabulary;
  Renumbering renumbering;
  Preparation preparation;
  PrepareSummary summary;
  std::vector<std::uint64_t> marks;  // of the documents
};

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
        "more documents, or raise `vocab-epsilon` or `vocab-delta`");
  }
  throw InputError(
      "no word is left of the documents; check `stop-words` and `min-length`, relax `min-df`, "
      "`max-df`");
}

VocabularyOrigin origin_of(const PrepareOptions& options, const WordChooser* chooser) {
  if (chooser != nullptr) return VocabularyOrigin::kPrivate;
  if (!options.vocab.empty()) return VocabularyOrigin::kPublic;
  return options.assume_public_vocab ? VocabularyOrigin::kAssumedPublic : VocabularyOrigin::kData;
}

Chosen gather(const Inputs& inputs, const PrepareOptions& options, const TextRules& rules,
              DocumentSpool& spool, const PrepareProgress& progress, WordChooser* chooser = nullptr,
              DocumentKeeper* keeper = nullptr) {
  const std::string& name = inputs.names.front();
  std::optional<std::vector<std::string>> list;
  if (!options.vocab.empty()) list = read_word_list(options.vocab).words;
  Gathering gathering(options, rules, std::move(list), spool, progress);
  inputs.read_into(gathering);
  if (spool.documents() == 0)
    throw InputError(
        fmt::format("{}: there are no documents", name == "-" ? "standard input" : name));
  std::vector<std::uint64_t> marks = gathering.marks().smallest();
  if (keeper != nullptr) keeper->meet(marks);
  WordChoice choice = chosen_words(gathering, options, spool, chooser);
  Renumbering renumbering{.new_ids = std::move(choice.new_ids), .binary = options.binary};
  if (options.other_word) {
    renumbering.other_word = static_cast<std::int32_t>(choice.words.size());
    choice.words.emplace_back(kOtherWord);
  }
  const VocabularyOrigin origin = origin_of(options, chooser);
  Chosen chosen{.vocabulary = Vocabulary(std::move(choice.words), origin, name),
                .renumbering = std::move(renumbering),
                .preparation = preparation_record(inputs.earlier, options, rules,
                                                  gathering.format(), chooser != nullptr),
                .summary = {.documents = spool.documents(),
                            .stop_words = gathering.stop_words(),
                            .left_out = gathering.unlisted(),
                            .list_left_out = gathering.list_left_out(),
                            .origin = origin,
                            .format = std::string(name_of(gathering.format()))},
                .marks = std::move(marks)};
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
  Corpus corpus = build_corpus(spool, chosen.renumbering, std::move(chosen.vocabulary),
                               std::move(chosen.preparation), inputs.names.front());
  corpus.set_source_marks({.texts = std::move(chosen.marks)});
  return corpus;
}

// What may not be made of words that were chosen before.
void refuse_chosen_words(const EarlierPreparation& earlier, const PrepareOptions& options,
                         bool with_noise) {
  const WordCut cut = earlier.cut();
  const auto refuse_if = [&](bool refused, fmt::format_string<const std::string&> text) {
    if (refused) throw InputError(fmt::format(text, earlier.input));
  };
  // Words that exact frequencies let in or out may come and go with one document, in many documents
  // at once: no threshold covers that (docs/privacy/private-vocabulary.md, "What is assumed").
  refuse_if(with_noise && (cut == WordCut::kExactly || earlier.origin == VocabularyOrigin::kData),
            "{}: its words were chosen from its documents already; choose them privately "
            "from the documents themselves");
  // A public list chooses nothing any more from words that the documents chose before.
  refuse_if(!options.vocab.empty() && cut != WordCut::kNone,
            "{}: which words its documents have left was decided by all of them together, "
            "and no list undoes that; prepare the documents themselves with `vocab`");
  // Stating words to be public would drop what they cost when they were chosen privately.
  refuse_if(options.assume_public_vocab &&
                (earlier.origin == VocabularyOrigin::kPrivate || earlier.record.owes_for_words()),
            "{}: its words were chosen from its documents with noise, which has its cost; "
            "leave out `assume-public-vocab`");
}

}  // namespace

void refuse_among_inputs(const std::vector<std::string>& inputs, std::string_view option,
                         const std::string& path) {
  const std::string target = resolved_path(path);
  for (const auto& input : inputs) {
    if (input == "-") continue;
    const std::string source = resolved_path(input);
    if (source == target)
      throw InputError(fmt::format("`{} {}` is an input too; name another file", option, path));
    std::error_code ignored;
    if (std::filesystem::is_directory(source, ignored) && target.starts_with(source + "/"))
      throw InputError(
          fmt::format("`{} {}` is inside the input directory {}; name a place outside of it",
                      option, path, input));
  }
}

namespace {

// The inputs and the lists beside them.
std::vector<std::string> files_read(std::vector<std::string> inputs,
                                    const PrepareOptions& options) {
  for (const std::string& list : {options.vocab, options.reading.word_list, options.stop_words})
    if (!list.empty() && list != "english" && list != "none") inputs.push_back(list);
  return inputs;
}

}  // namespace

PrepareSummary prepare(const std::vector<std::string>& inputs, const PrepareOptions& options,
                       const std::string& output, const PrepareProgress& progress,
                       WordChooser* chooser, DocumentKeeper* keeper) {
  check(options);
  if (inputs.empty()) throw InputError("there is nothing to prepare; name a file, or - for input");
  refuse_among_inputs(files_read(inputs, options), "output", output);
  std::vector<EarlierPreparation> earlier = earlier_preparations(inputs);
  for (const EarlierPreparation& before : earlier)
    refuse_chosen_words(before, options, chooser != nullptr);
  const TextRules rules = text_rules(options);
  AtomicFile file(output, kOwnerOnly);
  if (!file.can_patch())
    throw InputError(fmt::format("`output {}`: a corpus goes to a regular file only", output));
  const std::string directory = directory_of(output);
  DocumentSpool spool(directory);
  Chosen chosen = gather({.names = inputs, .earlier = std::move(earlier)}, options, rules, spool,
                         progress, chooser, keeper);
  refuse_without_words(chosen, options);
  if (keeper != nullptr) keeper->record(chosen.preparation);
  const WrittenCorpus written = write_corpus(file, spool, chosen.renumbering, chosen.vocabulary,
                                             chosen.preparation, directory);
  file.flush();  // a full disk shows before anything is on record
  if (keeper != nullptr) keeper->settle(written.marks);
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

Corpus open_corpus_for(const std::string& path, const Vocabulary& vocabulary,
                       const Preparation& preparation, std::uint64_t* dropped) {
  if (is_corpus_file(path)) return matched_to(Corpus::load(path), vocabulary, dropped);
  const auto [options, rules] = recorded_preparation(preparation);
  const Corpus all = prepared_in_memory({.names = {path}}, options, rules, /*words_needed=*/false);
  Corpus matched = matched_to(all, vocabulary, dropped);
  // Words that became the reserved word are counted once, too.
  return options.binary ? binarised(matched) : std::move(matched);
}

}  // namespace dplda

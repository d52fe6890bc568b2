#include "corpus/prepare_options.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/detect.h"
#include "text/stemmer.h"

namespace dplda {

namespace {

constexpr double kLongestLineAllowed = 2147483647;
constexpr double kMostWordsAllowed = 2147483647;

std::vector<std::string> format_choices() {
  std::vector<std::string> choices{"auto"};
  for (auto& name : format_names()) choices.push_back(std::move(name));
  return choices;
}

}  // namespace

OptionTable option_table(PrepareOptions& options) {
  return {
      {.name = "format",
       .target = &options.reading.format,
       .help = "format of the input",
       .choices = format_choices()},
      {.name = "column",
       .target = &options.reading.column,
       .help = "column (csv, tsv) or field (ndjson) that holds the text",
       .metavar = "NAME"},
      {.name = "word-list",
       .target = &options.reading.word_list,
       .help = "file that names the word ids of counts, one word a line",
       .metavar = "FILE"},
      {.name = "stop-words",
       .target = &options.stop_words,
       .help = "words of text to leave out: english, none or a file",
       .metavar = "LIST"},
      {.name = "stem",
       .target = &options.stem,
       .help = "reduce words of text to stems: none or a Snowball language such as english",
       .metavar = "LANGUAGE"},
      {.name = "min-length",
       .target = &options.min_length,
       .help = "shortest word of text, in characters",
       .least = 1,
       .most = 64},
      {.name = "min-df",
       .target = &options.min_df,
       .help = "leave out words in fewer documents: a number, or a fraction if below 1",
       .least = 0},
      {.name = "max-df",
       .target = &options.max_df,
       .help = "leave out words in more documents: a fraction up to 1, or a number above",
       .least = 0,
       .above_least = true},
      {.name = "max-words",
       .target = &options.max_words,
       .help = "keep the words that are in the most documents; 0 keeps all",
       .least = 0,
       .most = kMostWordsAllowed},
      {.name = "binary", .target = &options.binary, .help = "count a word once a document"},
      {.name = "vocab",
       .target = &options.vocab,
       .help = "public list of the words to keep, one a line",
       .metavar = "FILE"},
      {.name = "assume-public-vocab",
       .target = &options.assume_public_vocab,
       .help = "state that the words of the corpus are public knowledge"},
      {.name = "other-word",
       .target = &options.other_word,
       .help = "count words outside the vocabulary as one reserved word"},
      {.name = "invalid-utf8",
       .target = &options.reading.limits.invalid_utf8,
       .help = "what to do with bytes that are not UTF-8"},
      {.name = "max-line",
       .target = &options.reading.limits.longest,
       .help = "longest line, record or document file, in bytes",
       .least = 1,
       .most = kLongestLineAllowed},
  };
}

void check(const PrepareOptions& options) {
  PrepareOptions copy = options;
  check(option_table(copy));
  if (options.stem != "none") Stemmer stemmer(options.stem);
  if (options.vocab.empty()) return;
  const auto refuse = [](std::string_view flag) {
    throw InputError(
        fmt::format("{} and `vocab` exclude each other: a public list is taken as it is", flag));
  };
  if (options.min_df > 0) refuse("`min-df`");
  if (options.max_df != 1) refuse("`max-df`");
  if (options.max_words > 0) refuse("`max-words`");
  if (options.assume_public_vocab) refuse("`assume-public-vocab`");
}

}  // namespace dplda

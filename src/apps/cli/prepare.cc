// dplda prepare: files of any known format to a corpus file.
#include "corpus/prepare.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "recipes/private_vocabulary.h"

namespace dplda::cli {

namespace {

namespace fs = std::filesystem;

// The size of the inputs in bytes, 0 if it is not known.
std::uint64_t total_size(const std::vector<std::string>& inputs) {
  std::uint64_t total = 0;
  for (const auto& path : inputs) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
           at.increment(error))
        if (at->is_regular_file(error)) total += at->file_size(error);
    } else if (fs::is_regular_file(path, error)) {
      total += fs::file_size(path, error);
    } else {
      return 0;
    }
    if (error) return 0;
  }
  return total;
}

void print_summary(const PrepareSummary& summary, const PrepareOptions& options,
                   const std::string& output) {
  tell(fmt::format("{}: {} documents, {} words ({}), {} tokens, {} pairs\n", output,
                   summary.documents, summary.words, name_of(summary.origin), summary.tokens,
                   summary.pairs));
  tell(fmt::format("left out: {} stop words, {} tokens outside the vocabulary{}\n",
                   summary.stop_words, summary.left_out,
                   options.other_word ? " (counted as one reserved word)" : ""));
  if (summary.empty_documents > 0)
    tell(fmt::format("{} documents have no word of the vocabulary; they are kept\n",
                     summary.empty_documents));
  if (summary.list_left_out > 0)
    tell(fmt::format("{} entries of {} are not one word of text and were left out\n",
                     summary.list_left_out, options.vocab));
}

// What a private vocabulary will cost, before anything is read.
void print_plan(const PrivateVocabularyOptions& vocabulary, const LedgerOptions& ledger) {
  const PrivateWords words = private_words(vocabulary);
  tell(fmt::format(
      "private vocabulary: epsilon {:g} at delta {:g} (unit: document, view: counts), {}; "
      "a word passes if it is in {} documents or more, with noise of deviation {:.1f}\n",
      vocabulary.vocab_epsilon, vocabulary.vocab_delta,
      ledger.no_ledger ? "in no ledger" : "to be charged in the ledger of the documents",
      words.threshold(), std::sqrt(words.variance().value())));
}

struct Prepare : CLI::App {
  Prepare() : CLI::App("Turn text or counts of words into a corpus file", "prepare") {
    add_option("INPUT", inputs, "files or directories; - for standard input")->required();
    add_option("-o,--output", output, "corpus file to write (.npz)")->required()->type_name("FILE");
    add_options(*this, option_table(options));
    add_options(*this, option_table(vocabulary));
    add_options(*this, option_table(ledger));
    add_flag("--quiet", quiet, "show neither progress nor summary");
    callback([this] { run(); });
  }

  void run() const {
    check(vocabulary, ledger, options);
    if (vocabulary.private_vocab && !quiet) print_plan(vocabulary, ledger);
    const auto total = static_cast<double>(total_size(inputs));
    Progress progress(quiet);
    const auto show = [&](std::uint64_t bytes, std::uint64_t documents) {
      if (!progress.due()) return;
      const auto read = static_cast<double>(bytes);
      progress.show(read, total,
                    fmt::format("{:.1f} MB read, {} documents", read / 1e6, documents));
    };
    const KeptPreparation done =
        prepare_with_ledger(inputs, options, vocabulary, ledger, output, show);
    progress.finish();
    // Whose ledger it is matters even to whoever wants silence.
    if (!done.ledger.notice.empty()) tell(fmt::format("{}\n", done.ledger.notice));
    if (quiet) return;
    print_summary(done.summary, options, output);
    if (!done.ledger.path.empty()) tell(fmt::format("ledger: {}\n", done.ledger.path));
  }

  std::vector<std::string> inputs;
  std::string output;
  PrepareOptions options;
  PrivateVocabularyOptions vocabulary;
  LedgerOptions ledger;
  bool quiet = false;
};

}  // namespace

void add_prepare(CLI::App& app) { app.add_subcommand(std::make_shared<Prepare>()); }

}  // namespace dplda::cli

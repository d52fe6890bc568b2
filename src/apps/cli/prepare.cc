// dplda prepare: files of any known format to a corpus file.
#include "runs/prepare.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"

namespace dplda::cli {
namespace {

struct PrepareFlags {
  runs::PrepareRequest request;
  bool quiet = false;

  OptionTable table();
};

OptionTable PrepareFlags::table() {
  OptionTable table = {{.name = "output",
                        .target = &request.output,
                        .help = "corpus file to write (.npz)",
                        .metavar = "FILE",
                        .letter = 'o',
                        .required = true}};
  for (const OptionTable& part : {option_table(request.options), option_table(request.vocabulary),
                                  option_table(request.ledger)})
    table.insert(table.end(), part.begin(), part.end());
  table.push_back({.name = "quiet", .target = &quiet, .help = "show neither progress nor summary"});
  return table;
}

void tell_summary(const PrepareSummary& summary, const runs::PrepareRequest& request) {
  tell(fmt::format("{}: {} documents, {} words ({}), {} tokens, {} pairs\n", request.output,
                   summary.documents, summary.words, name_of(summary.origin), summary.tokens,
                   summary.pairs));
  tell(fmt::format("left out: {} stop words, {} tokens outside the vocabulary{}\n",
                   summary.stop_words, summary.left_out,
                   request.options.other_word ? " (counted as one reserved word)" : ""));
  if (summary.empty_documents > 0)
    tell(fmt::format("{} documents have no word of the vocabulary; they are kept\n",
                     summary.empty_documents));
  if (summary.list_left_out > 0)
    tell(fmt::format("{} entries of {} are not one word of text and were left out\n",
                     summary.list_left_out, request.options.vocab));
}

void prepare(const PrepareFlags& flags) {
  Terminal terminal(flags.quiet);
  const runs::PrepareOutcome outcome = runs::prepare(flags.request, terminal);
  terminal.progress().finish();
  if (flags.quiet) return;
  tell_summary(outcome.summary, flags.request);
  if (!outcome.ledger.empty()) tell(fmt::format("ledger: {}\n", outcome.ledger));
}

}  // namespace

Verb prepare_verb() {
  const auto flags = std::make_shared<PrepareFlags>();
  return {.name = "prepare",
          .help = "Turn text or counts of words into a corpus file",
          .arguments = {{.name = "INPUT",
                         .target = &flags->request.inputs,
                         .help = "files or directories; - for standard input",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { prepare(*flags); }};
}

}  // namespace dplda::cli

// dplda train: a corpus, reports or a stream in, a model and a report out.
#include "runs/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/recipe_flags.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"
#include "base/errors.h"
#include "lda/noise_marks.h"
#include "privacy/statement.h"
#include "runs/stream.h"
#include "training/model_privacy.h"
#include "training/recipe.h"

namespace dplda::cli {
namespace {

struct TrainFlags {
  runs::TrainRequest request;
  RecipeFlags recipe;
  bool quiet = false;

  OptionTable table();
  // Standard output, unless the run's record goes there.
  std::FILE* out() const { return request.record == "-" ? stderr : stdout; }
};

OptionTable TrainFlags::table() {
  OptionTable table = recipe.table();
  for (Option& option : option_table(request.ledger)) table.push_back(std::move(option));
  for (Option& option :
       OptionTable{{.name = "test",
       .target = &request.test,
       .help = "documents to measure perplexity on",
       .metavar = "CORPUS"},
                   {.name = "output",
                   .target = &request.output,
                   .help = "model file to write (.npz)",
                   .metavar = "FILE",
                   .letter = 'o',
                   .required = true},
                   {.name = "publish",
                   .target = &request.publish,
                   .help = "streams: write the model after every batch to this directory",
                   .metavar = "DIR"},
                   {.name = "report",
                   .target = &request.record,
                   .help = "write the record of the run as JSON",
                   .metavar = "FILE"},
                   {.name = "force",
                   .target = &request.force,
                   .help = "overwrite the model of a private run that was paid for"},
                   {.name = "quiet", .target = &quiet, .help = "say nothing but errors"}})
    table.push_back(std::move(option));
  return table;
}

// The lines about quality and privacy that end a run.
void print_summary(const TrainFlags& flags, const Model& model, const Quality& quality) {
  if (quality.same_tokens) {
    fmt::print(flags.out(), "perplexity on {}: {:.1f}", flags.request.test,
               quality.same_tokens->value);
    if (quality.completion)
      fmt::print(flags.out(), " (document completion: {:.1f})", quality.completion->value);
    fmt::print(flags.out(), "\n");
  }
  const PrivacyRecord privacy = privacy_of(model);
  if (privacy.run) {
    fmt::print(flags.out(), "{}", statement_of(model));
  } else {
    fmt::print(flags.out(), "privacy: {}\n", statement_line(privacy));
  }
}

// One line where topics cannot be told from noise, even when quiet, or were not checked.
void warn_of_noise(const TrainFlags& flags, const Model& model) {
  const auto told = told_from_noise(model);
  if (told && std::count(told->begin(), told->end(), false) == 0) return;
  if (!model.meta().noise_check || (!told && flags.quiet)) return;
  tell(fmt::format("{}: {}{}\n", told ? "warning" : "note", noise_sentence(model),
                   told ? "; 'dplda topics' shows them last. More documents or a larger epsilon "
                          "help, fewer topics may"
                        : ""));
}

// Throws what is to be said of a run that did not go to its end, now that its model is safe.
void check_end(const TrainFlags& flags, const TrainResult& result) {
  const std::string& output = flags.request.output;
  if (!result.checkpoint_failure.empty()) throw SystemError(result.checkpoint_failure);
  if (!result.interrupted && Interrupts::seen()) {
    throw Interrupted(
        fmt::format("interrupted while topics were checked against noise; {} is whole", output));
  }
  if (!result.interrupted) return;
  throw Interrupted(fmt::format("interrupted after sweep {} of {}; {} is the model of these",
                                result.sweeps, flags.request.options->sweeps, output));
}

void train_at_once(const TrainFlags& flags) {
  const TrainOptions& options = flags.request.options;
  const bool is_plain = !options->of().reports && !options->charges_sweeps();
  TrainTerminal terminal({.quiet = flags.quiet, .likelihood = is_plain});
  const auto [result, quality] = runs::train(flags.request, terminal);
  if (!flags.quiet) {
    fmt::print(flags.out(), "model: {} ({} topics, {} words, {} sweeps{}, {:.1f} s)\n",
               flags.request.output, result.model.topics(), result.model.words(), result.sweeps,
               result.interrupted ? ", interrupted" : "", result.seconds);
    print_summary(flags, result.model, quality);
  }
  warn_of_noise(flags, result.model);
  check_end(flags, result);
}

void train_on_stream(const TrainFlags& flags) {
  const TrainOptions& options = flags.request.options;
  const std::string& input = flags.request.input.path;
  const std::string noun = options->of().reports ? "reports" : "documents";
  const bool for_ever = std::filesystem::is_directory(input) && setup_of(options).stream.idle < 0;
  TrainTerminal terminal({.quiet = flags.quiet, .noun = noun, .waits_at = for_ever ? input : ""});
  const Interrupts interrupts;
  const auto [result, quality, refusals, state] = runs::stream(flags.request, terminal);
  if (!result.model) throw Interrupted("interrupted before there was a batch to learn from");
  if (!flags.quiet) {
    fmt::print(flags.out(), "model: {} ({} topics, {} words, {} batches, {} {}, {:.1f} s)\n",
               flags.request.output, result.model->topics(), result.model->words(), result.batches,
               result.documents, noun, result.seconds);
    print_summary(flags, *result.model, quality);
  }
  warn_of_noise(flags, *result.model);
  if (Interrupts::seen()) {
    throw Interrupted(fmt::format(
        "interrupted after batch {}; {} is the model of what came until then, --resume {} goes on",
        result.batches, flags.request.output, state));
  }
}

void train(TrainFlags& flags, const Given& given) {
  flags.request.options = flags.recipe.options(given);
  runs::check(flags.request);
  flags.request.options->of().stream ? train_on_stream(flags) : train_at_once(flags);
}

}  // namespace

Verb train_verb() {
  const auto flags = std::make_shared<TrainFlags>();
  return {
      .name = "train",
      .help = "Learn topics from a corpus, reports or a stream",
      .arguments = {{.name = "CORPUS",
                     .target = &flags->request.input.path,
                     .help = "what to learn from: a corpus file, any format that prepare reads, "
                             "reports of contributors; for streams also a directory being "
                             "filled, or - for standard input",
                     .required = true}},
      .flags = flags->table(),
      .run = [flags](const Given& given) { train(*flags, given); }};
}

}  // namespace dplda::cli

// dplda train: a corpus, reports or a stream in, a model and a report out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/train_request.h"
#include "base/errors.h"
#include "collect/report_reader.h"
#include "corpus/prepare.h"
#include "corpus/word_cut.h"
#include "eval/report.h"
#include "privacy/statement.h"
#include "recipes/account.h"
#include "recipes/expectation.h"
#include "recipes/plan_record.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

struct TrainVerb : CLI::App {
  TrainVerb();

  void train_on_documents() const;
  void run();

  TrainRequest request;
};

TrainVerb::TrainVerb() : CLI::App("Learn topics from a corpus, reports or a stream", "train") {
  add_option("CORPUS", request.input,
             "what to learn from: a corpus file, any format that prepare reads, reports of "
             "contributors; for streams also a directory being filled, or - for standard input")
      ->required();
  request.flags.add_to(*this);
  dplda::cli::add_options(*this, option_table(request.ledger_options));
  add_option("--test", request.test, "documents to measure perplexity on")->type_name("CORPUS");
  add_option("-o,--output", request.output, "model file to write (.npz)")
      ->type_name("FILE")
      ->required();
  add_option("--publish", request.publish,
             "streams: write the model after every batch to this directory")
      ->type_name("DIR");
  add_option("--report", request.report, "write the record of the run as JSON")->type_name("FILE");
  add_flag("--force", request.force, "overwrite the model of a private run that was paid for");
  add_flag("--quiet", request.quiet, "say nothing but errors");
  callback([this] { run(); });
}

void TrainVerb::run() {
  request.flags.apply(*this);
  const TrainOptions& options = request.options();
  check(options);
  check(request.ledger_options);
  check_deltas(options.delta, request.ledger_options);
  const Recipe& recipe = recipe_named(options.recipe);
  if (recipe.stream != nullptr) return train_on_stream(request);
  if (!request.publish.empty()) {
    throw InputError(fmt::format(
        "--publish is for streams; recipe {} has one model, which -o names", options.recipe));
  }
  if (recipe.reports) return train_on_reports(request);
  if (is_report_file(request.input)) {
    throw InputError(fmt::format("{} holds reports of contributors: use --recipe lp, or online-lp",
                                 request.input));
  }
  train_on_documents();
}

void TrainVerb::train_on_documents() const {
  const TrainOptions& options = request.options();
  check_outputs(request, options.checkpoint);
  const Plan plan = plan_of(options);
  // Even when quiet: nobody starts a private run without having seen its cost.
  if (plan.charges()) tell(plan_text(resolved(options), plan));
  check_own_budget(options, request.ledger_options, plan);
  const Corpus training = open_corpus(request.input);
  const VocabularyOrigin origin = claimed_origin(training);
  if (plan.charges() && !plan.exposes() && origin == VocabularyOrigin::kPrivate)
    tell("  and what the private vocabulary of the corpus cost; the statement adds it\n");
  check_words(origin, request.ledger_options, plan, request.input);
  const Holdings data = holdings_of(request.input, training);
  tell_ledger(request, data, options.checkpoint);
  Ledger ledger = open_account(options, request.ledger_options, plan, data);
  const std::optional<Corpus> held_out =
      open_test(request, training.vocabulary(), training.preparation());

  // For the curator alone: how many documents there are is not for the model to say.
  const auto expected =
      expectation(resolved(options), plan, std::max(1.0, static_cast<double>(training.documents())),
                  training.words());
  if (expected && expected->hopeless())
    tell("warning: do not expect topics from this run:\n" + expectation_text(*expected));

  const auto watcher = sweep_watcher(request.quiet, !plan.charges());
  std::optional<Interrupts> interrupts(std::in_place);
  TrainResult result = train(training, options, *watcher, std::move(ledger));
  interrupts.reset();

  const double npmi = add_coherence(result, training);
  result.model.save(request.output);
  Quality quality = measured(request, result.model, held_out);
  if (std::isfinite(npmi)) quality.npmi = npmi;
  if (!request.report.empty())
    write_json(request.report, training_report(training, options, result, quality));
  if (!request.quiet) {
    print_model(request, result);
    print_summary(request, result.model, quality);
  }
  warn_of_noise(request, result.model);
  check_end(request, result);
}

}  // namespace

void add_train(CLI::App& app) { app.add_subcommand(std::make_shared<TrainVerb>()); }

}  // namespace dplda::cli

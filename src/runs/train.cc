#include "runs/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "collect/report_reader.h"
#include "corpus/word_cut.h"
#include "privacy/large_delta.h"
#include "recipes/expectation.h"
#include "runs/outputs.h"
#include "training/account.h"
#include "training/plan_record.h"
#include "training/prior_documents.h"
#include "training/public_text.h"
#include "training/recipe.h"

namespace dplda::runs {
namespace {

void check_kind(const TrainRequest& request, const Recipe& recipe) {
  if (recipe.stream)
    throw InputError(fmt::format("recipe {} learns batch by batch, from a stream", recipe.name));
  if (!request.publish.empty()) {
    throw InputError(fmt::format(
        "`publish` is for streams; recipe {} has one model, which `output` names", recipe.name));
  }
  if (recipe.reports) {
    if (request.input.corpus == nullptr) return;
    throw InputError(fmt::format(
        "recipe {} learns from reports of contributors, not from documents", recipe.name));
  }
  if (request.reports != nullptr || request.report_source != nullptr) {
    throw InputError(fmt::format(
        "recipe {} learns from documents, not from reports of contributors", recipe.name));
  }
  if (request.input.corpus == nullptr && is_report_file(request.input.path)) {
    throw InputError(fmt::format("{} holds reports of contributors: use `recipe lp`, or online-lp",
                                 request.input.path));
  }
}

// Rows that are borrowed may have been changed by whoever looked on.
void check_again(const Corpus& corpus) {
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    checked_tokens(corpus.document(m), corpus.words(), m, "the rows were changed during the fit");
}

void write_outputs(const TrainRequest& request, const TrainResult& result) {
  if (!request.output.empty()) result.model.save(request.output);
}

void tell_expectation(const RunSetup& setup, const Corpus& corpus, TrainWatcher& watcher) {
  // For the curator alone: how many documents there are is not for the model to say.
  const auto expected =
      expectation(setup, std::max(1.0, static_cast<double>(corpus.documents())), corpus.words());
  if (!expected || !expected->hopeless()) return;
  std::string text = expectation_text(*expected);
  if (text.ends_with('\n')) text.pop_back();
  watcher.tell({Notice::Kind::kWarning, "warning: do not expect topics from this run:\n" + text});
}

void tell_plan(const RunSetup& setup, TrainWatcher& watcher) {
  if (!setup.plan.charges()) return;
  std::string text = plan_text(setup);
  text.pop_back();
  watcher.tell({Notice::Kind::kCost, text});
}

// What earlier runs released may bound nothing for whom this one protects.
void tell_hopeless_total(const Ledger& ledger, const Plan& plan, TrainWatcher& watcher) {
  if (!plan.charges() || plan.exposes()) return;
  const PrivacyLoss before = ledger.total(plan.unit, plan.view);
  if (std::isfinite(epsilon_at(before, kJudgedDelta))) return;
  watcher.tell(
      {Notice::Kind::kWarning,
       fmt::format("warning: what was released about these data before has no bound for this unit "
                   "(unit: {}, view: {}): the total stays infinite, and no model of this run can "
                   "be published",
                   name_of(plan.unit), name_of(plan.view))});
}

// A plain run is easily made, and cannot be unmade.
void tell_first_exposure(const Ledger& ledger, const Plan& plan, TrainWatcher& watcher) {
  if (!plan.exposes() || !ledger.on_disk() || ledger.exposed()) return;
  watcher.tell({Notice::Kind::kNote,
                fmt::format("note: this run protects nobody, which {} records: no later model of "
                            "these documents will be private; for a model that will not be shared "
                            "add `no-ledger`",
                            ledger.path())});
}

TrainOutcome train_on_documents(const TrainRequest& request, const RunSetup& setup,
                                TrainWatcher& watcher) {
  const Plan& plan = setup.plan;
  tell_plan(setup, watcher);
  check_own_budget(setup, request.ledger);
  const OpenSource input(request.input);
  const Corpus& corpus = input.corpus();
  const VocabularyOrigin origin = claimed_origin(corpus);
  if (plan.charges() && !plan.exposes() && origin == VocabularyOrigin::kPrivate) {
    watcher.tell({Notice::Kind::kCost,
                  "  and what the private vocabulary of the corpus cost; the statement adds it"});
  }
  // Rows in memory whose words are their own: their model protects nobody, and nobody keeps account
  // of it.
  const bool unaccounted = input.in_memory() && request.ledger.ledger.empty() &&
                           !request.ledger.budget_epsilon && origin == VocabularyOrigin::kData;
  Ledger ledger;
  if (!unaccounted) {
    check_words(origin, request.ledger, plan, input.holdings().name());
    tell_ledger(request, setup, input.holdings(), setup.run.checkpoint, watcher);
    ledger = open_account(setup, request.ledger, input.holdings());
    tell_hopeless_total(ledger, plan, watcher);
    tell_first_exposure(ledger, plan, watcher);
  }
  const std::optional<Corpus> held_out =
      open_test(request, corpus.vocabulary(), corpus.preparation());
  tell_expectation(setup, corpus, watcher);
  const std::optional<Corpus> public_text =
      open_public_text(setup.public_text, corpus.vocabulary(), ledger.path(), request.ledger.wait);

  TrainOutcome outcome{
      .result = dplda::train(corpus, setup, watcher, std::move(ledger),
                             {.public_text = public_text ? &*public_text : nullptr}),
      .quality = {}};
  watcher.on_trained();
  // Only a model that exposes everything shows its coherence, and only records do otherwise.
  double npmi = NAN;
  if (outcome.result.ledger.exposed() || !request.record.empty()) {
    if (input.in_memory()) check_again(corpus);
    npmi = add_coherence(outcome.result, corpus);
  }
  write_outputs(request, outcome.result);
  outcome.quality = measured(request, outcome.result.model, held_out);
  if (std::isfinite(npmi)) outcome.quality.npmi = npmi;
  if (!request.record.empty()) {
    write_json(request.record, training_record(summary_of(corpus), request.options, outcome.result,
                                               outcome.quality));
  }
  return outcome;
}

Reports read_watched(const TrainRequest& request, TrainWatcher& watcher) {
  const auto progress = [&](std::uint64_t, std::uint64_t count) {
    if (watcher.due()) watcher.show(0, 0, fmt::format("reading reports: {}", count));
  };
  const std::string& path = request.input.path;
  Reports reports = request.report_source != nullptr
                        ? read_reports(*request.report_source, progress)
                        : read_reports(path, progress);
  if (reports.bits.documents() == 0) {
    throw InputError(fmt::format(
        "{} holds no usable report{}", request.report_source != nullptr ? "the source" : path,
        reports.refusals.sum() == 0
            ? ""
            : fmt::format(" (refused: {})", refusals_text(reports.refusals))));
  }
  if (reports.refusals.sum() > 0)
    watcher.tell({Notice::Kind::kWarning, "refused reports: " + refusals_text(reports.refusals)});
  return reports;
}

TrainOutcome train_on_reports(const TrainRequest& request, const RunSetup& setup,
                              TrainWatcher& watcher) {
  check_report_account(setup, request.ledger);
  std::optional<Reports> own;
  if (request.reports == nullptr) own = read_watched(request, watcher);
  const Reports& reports = own ? *own : *request.reports;
  if (reports.bits.documents() == 0) throw InputError("there is no usable report to learn from");
  const Preparation preparation = report_preparation();
  const std::optional<Corpus> known = open_prior(setup.prior, reports.vocabulary, preparation);
  const Corpus* prior = known ? &*known : nullptr;
  const std::optional<Corpus> held_out = open_test(request, reports.vocabulary, preparation);
  if (prior != nullptr && setup.plan.exposes()) {
    tell_ledger(request, setup, holdings_of(setup.prior.path, *prior), setup.run.checkpoint,
                watcher);
  }
  Ledger ledger = open_prior_account(setup, request.ledger, prior);

  TrainOutcome outcome{.result = dplda::train(reports, prior, setup, watcher, std::move(ledger)),
                       .quality = {}};
  watcher.on_trained();
  write_outputs(request, outcome.result);
  outcome.quality = measured(request, outcome.result.model, held_out);
  if (!request.record.empty()) {
    nlohmann::ordered_json json =
        training_record(summary_of(reports), request.options, outcome.result, outcome.quality);
    json["reports"] = {{"accepted", reports.bits.documents()},
                       {"refused", to_json(reports.refusals)}};
    write_json(request.record, json);
  }
  return outcome;
}

}  // namespace

TrainOutcome train(const TrainRequest& request, TrainWatcher& watcher) {
  check(request);
  const RunSetup setup = setup_of(request.options);
  const Recipe& recipe = request.options->of();
  check_kind(request, recipe);
  check_outputs(request, setup, setup.run.checkpoint);
  return recipe.reports ? train_on_reports(request, setup, watcher)
                        : train_on_documents(request, setup, watcher);
}

}  // namespace dplda::runs

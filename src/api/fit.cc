#include <fmt/format.h>

#include "api/state.h"
#include "base/errors.h"
#include "base/files.h"
#include "corpus/word_cut.h"
#include "eval/report.h"
#include "recipes/account.h"
#include "recipes/lp.h"
#include "recipes/registry.h"

namespace dplda {
namespace {

class SweepWatcher final : public Observer {
 public:
  explicit SweepWatcher(const Watch& watch) : watch_(watch) {}

  void on_start(const Chain&, std::uint32_t done, std::uint32_t sweeps) override {
    progress_ = {.done = done, .total = sweeps};
  }
  void on_sweep(const Chain&, const Prior&, std::uint32_t sweep) override {
    progress_.done = sweep;
    stop_ = watch_ && watch_(progress_);
  }
  void on_noise_check(std::uint64_t, std::uint64_t) override {
    stop_ = stop_ || (watch_ && watch_(progress_));
  }
  bool stop() override { return stop_; }

 private:
  const Watch& watch_;
  dplda::Progress progress_;
  bool stop_ = false;
};

void check_recipe(const TrainOptions& options, bool reports) {
  const Recipe& recipe = recipe_named(options.recipe);
  if (recipe.stream != nullptr) {
    throw InputError(fmt::format("recipe {} learns batch by batch: use StreamFit", options.recipe));
  }
  if (recipe.reports == reports) return;
  throw InputError(fmt::format("recipe {} learns from {}, not from {}", options.recipe,
                               recipe.reports ? "reports of contributors" : "documents",
                               reports ? "reports of contributors" : "documents"));
}

// Rows that are borrowed may have been changed by a watch while topics were learnt.
void check_again(const Corpus& corpus) {
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    checked_tokens(corpus.document(m), corpus.words(), m, "the rows were changed during the fit");
}

Fitted fitted(TrainResult result) {
  return {.model = handle_of(std::move(result.model)),
          .sweeps = result.sweeps,
          .interrupted = result.interrupted,
          .checkpoint_failure = std::move(result.checkpoint_failure)};
}

}  // namespace

Fitted fit(const Documents& documents, const Settings& settings, const Watch& watch) {
  const TrainOptions options = settings.state().checked_training();
  check_recipe(options, false);
  const Documents::State& data = documents.state();
  const LedgerOptions& ledger_options = settings.state().ledger;
  const Holdings holdings = holdings_of(data.path, data.corpus);
  const LedgerPlace place = ledger_place(ledger_options, holdings);
  refuse_named_twice({data.path, options.key_file}, {place.path, options.checkpoint},
                     "corpus, ledger, key and checkpoint");
  const Plan plan = plan_of(options);
  const VocabularyOrigin origin = claimed_origin(data.corpus);
  // The model of a fit that protects nobody stays in the house, where nobody keeps account of it.
  const bool in_house = data.path.empty() && ledger_options.ledger.empty() &&
                        !ledger_options.budget_epsilon && origin == VocabularyOrigin::kData;
  if (!in_house) check_words(origin, ledger_options, plan, holdings.name());
  Ledger ledger = in_house ? Ledger() : open_account(options, ledger_options, plan, holdings);
  SweepWatcher watcher(watch);
  TrainResult result = train(data.corpus, options, watcher, std::move(ledger));
  if (result.ledger.exposed()) {
    if (data.path.empty()) check_again(data.corpus);
    add_coherence(result, data.corpus);
  }
  Fitted fit = fitted(std::move(result));
  if (!in_house) fit.ledger_notice = place.notice;
  return fit;
}

Fitted fit(const ReportSet& reports, const Settings& settings, const Watch& watch) {
  const TrainOptions options = settings.state().checked_training();
  check_recipe(options, true);
  refuse_named_twice({reports.state().path, options.prior, options.key_file},
                     {settings.state().ledger.ledger, options.checkpoint},
                     "reports, prior corpus, ledger, key and checkpoint");
  const LedgerOptions& ledger_options = settings.state().ledger;
  const Plan plan = plan_of(options);
  check_report_account(options, ledger_options, plan);
  const Reports& given = reports.state().reports;
  if (given.bits.documents() == 0) throw InputError("there is no usable report to learn from");
  SweepWatcher watcher(watch);
  const std::optional<Corpus> prior = open_prior(options, given.vocabulary, report_preparation());
  Ledger ledger = open_prior_account(options, ledger_options, plan, prior ? &*prior : nullptr);
  if (!prior) {
    const Corpus rebuilt = rebuilt_corpus(given, nullptr, resolved(options));
    return fitted(train(rebuilt, given, options, watcher, std::move(ledger)));
  }
  Reports with_prior = given;
  // What the prior says is part of what is learnt from.
  with_prior.digest += prior->digest();
  const Corpus rebuilt = rebuilt_corpus(with_prior, &*prior, resolved(options));
  return fitted(train(rebuilt, with_prior, options, watcher, std::move(ledger)));
}

}  // namespace dplda

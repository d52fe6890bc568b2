#include "training/account.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/paths.h"

namespace dplda {
namespace {

// A known seed exposes: that is recorded where nothing was released yet, and has no place beside
// what is kept account of.
Ledger open_for_known_seed(const LedgerOptions& ledger_options, const Holdings& data) {
  if (!ledger_options.ledger.empty() || ledger_options.budget_epsilon) {
    throw InputError(
        "a run whose `seed` is known protects nobody: it may name neither `ledger` nor "
        "`budget-epsilon`; "
        "leave out `seed`, or use `key-file`");
  }
  if (ledger_options.no_ledger) return {};
  const std::string path = ledger_place(ledger_options, data).path;
  if (!path.empty() && keeps_account(path, ledger_options.wait)) {
    throw InputError(fmt::format(
        "{} keeps account of these data, and a run whose `seed` is known protects nobody: add "
        "`no-ledger` if its model will not be shared, or leave out `seed`",
        path));
  }
  if (data.path.empty()) return {};  // in memory, and nobody keeps account of it
  return open_ledger(ledger_options, data, true);
}

[[noreturn]] void refuse_as_exposing(const RunSetup& setup) {
  throw BudgetExhausted(fmt::format("no budget covers recipe {} as asked for: it exposes {}",
                                    setup.run.recipe, setup.plan.exposures.front().release));
}

void refuse_exposure(const LedgerOptions& ledger_options, const RunSetup& setup) {
  if (ledger_options.budget_epsilon && setup.plan.exposes()) refuse_as_exposing(setup);
}

// Under a secret key an exact repetition costs nothing, which is known only when the data are.
bool cost_is_known(const RunOptions& run) { return !run.keyed() && run.resume.empty(); }

void refuse_limited_as_public(const Holdings& prior, double wait) {
  const std::string path = limiting_ledger(prior, wait);
  if (path.empty()) return;
  throw BudgetExhausted(
      fmt::format("the ledger {} limits what may be released about {}: it is not public; leave out "
                  "`prior-public`, or use another `prior`",
                  path, prior.name()));
}

}  // namespace

void check_own_budget(const RunSetup& setup, const LedgerOptions& ledger_options) {
  if (setup.run.seed) return;  // is refused for that
  refuse_exposure(ledger_options, setup);
  Ledger alone;
  set_budget(alone, ledger_options, setup.plan.unit, setup.run.delta);
  if (cost_is_known(setup.run)) alone.check_budget("", setup.whole());
}

Ledger open_account(const RunSetup& setup, const LedgerOptions& ledger_options,
                    const Holdings& data) {
  Ledger ledger = setup.run.seed && setup.plan.charges()
                      ? open_for_known_seed(ledger_options, data)
                      : open_ledger(ledger_options, data, setup.plan.exposes());
  set_budget(ledger, ledger_options, setup.plan.unit, setup.run.delta);
  if (setup.plan.exposes() && ledger.limited()) refuse_as_exposing(setup);
  if (cost_is_known(setup.run)) ledger.check_budget("", setup.whole());
  return ledger;
}

void check_report_account(const RunSetup& setup, const LedgerOptions& ledger_options) {
  refuse_exposure(ledger_options, setup);
  if (setup.plan.exposes() || (ledger_options.ledger.empty() && !ledger_options.budget_epsilon))
    return;
  throw InputError(
      "reports were paid for by whoever sent them: there is nothing to charge here; contributors "
      "keep account with 'dplda perturb --ledger'");
}

Ledger open_prior_account(const RunSetup& setup, const LedgerOptions& ledger_options,
                          const Corpus* prior) {
  check_report_account(setup, ledger_options);
  if (prior == nullptr) return {};
  const Holdings data = holdings_of(setup.prior.path, *prior);
  if (setup.plan.exposes()) return open_ledger(ledger_options, data, true);
  refuse_limited_as_public(data, ledger_options.wait);
  return {};
}

std::vector<Ledger> open_stream_accounts(const RunSetup& setup, const LedgerOptions& ledger_options,
                                         const Holdings& stream, const Corpus* prior) {
  std::vector<Ledger> ledgers;
  if (setup.plan.view == View::kReport) {
    ledgers.push_back(open_prior_account(setup, ledger_options, prior));
    return ledgers;
  }
  ledgers.push_back(open_account(setup, ledger_options, stream));
  if (prior == nullptr) return ledgers;
  const Holdings data = holdings_of(setup.prior.path, *prior);
  // --ledger names that of the stream, and says that an exposure is to be recorded.
  LedgerOptions own = ledger_options;
  own.ledger.clear();
  const std::string path = ledger_place(own, data).path;
  if (path.empty() || path == ledgers.front().path()) return ledgers;
  if (!ledger_options.ledger.empty()) own.ledger = path;
  ledgers.push_back(open_ledger(own, data, true));
  return ledgers;
}

void check_reported(const std::string& named, const Holdings& data, double wait) {
  const std::string path = limiting_ledger(data, wait);
  if (path.empty() || (!named.empty() && resolved_path(named) == resolved_path(path))) return;
  throw BudgetExhausted(
      fmt::format("the ledger {} limits what may be released about {}, and reports are released: "
                  "charge them there with `ledger {}`",
                  path, data.name(), path));
}

void check_words(VocabularyOrigin origin, const LedgerOptions& ledger_options, const Plan& plan,
                 const std::string& data) {
  if (!plan.charges() || plan.exposes() || origin != VocabularyOrigin::kData) return;
  if (ledger_options.no_ledger || ledger_options.budget_epsilon) return;
  throw InputError(fmt::format(
      "the words of {} were chosen from the documents themselves, so that no model that shows them "
      "is private: prepare it with `vocab`, `private-vocab` or `assume-public-vocab`, or add "
      "`no-ledger` for a model that will not be shared",
      data));
}

}  // namespace dplda

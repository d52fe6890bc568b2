#include "recipes/account.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/errors.h"

namespace dplda {
namespace {

void refuse_known_seed(const LedgerOptions& ledger_options, const std::string& data) {
  if (!ledger_options.ledger.empty() || ledger_options.budget_epsilon) {
    throw InputError(
        "a run whose --seed is known protects nobody: it has neither --ledger nor "
        "--budget-epsilon; "
        "leave out --seed, or use --key-file");
  }
  if (ledger_options.no_ledger || data == "-") return;
  const std::string path = ledger_path(ledger_options, data);
  if (!std::filesystem::exists(path)) return;
  throw InputError(fmt::format(
      "{} keeps account of these data, and a run whose --seed is known protects nobody: add "
      "--no-ledger if its model stays in the house, or leave out --seed",
      path));
}

void refuse_exposure(const LedgerOptions& ledger_options, const std::string& recipe,
                     const Plan& plan) {
  if (!ledger_options.budget_epsilon || !plan.exposes()) return;
  throw BudgetExhausted(fmt::format("no budget covers recipe {} as asked for: it exposes {}",
                                    recipe, plan.exposures.front().release));
}

}  // namespace

Ledger open_account(const TrainOptions& options, const LedgerOptions& ledger_options,
                    const Plan& plan, const std::string& data) {
  // A known seed has no place in a ledger.
  const bool seeded = options.seed && plan.charges();
  if (seeded) refuse_known_seed(ledger_options, data);
  Ledger ledger = seeded ? Ledger() : open_ledger(ledger_options, data, plan.exposes());
  set_budget(ledger, ledger_options, plan.unit, plan.view);
  refuse_exposure(ledger_options, options.recipe, plan);
  // Under a secret key an exact repetition costs nothing, which is known only when the data are.
  if (!options.keyed() && options.resume.empty())
    ledger.check_budget("", plan.whole(static_cast<std::uint32_t>(options.sweeps)));
  return ledger;
}

Ledger open_prior_account(const TrainOptions& options, const LedgerOptions& ledger_options,
                          const Plan& plan) {
  if (plan.exposes()) {
    refuse_exposure(ledger_options, options.recipe, plan);
    return open_ledger(ledger_options, options.prior, true);
  }
  if (!ledger_options.ledger.empty() || ledger_options.budget_epsilon) {
    throw InputError(
        "reports were paid for by whoever sent them: there is nothing to charge here; contributors "
        "keep account with perturb --ledger");
  }
  return Ledger();
}

void check_words(VocabularyOrigin origin, const LedgerOptions& ledger_options, const Plan& plan,
                 const std::string& data) {
  if (!plan.charges() || plan.exposes() || origin != VocabularyOrigin::kData) return;
  if (ledger_options.no_ledger || ledger_options.budget_epsilon) return;
  throw InputError(fmt::format(
      "the words of {} were chosen from the documents themselves, so that no model that shows them "
      "is private: prepare it with --vocab, --private-vocab or --assume-public-vocab, or add "
      "--no-ledger for a model that stays in the house",
      data));
}

}  // namespace dplda

// dplda attack membership: guesses from a model which documents it was trained on.
#include "runs/attack_membership.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/recipe_flags.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"

namespace dplda::cli {
namespace {

struct MembershipFlags {
  runs::MembershipRequest request;
  RecipeFlags recipe;
  bool quiet = false;

  OptionTable table();
};

OptionTable MembershipFlags::table() {
  OptionTable table = recipe.table();
  for (Option& option : option_table(request)) table.push_back(std::move(option));
  table.push_back({.name = "quiet", .target = &quiet, .help = "show no progress"});
  return table;
}

void print(const runs::LiraOutcome& outcome, const std::string& recipe) {
  const auto& [result, claim, documents, models] = outcome;
  fmt::print("LiRA on recipe {}: {} models, {} documents; 95% intervals\n", recipe, models,
             documents);
  fmt::print("claim of the recipe, where vocabulary and key keep it: {}\n", claim.text);
  fmt::print("AUC                 {:7.4f}  [{:.4f}, {:.4f}]\n", result.auc.value, result.auc.low,
             result.auc.high);
  for (std::size_t i = 0; i < result.tpr.size(); ++i) {
    const Estimate& tpr = result.tpr[i];
    fmt::print("TPR at {:>4.1f}% FPR    {:6.2f}%  [{:.2f}%, {:.2f}%]", 100 * kFalsePositiveRates[i],
               100 * tpr.value, 100 * tpr.low, 100 * tpr.high);
    if (const auto most = claim.most(kFalsePositiveRates[i])) {
      fmt::print("  the claim allows {:.2f}%{}", 100 * *most, tpr.low > *most ? ": EXCEEDED" : "");
    }
    fmt::print("\n");
  }
}

void print(const runs::ClassifierOutcome& outcome) {
  fmt::print("{}", outcome.cost);
  fmt::print("{:<9}  {:>15}  {:<15}  {:>6}  {:>19}  {:>6}  {:>17}\n", "features", "attack accuracy",
             "95% interval", "AUC", "prediction accuracy", "F1", "training accuracy");
  for (const auto& [features, result] : outcome.rows) {
    fmt::print("{:<9}  {:>15.3f}  {:<15}  {:>6.3f}  {:>19.3f}  {:>6.3f}  {:>17.3f}\n", features,
               result.attack_accuracy,
               fmt::format("{:.3f} to {:.3f}", result.attack_low, result.attack_high),
               result.attack_auc, result.prediction_accuracy, result.prediction_f1,
               result.training_accuracy);
  }
  fmt::print("guesses: {}, target models: {}; a coin is right in half of its guesses\n",
             outcome.rows.front().result.guesses, outcome.targets);
}

// The classifier's models are few and soon trained; only those of LiRA can be cut short.
runs::MembershipOutcome watched_attack(const MembershipFlags& flags) {
  Terminal terminal(flags.quiet);
  std::optional<Interrupts> interrupts;
  if (flags.request.method == "lira") interrupts.emplace();
  try {
    return runs::attack_membership(flags.request, terminal);
  } catch (const runs::Stopped& stopped) {
    throw Interrupted(stopped.what());
  }
}

void attack(MembershipFlags& flags, const Given& given) {
  flags.request.options = flags.recipe.options(given);
  runs::refuse_idle(flags.request, given);
  const runs::MembershipOutcome outcome = watched_attack(flags);
  if (flags.request.record != "-") {
    if (outcome.lira) print(*outcome.lira, flags.request.options->recipe);
    if (outcome.classifier) print(*outcome.classifier);
  }
  if (outcome.interrupted)
    throw Interrupted("interrupted; these are the figures of the shadow models until then");
}

}  // namespace

Verb attack_membership_verb() {
  const auto flags = std::make_shared<MembershipFlags>();
  return {.name = "membership",
          .help = "Guess which documents a model was trained on",
          .arguments = {{.name = "CORPUS",
                         .target = &flags->request.input.path,
                         .help = "the population: a corpus file, or any format that prepare reads",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given& given) { attack(*flags, given); }};
}

}  // namespace dplda::cli

// dplda attack topics: which word was it, from the topics that it had?
#include "runs/attack_topics.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <set>

#include "apps/cli/recipe_flags.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"

namespace dplda::cli {
namespace {

struct TopicAttackFlags {
  runs::TopicAttackRequest request;
  RecipeFlags recipe;
  bool quiet = false;

  OptionTable table();
};

OptionTable TopicAttackFlags::table() {
  OptionTable table = recipe.table();
  for (Option& option : option_table(request)) table.push_back(std::move(option));
  table.push_back({.name = "quiet", .target = &quiet, .help = "show no progress"});
  return table;
}

// 1, 2, 5, 10, ... and the last.
std::set<std::size_t> shown_sweeps(std::size_t last) {
  std::set<std::size_t> shown = {last};
  for (std::size_t ten = 1; ten <= last; ten *= 10) {
    for (const std::size_t factor : {1, 2, 5}) {
      if (factor * ten <= last) shown.insert(factor * ten);
    }
  }
  return shown;
}

void print(const runs::TopicAttackOutcome& outcome) {
  fmt::print("{}", outcome.cost);
  fmt::print(
      "\n{} word occurrences attacked; share guessed right, and probability of the true "
      "word:\n\n",
      outcome.tokens);
  fmt::print("{:>6}  {:>18}  {:>18}{}\n", "sweep", "paper's attacker", "exact, by draws",
             outcome.sees_releases ? fmt::format("  {:>18}", "and by releases") : "");
  const std::set<std::size_t> shown = shown_sweeps(outcome.points.size());
  for (const TopicAttackPoint& point : outcome.points) {
    if (!shown.contains(point.sweep)) continue;
    const auto both = [](const AttackSuccess& success) {
      return fmt::format("{:.1f}%  {:.3f}", 100 * success.accuracy, success.posterior);
    };
    fmt::print("{:>6}  {:>18}  {:>18}{}\n", point.sweep, both(point.published), both(point.exact),
               outcome.sees_releases ? fmt::format("  {:>18}", both(point.full)) : "");
  }
  fmt::print(
      "\nThe share of {} occurrences is uncertain by up to {:.0f} points (two standard "
      "deviations).\n",
      outcome.tokens, 100 / std::sqrt(static_cast<double>(outcome.tokens)));
}

void attack(TopicAttackFlags& flags, const Given& given) {
  flags.request.options = flags.recipe.options(given);
  TrainTerminal terminal({.quiet = flags.quiet});
  const runs::TopicAttackOutcome outcome = runs::attack_topics(flags.request, terminal);
  if (flags.request.record != "-") print(outcome);
  if (outcome.interrupted)
    throw Interrupted("interrupted; these are the figures of the sweeps until then");
}

}  // namespace

Verb attack_topics_verb() {
  const auto flags = std::make_shared<TopicAttackFlags>();
  return {
      .name = "topics",
      .help = "Guess words from the topics that they had in each sweep of a run",
      .arguments = {{.name = "CORPUS",
                     .target = &flags->request.input.path,
                     .help = "what to train on: a corpus file, or any format that prepare reads",
                     .required = true}},
      .flags = flags->table(),
      .run = [flags](const Given& given) { attack(*flags, given); }};
}

}  // namespace dplda::cli

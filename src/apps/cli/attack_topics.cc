// dplda attack topics: which word was it, from the topics that it had?
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include "apps/cli/attack.h"
#include "apps/cli/cli.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/recipe_flags.h"
#include "apps/cli/train_request.h"
#include "attack/topic_attack.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/files.h"
#include "corpus/prepare.h"
#include "recipes/plan_record.h"
#include "recipes/registry.h"

namespace dplda::cli {
namespace {

// Attacks, and shows how far the run has come.
class WatchedAttack final : public Observer {
 public:
  WatchedAttack(TopicAttack& attack, bool quiet)
      : attack_(attack), watcher_(sweep_watcher(quiet, false)) {}

  void on_start(const Chain& chain, std::uint32_t done, std::uint32_t sweeps) override {
    attack_.on_start(chain, done, sweeps);
    watcher_->on_start(chain, done, sweeps);
  }
  void on_draws(const Method& method, const Chain& chain, const Prior& prior) override {
    attack_.on_draws(method, chain, prior);
  }
  void on_sweep(const Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    watcher_->on_sweep(chain, prior, sweep);
  }
  bool stop() override { return watcher_->stop(); }

 private:
  TopicAttack& attack_;
  std::unique_ptr<Observer> watcher_;
};

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

nlohmann::ordered_json success_json(const AttackSuccess& success) {
  return {{"accuracy", success.accuracy}, {"posterior", success.posterior}};
}

struct AttackTopicsVerb : CLI::App {
  AttackTopicsVerb();

  OptionTable table();
  void run();
  void print(const TopicAttack& attack) const;
  void write(const TopicAttack& attack, AtomicFile& file) const;

  std::string input;
  RecipeFlags flags;
  std::int64_t tokens = 200;
  std::int64_t attack_seed = 1;
  std::string json;
  bool quiet = false;
};

AttackTopicsVerb::AttackTopicsVerb()
    : CLI::App("Guess words from the topics that they had in each sweep of a run", "topics") {
  add_option("CORPUS", input, "what to train on: a corpus file, or any format that prepare reads")
      ->required();
  flags.add_to(*this);
  dplda::cli::add_options(*this, table());
  callback([this] { run(); });
}

OptionTable AttackTopicsVerb::table() {
  return {{.name = "tokens",
           .target = &tokens,
           .help = "word occurrences to attack",
           .least = 1,
           .most = 1e5},
          {.name = "attack-seed",
           .target = &attack_seed,
           .help = "which ones: the same for the same number",
           .least = 0},
          {.name = "json",
           .target = &json,
           .help = "write the success after every sweep as JSON; -: to standard output, instead of "
                   "the table",
           .metavar = "FILE"},
          {.name = "quiet", .target = &quiet, .help = "show no progress"}};
}

void AttackTopicsVerb::print(const TopicAttack& attack) const {
  const TrainOptions complete = resolved(flags.options);
  fmt::print("{}", plan_text(complete, plan_of(complete)));
  fmt::print(
      "\n{} word occurrences attacked; share guessed right, and probability of the true "
      "word:\n\n",
      attack.tokens());
  const bool noise = complete.recipe == "hdp" && complete.sampler == "snapshot";
  fmt::print("{:>6}  {:>18}  {:>18}{}\n", "sweep", "paper's attacker", "exact, by draws",
             noise ? fmt::format("  {:>18}", "and by releases") : "");
  const std::set<std::size_t> shown = shown_sweeps(attack.points().size());
  for (const TopicAttackPoint& point : attack.points()) {
    if (!shown.contains(point.sweep)) continue;
    const auto both = [](const AttackSuccess& success) {
      return fmt::format("{:.1f}%  {:.3f}", 100 * success.accuracy, success.posterior);
    };
    fmt::print("{:>6}  {:>18}  {:>18}{}\n", point.sweep, both(point.published), both(point.exact),
               noise ? fmt::format("  {:>18}", both(point.full)) : "");
  }
  fmt::print(
      "\nThe share of {} occurrences is uncertain by up to {:.0f} points (two standard "
      "deviations).\n",
      attack.tokens(), 100 / std::sqrt(static_cast<double>(attack.tokens())));
}

void AttackTopicsVerb::write(const TopicAttack& attack, AtomicFile& file) const {
  TrainOptions complete = resolved(flags.options);
  nlohmann::ordered_json report = {
      {"notice", "For the curator only: measured with the true words."},
      {"options", to_json(option_table(complete))},
      {"tokens", attack.tokens()},
      {"interrupted", attack.points().size() < static_cast<std::size_t>(complete.sweeps)},
      {"sweeps", nlohmann::ordered_json::array()}};
  for (const TopicAttackPoint& point : attack.points()) {
    report["sweeps"].push_back({{"sweep", point.sweep},
                                {"published", success_json(point.published)},
                                {"exact", success_json(point.exact)},
                                {"full", success_json(point.full)}});
  }
  file.write(report.dump(2) + "\n");
  file.commit();
}

void AttackTopicsVerb::run() {
  flags.apply(*this);
  check(flags.options);
  check(table());
  const Recipe& recipe = recipe_named(flags.options.recipe);
  if (recipe.reports || recipe.stream != nullptr || recipe.distinct) {
    throw InputError(fmt::format(
        "recipe {} shows nobody the topics of word occurrences; attack hdp, cgs, cdp or cdp-plus",
        recipe.name));
  }
  if (!flags.options.resume.empty() || !flags.options.checkpoint.empty())
    throw InputError("an attack must see all sweeps: leave out --resume and --checkpoint");
  // Before the training: a file that cannot be written shall not cost it.
  std::optional<AtomicFile> file;
  if (!json.empty()) file.emplace(json, kOwnerOnly);
  const Corpus corpus = open_corpus(input);
  const Interrupts interrupts;
  TopicAttack attack(static_cast<std::uint64_t>(tokens), static_cast<std::uint64_t>(attack_seed));
  WatchedAttack watched(attack, quiet);
  const bool stopped = train(corpus, flags.options, watched).interrupted;
  if (json != "-") print(attack);
  if (file) write(attack, *file);
  if (stopped) throw Interrupted("interrupted; these are the figures of the sweeps until then");
}

}  // namespace

void add_attack_topics(CLI::App& attack) {
  attack.add_subcommand(std::make_shared<AttackTopicsVerb>());
}

}  // namespace dplda::cli

#include "runs/attack_topics.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "recipes/plan_record.h"
#include "recipes/registry.h"
#include "runs/record_file.h"

namespace dplda::runs {
namespace {

// Attacks, and lets the watcher look on.
class WatchedAttack final : public Observer {
 public:
  WatchedAttack(TopicAttack& attack, TrainWatcher& watcher) : attack_(attack), watcher_(watcher) {}

  void on_start(const Chain& chain, std::uint32_t done, std::uint32_t sweeps) override {
    attack_.on_start(chain, done, sweeps);
    watcher_.on_start(chain, done, sweeps);
  }
  void on_draws(const Method& method, const Chain& chain, const Prior& prior) override {
    attack_.on_draws(method, chain, prior);
  }
  void on_sweep(const Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    watcher_.on_sweep(chain, prior, sweep);
  }
  bool stop() override { return watcher_.stop(); }

 private:
  TopicAttack& attack_;
  TrainWatcher& watcher_;
};

void check_recipe(const TrainOptions& options) {
  const Recipe& recipe = recipe_named(options.recipe);
  if (recipe.reports || recipe.stream != nullptr || recipe.distinct) {
    throw InputError(fmt::format(
        "recipe {} shows nobody the topics of word occurrences; attack hdp, cgs, cdp or cdp-plus",
        recipe.name));
  }
  if (!options.resume.empty() || !options.checkpoint.empty())
    throw InputError("an attack must see all sweeps: leave out --resume and --checkpoint");
}

nlohmann::ordered_json success_json(const AttackSuccess& success) {
  return {{"accuracy", success.accuracy}, {"posterior", success.posterior}};
}

nlohmann::ordered_json record_of(const TopicAttackOutcome& outcome, TrainOptions complete) {
  nlohmann::ordered_json record = {
      {"notice", "For the curator only: measured with the true words."},
      {"options", to_json(option_table(complete))},
      {"tokens", outcome.tokens},
      {"interrupted", outcome.points.size() < static_cast<std::size_t>(complete.sweeps)},
      {"sweeps", nlohmann::ordered_json::array()}};
  for (const TopicAttackPoint& point : outcome.points) {
    record["sweeps"].push_back({{"sweep", point.sweep},
                                {"published", success_json(point.published)},
                                {"exact", success_json(point.exact)},
                                {"full", success_json(point.full)}});
  }
  return record;
}

}  // namespace

OptionTable option_table(TopicAttackRequest& request) {
  return {{.name = "tokens",
           .target = &request.tokens,
           .help = "word occurrences to attack",
           .least = 1,
           .most = 1e5},
          {.name = "attack-seed",
           .target = &request.seed,
           .help = "which ones: the same for the same number",
           .least = 0},
          {.name = "json",
           .target = &request.record,
           .help = "write the success after every sweep as JSON; -: to standard output, instead of "
                   "the table",
           .metavar = "FILE"}};
}

TopicAttackOutcome attack_topics(const TopicAttackRequest& request, TrainWatcher& watcher) {
  check(request.options);
  TopicAttackRequest copy = request;
  check(option_table(copy));
  check_recipe(request.options);
  RecordFile file(request.record, kOwnerOnly);
  const OpenSource input(request.input);
  TopicAttack attack(static_cast<std::uint64_t>(request.tokens),
                     static_cast<std::uint64_t>(request.seed));
  WatchedAttack watched(attack, watcher);
  const bool interrupted = dplda::train(input.corpus(), request.options, watched).interrupted;
  watcher.on_trained();
  const TrainOptions complete = resolved(request.options);
  TopicAttackOutcome outcome{
      .cost = plan_text(complete, plan_of(complete)),
      .tokens = attack.tokens(),
      .points = attack.points(),
      .sees_releases = complete.recipe == "hdp" && complete.sampler == "snapshot",
      .interrupted = interrupted,
      .record = {}};
  outcome.record = record_of(outcome, complete);
  file.write(outcome.record);
  return outcome;
}

}  // namespace dplda::runs

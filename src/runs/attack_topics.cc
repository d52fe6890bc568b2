#include "runs/attack_topics.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "corpus/prepare.h"
#include "runs/record_file.h"
#include "training/plan_record.h"

namespace dplda::runs {
namespace {

// Attacks, and lets the watcher look on.
class WatchedAttack final : public Observer {
 public:
  WatchedAttack(TopicAttack& attack, TrainWatcher& watcher) : attack_(attack), watcher_(watcher) {}

  void on_start(const Method& method, std::uint32_t done, std::uint32_t sweeps) override {
    attack_.on_start(method, done, sweeps);
    watcher_.on_start(method, done, sweeps);
  }
  void on_draws(const Method& method) override { attack_.on_draws(method); }
  void on_sweep(const Method& method, std::uint32_t sweep) override {
    watcher_.on_sweep(method, sweep);
  }
  bool stop() override { return watcher_.stop(); }

 private:
  TopicAttack& attack_;
  TrainWatcher& watcher_;
};

void check_recipe(const RunSetup& setup) {
  if (!setup.on_documents || setup.plan.view == View::kCounts) {
    throw InputError(fmt::format(
        "recipe {} shows nobody the topics of word occurrences; attack hdp, cgs, cdp or cdp-plus",
        setup.run.recipe));
  }
  if (!setup.run.resume.empty() || !setup.run.checkpoint.empty())
    throw InputError("an attack must see all sweeps: leave out `resume` and `checkpoint`");
}

nlohmann::ordered_json success_json(const AttackSuccess& success) {
  return {{"accuracy", success.accuracy}, {"posterior", success.posterior}};
}

nlohmann::ordered_json record_of(const TopicAttackOutcome& outcome, const RunSetup& setup) {
  nlohmann::ordered_json record = {
      {"notice", "For the curator only: measured with the true words."},
      {"options", to_json(setup.all_options)},
      {"tokens", outcome.tokens},
      {"interrupted", outcome.points.size() < static_cast<std::size_t>(setup.run.sweeps)},
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
  const RunSetup setup = setup_of(request.options);
  check_recipe(setup);
  if (!request.record.empty() && request.record != "-" && !request.input.path.empty())
    refuse_among_inputs({request.input.path}, "json", request.record);
  RecordFile file(request.record, kOwnerOnly);
  const OpenSource input(request.input);
  TopicAttack attack(static_cast<std::uint64_t>(request.tokens),
                     static_cast<std::uint64_t>(request.seed));
  WatchedAttack watched(attack, watcher);
  const bool interrupted = dplda::train(input.corpus(), setup, watched).interrupted;
  watcher.on_trained();
  TopicAttackOutcome outcome{.cost = plan_text(setup),
                             .tokens = attack.tokens(),
                             .points = attack.points(),
                             .sees_releases = setup.plan.charges(),
                             .interrupted = interrupted,
                             .record = {}};
  outcome.record = file.write(record_of(outcome, setup));
  return outcome;
}

}  // namespace dplda::runs

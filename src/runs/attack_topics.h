// The topic-based attack as users ask for it: which word was it, from the topics that it had?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attack/topic_attack.h"
#include "base/options.h"
#include "runs/source.h"
#include "runs/watcher.h"
#include "training/training.h"

namespace dplda::runs {

struct TopicAttackRequest {
  Source input = {};
  TrainOptions options = {};
  std::int64_t tokens = 200;
  std::int64_t seed = 1;    // which ones
  std::string record = {};  // as JSON; "-": standard output; empty: it is not written
};

// Those beside the training's. Bound to `request`, which must outlive the table.
OptionTable option_table(TopicAttackRequest& request);

struct TopicAttackOutcome {
  std::string cost;  // what the run would have released, in lines
  std::uint64_t tokens = 0;
  std::vector<TopicAttackPoint> points;  // one for each sweep
  bool sees_releases = false;            // the third attacker saw more than the second
  bool interrupted = false;
  std::string record;  // as JSON, in one line
};

// Trains a model that nobody keeps and attacks it meanwhile; nothing is released. Throws InputError
// if the recipe shows nobody the topics of words.
TopicAttackOutcome attack_topics(const TopicAttackRequest& request, TrainWatcher& watcher);

}  // namespace dplda::runs

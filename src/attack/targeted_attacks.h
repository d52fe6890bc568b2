// Attacks that look for one mistake each: their score is the exact likelihood ratio where the
// mistake is made, so that it cannot hide behind a score that presumes it away.
#pragma once

#include <array>
#include <vector>

#include "attack/audit.h"
#include "attack/method_rig.h"
#include "attack/sweep_attacks.h"
#include "recipes/hdp.h"

namespace dplda {

// Two sweeps of hdp; looks for a second release that has the noise of the first: their difference
// would show which counts the topics moved between. Seen: both releases, the topics between them.
class ReusedNoiseAttack final : public Attack {
 public:
  // `second`: the number of the second sweep; 1 makes the mistake. REQUIRES: as HdpAttack.
  ReusedNoiseAttack(const HdpOptions& options, const WordPair& pair, std::uint32_t second);

  double score(Side side, const Key& key) override;

 private:
  bool moved_as(const TopicTable& later, const TopicTable& before, const TopicTable& after) const;

  MethodRig rig_;
  HdpLaws laws_;
  std::vector<Topic> start_;
  std::array<TopicTable, 2> counts_;
  TopicTable earlier_;
  std::uint32_t second_;
};

// One sweep of hdp; looks for topics that were drawn from the true counts and not from the release.
class TrueCountAttack final : public Attack {
 public:
  // `mistaken`: makes the mistake. REQUIRES: as HdpAttack.
  TrueCountAttack(const HdpOptions& options, const WordPair& pair, bool mistaken);

  double score(Side side, const Key& key) override;

 private:
  MethodRig rig_;
  HdpLaws laws_;
  std::vector<Topic> start_;
  std::array<TopicTable, 2> counts_;
  std::array<SnapshotLaw, 2> exact_;  // from the true counts
  bool mistaken_;
};

}  // namespace dplda

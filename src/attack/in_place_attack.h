// The attack on HDP-LDA as it was published: counts change in place with true words while topics
// are drawn, so that later tokens give away the replaced one (PRIVACY.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attack/audit.h"
#include "attack/method_rig.h"
#include "attack/sweep_attacks.h"
#include "recipes/hdp.h"

namespace dplda {

// One sweep of the shipped method of hdp with --sampler sequential; the attacker sees the noisy
// table that it starts from and the topics after it.
class InPlaceAttack final : public Attack {
 public:
  // `options`: of hdp with discrete noise; the sampler is set here.
  InPlaceAttack(const HdpOptions& options, const WordPair& pair);

  double score(Side side, const Key& key) override;

 private:
  double probability(Side side, const TopicTable& released, std::span<const Topic> after) const;

  MethodRig rig_;
  DiscreteLaplace noise_;
  double clip_;
  std::vector<Topic> start_;
  std::array<TopicTable, 2> counts_;
};

// The replaced token is drawn to another topic first; `related` later tokens of its old word, in
// documents of `together` tokens, then find one more count there, and avoid it or not.
WordPair followed_token(std::size_t related, std::size_t together, std::size_t companions);

// At beta = C = 1, eps_L = 0.5 and 20 related tokens; claims what one sweep of hdp does.
AuditCase in_place_sweep();

}  // namespace dplda

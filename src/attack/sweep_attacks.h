// Attacks on topics that are seen: on a bounded draw, and on a run of the recipe hdp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attack/audit.h"
#include "attack/method_rig.h"
#include "lda/snapshot.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "recipes/hdp.h"

namespace dplda {

// Two corpora that differ in the word of one token, and the topics that all tokens start with,
// which the attacker knows: they do not depend on words.
struct WordPair {
  TokenSequences first;
  TokenSequences second;
  std::vector<Topic> start;
};

// One document under a law that was made from releases; the attacker sees the topics of all tokens
// after a sweep of a production kernel.
class DrawAttack final : public Attack {
 public:
  // Token j of the first document is token order[j] of the second.
  DrawAttack(SnapshotLaw law, WordPair pair, std::vector<std::size_t> order,
             Kernel kernel = Kernel::kDense);
  // The tokens stand in one order.
  DrawAttack(SnapshotLaw law, const WordPair& pair, Kernel kernel = Kernel::kDense);

  double score(Side side, const Key& key) override;

 private:
  SnapshotLaw law_;
  WordPair pair_;
  std::vector<std::size_t> order_;
  std::array<std::vector<Topic>, 2> start_;  // of either document, in its own order
  std::array<std::vector<Topic>, 2> topics_;
  ThreadPool pool_{1};
  SnapshotSweep sweep_;  // under law_
};

// The columns of a law as the bounded draw makes them of a released table.
void set_columns(SnapshotLaw& law, const ClippedDraw& draw, const TopicTable& released);

// What an attacker of hdp knows beside the output: how to weigh it.
class HdpLaws {
 public:
  // REQUIRES: complete options of hdp with discrete noise.
  explicit HdpLaws(const HdpOptions& options, std::uint32_t words);

  const DiscreteLaplace& noise() const { return noise_; }
  // The law of draws from this table. REQUIRES: as many tokens have each topic: then the factors
  // R_k are equal, and cancel.
  const SnapshotLaw& law_of(const TopicTable& table);
  // ln-ratio of the topics of a sweep that followed a release. REQUIRES: as law_of, of `before`.
  double draw_ratio(const MethodRig& rig, const TopicTable& released, std::span<const Topic> before,
                    std::span<const Topic> after);

 private:
  DiscreteLaplace noise_;
  ClippedDraw draw_;
  SnapshotLaw law_;
};

// One sweep of the shipped method of hdp on either corpus; the attacker sees its release and the
// topics after it, and, where the run publishes, the release of the end.
class HdpAttack final : public Attack {
 public:
  // REQUIRES: as HdpLaws, and that as many tokens start with each topic.
  HdpAttack(const HdpOptions& options, const WordPair& pair, bool publishes);

  double score(Side side, const Key& key) override;

 private:
  MethodRig rig_;
  HdpLaws laws_;
  std::vector<Topic> start_;
  std::array<TopicTable, 2> start_counts_;
  bool publishes_;
};

// A pair at which one sweep of hdp comes close to its claim at alpha 1: the replaced token stands
// first in a document whose `others` other tokens all have the other topic. Words: the token's is 0
// or 1, the others' 1; those of word 2 are in a document of their own and make both topics equally
// frequent.
WordPair lonely_token(std::size_t others);

// Resolved options of an hdp run over two topics with beta 1, clip 1 and no shrinking, where a
// sweep claims epsilon_noise + 2 ln 2.
HdpOptions hdp_audit_options(double epsilon_noise, double alpha = 1);

}  // namespace dplda

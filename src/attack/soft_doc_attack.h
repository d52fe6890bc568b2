// Attacks on the recipe doc with soft contributions, of any number of topics.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attack/audit.h"
#include "attack/doc_attack.h"
#include "attack/method_rig.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/doc.h"

namespace dplda {

// Two corpora and the shipped method of doc on either, with all that an attacker can work out: what
// each corpus adds to a release, given what was released before.
class SoftDocRig {
 public:
  // `options`: resolved.
  SoftDocRig(const DocOptions& options, const DocumentPair& pair);

  // A run from its start, with this key.
  void start(Side side, const Key& key);
  // Round 1, 2, ...; round 1 releases the word totals, too.
  void sweep(Side side, std::uint32_t round);

  // ln-ratio of the word totals, and of the table of the last round.
  double totals_ratio() const;
  double table_ratio() const;
  // What was released in the last round, and what each corpus added to it.
  const std::vector<std::int64_t>& table() const;
  const std::array<std::vector<std::int64_t>, 2>& parts() const { return parts_; }

 private:
  MethodRig rig_;
  std::int64_t inner_sweeps_;
  BoundedPart part_;
  DiscreteGaussian totals_noise_;
  DiscreteGaussian noise_;
  std::array<std::vector<std::int64_t>, 2> totals_;
  std::array<std::vector<std::int64_t>, 2> parts_;
  std::vector<Topic> likely_;
};

// Sees the word totals where asked, and every table of the run. Knows the weights of the shares,
// too, which are no secret of the documents: the claim must hold even then.
class SoftDocAttack final : public Attack {
 public:
  SoftDocAttack(const DocOptions& options, const DocumentPair& pair, bool sees_totals,
                bool sees_tables);

  double score(Side side, const Key& key) override;

 private:
  SoftDocRig rig_;
  std::uint32_t rounds_;
  bool sees_totals_;
  bool sees_tables_;
};

// Three rounds; looks for a last table that has the noise of the one before it: their difference
// would show what the documents added.
class ReusedDocNoiseAttack final : public Attack {
 public:
  // `last`: the number of the last round; 2 makes the mistake.
  ReusedDocNoiseAttack(const DocOptions& options, const DocumentPair& pair, std::uint32_t last);

  double score(Side side, const Key& key) override;

 private:
  SoftDocRig rig_;
  std::uint32_t last_;
};

}  // namespace dplda

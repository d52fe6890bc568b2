#include "attack/soft_doc_attack.h"

#include <cmath>

#include "attack/charged_noise.h"
#include "attack/likelihood.h"
#include "recipes/released_tables.h"
#include "recipes/soft_method.h"
#include "training/soft_counts.h"

namespace dplda {
namespace {

BoundedPart part_of(const Charge& charge) {
  return BoundedPart(static_cast<std::uint32_t>(std::lround(charged_length(charge))));
}

}  // namespace

SoftDocRig::SoftDocRig(const DocOptions& options, const DocumentPair& pair)
    : rig_(options, pair.with, pair.without),
      inner_sweeps_(options.inner_sweeps),
      part_(part_of(plan_of(options).each_sweep.front())),
      totals_noise_(charged_noise(plan_of(options).at_start.front())),
      noise_(charged_noise(plan_of(options).each_sweep.front())),
      totals_{bounded_word_totals(pair.with, part_), bounded_word_totals(pair.without, part_)} {
  rig_.watch_releases();
}

void SoftDocRig::start(Side side, const Key& key) {
  rig_.set_key(key);
  rig_.start(side, std::vector<Topic>(rig_.tokens(side).tokens()));
}

void SoftDocRig::sweep(Side side, std::uint32_t round) {
  rig_.sweep(side, round);
  const SoftWeights& weights = dynamic_cast<const SoftMethod&>(rig_.method(side)).weights();
  for (const Side each : {Side::kFirst, Side::kSecond}) {
    likely_.resize(rig_.tokens(each).tokens());
    parts_[index_of(each)] = bounded_soft_counts(rig_.tokens(each), weights, rig_.prior().alpha[0],
                                                 inner_sweeps_, part_, rig_.pool(), likely_);
  }
}

const std::vector<std::int64_t>& SoftDocRig::table() const { return rig_.seen(kTableRelease); }

double SoftDocRig::totals_ratio() const {
  return cells_ratio(totals_noise_, rig_.seen("word totals with noise"), totals_);
}

double SoftDocRig::table_ratio() const { return cells_ratio(noise_, table(), parts_); }

SoftDocAttack::SoftDocAttack(const DocOptions& options, const DocumentPair& pair, bool sees_totals,
                             bool sees_tables)
    : rig_(options, pair),
      rounds_(sees_tables ? static_cast<std::uint32_t>(options.sweeps) : 1),
      sees_totals_(sees_totals),
      sees_tables_(sees_tables) {}

double SoftDocAttack::score(Side side, const Key& key) {
  rig_.start(side, key);
  double ratio = 0;
  for (std::uint32_t round = 1; round <= rounds_; ++round) {
    rig_.sweep(side, round);
    if (round == 1 && sees_totals_) ratio += rig_.totals_ratio();
    if (sees_tables_) ratio += rig_.table_ratio();
  }
  return ratio;
}

ReusedDocNoiseAttack::ReusedDocNoiseAttack(const DocOptions& options, const DocumentPair& pair,
                                           std::uint32_t last)
    : rig_(options, pair), last_(last) {}

double ReusedDocNoiseAttack::score(Side side, const Key& key) {
  rig_.start(side, key);
  rig_.sweep(side, 1);
  const double start = rig_.totals_ratio() + rig_.table_ratio();
  rig_.sweep(side, 2);
  const double ratio = start + rig_.table_ratio();
  const std::vector<std::int64_t> earlier = rig_.table();
  const std::array<std::vector<std::int64_t>, 2> before = rig_.parts();
  rig_.sweep(side, last_);
  bool moved_as[2] = {true, true};
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    for (const std::size_t s : {0, 1}) {
      moved_as[s] =
          moved_as[s] && rig_.table()[i] - earlier[i] == rig_.parts()[s][i] - before[s][i];
    }
  }
  if (moved_as[0] != moved_as[1]) return moved_as[0] ? kCertain : -kCertain;
  return ratio;
}

}  // namespace dplda

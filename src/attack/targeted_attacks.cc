#include "attack/targeted_attacks.h"

#include "attack/likelihood.h"
#include "lda/snapshot.h"

namespace dplda {

ReusedNoiseAttack::ReusedNoiseAttack(const HdpOptions& options, const WordPair& pair,
                                     std::uint32_t second)
    : rig_(options, pair.first, pair.second),
      laws_(options, pair.first.vocabulary()),
      start_(pair.start),
      counts_{rig_.counts(Side::kFirst, start_), rig_.counts(Side::kSecond, start_)},
      earlier_(counts_[0]),
      second_(second) {}

double ReusedNoiseAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  rig_.start(side, start_);
  earlier_ = rig_.sweep(side, 1);
  const std::vector<Topic> topics = rig_.chain(side).topics;
  const TopicTable& later = rig_.sweep(side, second_);
  const bool first = moved_as(later, counts_[0], rig_.counts(Side::kFirst, topics));
  const bool second = moved_as(later, counts_[1], rig_.counts(Side::kSecond, topics));
  if (first != second) return first ? kCertain : -kCertain;
  return release_ratio(laws_.noise(), earlier_, counts_[0], counts_[1]) +
         laws_.draw_ratio(rig_, earlier_, start_, topics);
}

bool ReusedNoiseAttack::moved_as(const TopicTable& later, const TopicTable& before,
                                 const TopicTable& after) const {
  for (std::uint32_t word = 0; word < later.words(); ++word) {
    for (std::size_t k = 0; k < later.topics(); ++k) {
      if (later.column(word)[k] - earlier_.column(word)[k] !=
          after.column(word)[k] - before.column(word)[k])
        return false;
    }
  }
  return true;
}

TrueCountAttack::TrueCountAttack(const HdpOptions& options, const WordPair& pair, bool mistaken)
    : rig_(options, pair.first, pair.second),
      laws_(options, pair.first.vocabulary()),
      start_(pair.start),
      counts_{rig_.counts(Side::kFirst, start_), rig_.counts(Side::kSecond, start_)},
      exact_{laws_.law_of(counts_[0]), laws_.law_of(counts_[1])},
      mistaken_(mistaken) {}

double TrueCountAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  rig_.start(side, start_);
  const TopicTable& released = rig_.sweep(side, 1);
  std::vector<Topic> topics = rig_.chain(side).topics;
  if (mistaken_) {
    topics = start_;
    snapshot_sweep(exact_[index_of(side)], rig_.tokens(side), topics, rig_.random(),
                   {.purpose = Purpose::kTopic, .sweep = 1}, rig_.pool());
  }
  return release_ratio(laws_.noise(), released, counts_[0], counts_[1]) +
         snapshot_log_probability(exact_[0], rig_.tokens(Side::kFirst), start_, topics) -
         snapshot_log_probability(exact_[1], rig_.tokens(Side::kSecond), start_, topics);
}

}  // namespace dplda

#include "attack/in_place_attack.h"

#include <algorithm>
#include <memory>

#include "attack/likelihood.h"
#include "training/plan.h"

namespace dplda {
namespace {

HdpOptions sequential(HdpOptions options) {
  options.sampler = Sampling::kSequential;
  return options;
}

}  // namespace

InPlaceAttack::InPlaceAttack(const HdpOptions& options, const WordPair& pair)
    : rig_(sequential(options), pair.first, pair.second),
      noise_(rational_at_least(2 / *options.epsilon_noise)),
      clip_(options.clip),
      start_(pair.start),
      counts_{rig_.counts(Side::kFirst, start_), rig_.counts(Side::kSecond, start_)} {}

double InPlaceAttack::probability(Side side, const TopicTable& released,
                                  std::span<const Topic> after) const {
  const std::span<const std::int64_t> totals = counts_[index_of(side)].totals();
  return in_place_log_probability(rig_.tokens(side), rig_.prior(), clip_, start_, after, released,
                                  {totals.begin(), totals.end()});
}

double InPlaceAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  TopicTable released = counts_[index_of(side)];
  const Chain& chain = rig_.start(side, start_);
  rig_.method(side).sweep(1);
  const std::vector<double>& noise = rig_.method(side).drawn_by().in_place->table;
  for (std::uint32_t word = 0; word < released.words(); ++word) {
    for (std::size_t k = 0; k < released.topics(); ++k)
      released.column(word)[k] += static_cast<std::int32_t>(noise[word * released.stride() + k]);
  }
  return release_ratio(noise_, released, counts_[0], counts_[1]) +
         probability(Side::kFirst, released, chain.topics) -
         probability(Side::kSecond, released, chain.topics);
}

WordPair followed_token(std::size_t related, std::size_t together, std::size_t companions) {
  // The token, with companions of word 2 that draw it to topic 1.
  std::vector<std::uint32_t> first(companions + 1 + related, 0);
  std::fill_n(first.begin() + 1, companions, 2u);
  std::vector<std::uint32_t> second = first;
  second[0] = 1;
  std::vector<Topic> start(first.size(), 0);
  std::fill_n(start.begin() + 1, companions, Topic{1});
  std::vector<std::uint64_t> offsets = {0};
  for (std::size_t end = companions + 1; end < first.size(); end += together)
    offsets.push_back(end);
  offsets.push_back(first.size());
  return {TokenSequences(offsets, first, 3), TokenSequences(offsets, second, 3), start};
}

AuditCase in_place_sweep() {
  const HdpOptions options = hdp_audit_options(0.5);
  return {
      .mechanism = "hdp as published: counts updated in place",
      .neighbours = "a word replaced; noisy table and topics seen, 20 related tokens",
      .claim = claim_of(plan_of(options).sweeps(1, 1), 0),
      .attack =
          [options] { return std::make_unique<InPlaceAttack>(options, followed_token(20, 5, 4)); },
      .quick_runs = 500'000};
}

}  // namespace dplda

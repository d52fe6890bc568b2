#include "attack/sweep_attacks.h"

#include <numeric>
#include <utility>

#include "attack/likelihood.h"
#include "lda/snapshot.h"

namespace dplda {
namespace {

std::vector<std::size_t> same_order(std::size_t tokens) {
  std::vector<std::size_t> order(tokens);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<Topic> reordered(std::span<const Topic> topics, std::span<const std::size_t> order) {
  std::vector<Topic> result(topics.size());
  for (std::size_t j = 0; j < topics.size(); ++j) result[order[j]] = topics[j];
  return result;
}

}  // namespace

void set_columns(SnapshotLaw& law, const ClippedDraw& draw, const TopicTable& released) {
  std::vector<std::uint32_t> weights(law.topics());
  for (std::uint32_t word = 0; word < released.words(); ++word) {
    draw.weights(released.column(word), weights);
    law.set_column(word, weights);
  }
}

DrawAttack::DrawAttack(SnapshotLaw law, WordPair pair, std::vector<std::size_t> order,
                       Kernel kernel)
    : law_(std::move(law)),
      pair_(std::move(pair)),
      order_(std::move(order)),
      start_{pair_.start, reordered(pair_.start, order_)},
      topics_(start_),
      sweep_(kernel) {
  sweep_.set_law(law_, pool_);
}

DrawAttack::DrawAttack(SnapshotLaw law, const WordPair& pair, Kernel kernel)
    : DrawAttack(std::move(law), pair, same_order(pair.start.size()), kernel) {}

double DrawAttack::score(Side side, const Key& key) {
  std::vector<Topic>& drawn = topics_[index_of(side)];
  drawn = start_[index_of(side)];
  sweep_.run(side == Side::kFirst ? pair_.first : pair_.second, drawn, RandomStreams(key),
             {.purpose = Purpose::kTopic, .sweep = 1}, pool_);
  std::vector<Topic>& other = topics_[1 - index_of(side)];
  for (std::size_t j = 0; j < order_.size(); ++j) {
    if (side == Side::kFirst) {
      other[order_[j]] = drawn[j];
    } else {
      other[j] = drawn[order_[j]];
    }
  }
  return snapshot_log_probability(law_, pair_.first, start_[0], topics_[0]) -
         snapshot_log_probability(law_, pair_.second, start_[1], topics_[1]);
}

HdpLaws::HdpLaws(const HdpOptions& options, std::uint32_t words)
    : noise_(rational_at_least(2 / *options.epsilon_noise)),
      draw_(options.clip, *options.beta, *options.releases.shrink),
      law_(words, std::vector<std::uint64_t>(static_cast<std::size_t>(options.topics), 1),
           std::vector<std::uint64_t>(static_cast<std::size_t>(options.topics), 1),
           draw_.largest()) {
  const AlphaFractions alpha =
      alpha_fractions(std::vector<double>(law_.topics(), options.alpha), 1);
  law_.set_factors(alpha.numerators, std::vector<std::uint64_t>(law_.topics(), alpha.denominator));
}

const SnapshotLaw& HdpLaws::law_of(const TopicTable& table) {
  set_columns(law_, draw_, table);
  return law_;
}

double HdpLaws::draw_ratio(const MethodRig& rig, const TopicTable& released,
                           std::span<const Topic> before, std::span<const Topic> after) {
  const SnapshotLaw& law = law_of(released);
  return snapshot_log_probability(law, rig.tokens(Side::kFirst), before, after) -
         snapshot_log_probability(law, rig.tokens(Side::kSecond), before, after);
}

HdpAttack::HdpAttack(const HdpOptions& options, const WordPair& pair, bool publishes)
    : rig_(options, pair.first, pair.second),
      laws_(options, pair.first.vocabulary()),
      start_(pair.start),
      start_counts_{rig_.counts(Side::kFirst, start_), rig_.counts(Side::kSecond, start_)},
      publishes_(publishes) {}

double HdpAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  const Chain& chain = rig_.start(side, start_);
  const TopicTable& released = rig_.sweep(side, 1);
  double ratio = release_ratio(laws_.noise(), released, start_counts_[0], start_counts_[1]) +
                 laws_.draw_ratio(rig_, released, start_, chain.topics);
  if (publishes_) {
    ratio +=
        release_ratio(laws_.noise(), rig_.publish(side, 1), rig_.counts(Side::kFirst, chain.topics),
                      rig_.counts(Side::kSecond, chain.topics));
  }
  return ratio;
}

WordPair lonely_token(std::size_t others) {
  std::vector<std::uint32_t> first(2 * others, 1);
  std::fill(first.begin() + static_cast<std::ptrdiff_t>(others) + 1, first.end(), 2);
  first[0] = 0;
  std::vector<std::uint32_t> second = first;
  second[0] = 1;
  // others + 1 tokens in the document, of which one has topic 0; others - 1 beside it.
  std::vector<Topic> start(2 * others, 0);
  std::fill_n(start.begin() + 1, others, Topic{1});
  const std::vector<std::uint64_t> offsets = {0, others + 1, 2 * others};
  return {TokenSequences(offsets, first, 3), TokenSequences(offsets, second, 3), start};
}

HdpOptions hdp_audit_options(double epsilon_noise, double alpha) {
  HdpOptions options;
  options.topics = 2;
  options.sweeps = 1;
  options.alpha = alpha;
  options.beta = 1;
  options.clip = 1;
  options.releases.shrink = 0;
  options.epsilon_noise = epsilon_noise;
  options.threads = 1;
  options.complete();
  return options;
}

}  // namespace dplda

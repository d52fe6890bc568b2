// The topic-based attack: from the topics that one word occurrence had sweep after sweep, and from
// what was released, which word is it (docs/privacy/attacks.md)? An observer of any recipe that
// draws topics.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "training/method.h"
#include "training/training.h"

namespace dplda {

// What an attacker has reached after a sweep, over all attacked tokens.
struct AttackSuccess {
  double accuracy = 0;   // how often the most probable word is the true one
  double posterior = 0;  // the probability that the true word has in his eyes, on average
};

struct TopicAttackPoint {
  std::uint32_t sweep = 0;
  AttackSuccess published;  // the paper's attacker
  AttackSuccess exact;      // who knows the law by which topics are drawn
  // Who also knows the noise of the releases and all other words; the same as `exact` where
  // releases have no integer noise.
  AttackSuccess full;
};

// What one attacker believes of some tokens: a log-score for every word of each.
class WordBeliefs {
 public:
  WordBeliefs(std::size_t tokens, std::uint32_t words)
      : words_(words), scores_(tokens * words, 0.0) {}

  std::span<double> token(std::size_t index) {
    return std::span(scores_).subspan(index * words_, words_);
  }
  // `truth`: the tokens' words. Of words that are equally probable the first counts as the guess.
  AttackSuccess success(std::span<const std::uint32_t> truth) const;

 private:
  std::uint32_t words_;
  std::vector<double> scores_;
};

// Watches a run and attacks some of its tokens, chosen uniformly by `seed`. The attacker knows all
// but the attacked word: topics, lengths, releases; who knows the law also all other words and how
// frequent words are. Throws InputError during the first sweep if the recipe draws no topics.
class TopicAttack final : public Observer {
 public:
  TopicAttack(std::uint64_t tokens, std::uint64_t seed) : wanted_(tokens), seed_(seed) {}

  void on_start(const Method& method, std::uint32_t done, std::uint32_t sweeps) override;
  void on_draws(const Method& method) override;

  // One for each sweep that was seen.
  const std::vector<TopicAttackPoint>& points() const { return points_; }
  // How many tokens are attacked: all, where there are no more than were asked for.
  std::size_t tokens() const { return targets_.size(); }

 private:
  struct Target {
    std::uint64_t document;
    std::uint64_t token;  // of all tokens
  };

  void choose(const Chain& chain);
  void count_document(const Chain& chain, const Target& target);
  void see(const Method& method, double beta);
  void add_published(std::size_t index, Topic topic);
  void add_frozen(const SnapshotLaw& law, std::size_t index, Topic topic);
  void add_in_place(const Offsets& offsets, const Prior& prior, std::size_t index, Topic topic);
  void add_release(const TopicTable& released, double scale, std::size_t index);
  void replay(const Chain& chain, std::uint64_t first, std::uint64_t last);

  std::uint64_t wanted_;
  std::uint64_t seed_;
  std::vector<Target> targets_;  // in the order of the tokens
  std::vector<std::uint32_t> truth_;
  std::vector<Topic> before_;               // topics before the sweep
  std::optional<TopicTable> table_;         // counts before the sweep, or as far as it is replayed
  std::vector<std::uint64_t> in_document_;  // n_m^k of the target's document without the target
  std::vector<double> factors_;
  std::vector<double> seen_;  // log of the table that was released before the sweep, by topic
  std::optional<WordBeliefs> published_;
  std::optional<WordBeliefs> exact_;
  std::optional<WordBeliefs> full_;
  std::vector<TopicAttackPoint> points_;
};

}  // namespace dplda

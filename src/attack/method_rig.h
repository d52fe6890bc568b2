// The shipped method of a recipe, ready to run again and again on either of two corpora.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attack/audit.h"
#include "lda/sampler.h"
#include "training/method.h"
#include "training/training.h"

namespace dplda {

inline std::size_t index_of(Side side) { return side == Side::kFirst ? 0 : 1; }

class MethodRig : private ReleaseWitness {
 public:
  // `options`: without a seed. Throws as the recipe does.
  MethodRig(const TrainOptions& options, TokenSequences first, TokenSequences second);
  MethodRig(const MethodRig&) = delete;
  MethodRig& operator=(const MethodRig&) = delete;

  // The key of all draws from now on.
  void set_key(const Key& key) { random_ = RandomStreams(key); }
  // The chain of one corpus, put to these topics and counted.
  Chain& start(Side side, std::span<const Topic> topics);
  // Puts other tokens in the place of a corpus' own. REQUIRES: as many words in all, and a recipe
  // that keeps nothing of its tokens.
  void set_tokens(Side side, TokenSequences tokens);

  // Sweep 1, 2, ... of a run, and what it publishes; what they released.
  const TopicTable& sweep(Side side, std::uint32_t number);
  const TopicTable& publish(Side side, std::uint32_t sweeps);

  // From now on releases are kept as everybody may see them.
  void watch_releases() { watched_ = true; }
  // The cells of the last release of that name. REQUIRES: one was made while they were kept.
  const std::vector<std::int64_t>& seen(const std::string& name) const { return seen_.at(name); }

  Method& method(Side side) { return *methods_[index_of(side)]; }
  const Chain& chain(Side side) const { return *methods_[index_of(side)]->chain(); }
  const TokenSequences& tokens(Side side) const { return chain(side).tokens; }
  // The counts of one corpus with these topics.
  TopicTable counts(Side side, std::span<const Topic> topics);

  const RunOptions& run() const { return setup_.run; }
  const Prior& prior() const { return methods_.front()->prior(); }
  const RandomStreams& random() const { return random_; }
  ThreadPool& pool() { return pool_; }

 private:
  void on_release(const Release& release) override;

  bool watched_ = false;
  std::map<std::string, std::vector<std::int64_t>> seen_;
  RunSetup setup_;
  RandomStreams random_{Key{}};
  ThreadPool pool_{1};
  OnePart part_;
  CpuBackend backend_{pool_, part_};
  std::array<std::unique_ptr<Method>, 2> methods_;
};

}  // namespace dplda

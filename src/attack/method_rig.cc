#include "attack/method_rig.h"

#include <utility>

#include "recipes/registry.h"

namespace dplda {
namespace {

Chain chain_of(TokenSequences tokens, std::size_t topics) {
  std::vector<Topic> zero(tokens.tokens());
  const std::uint32_t words = tokens.vocabulary();
  return {std::move(tokens), std::move(zero), TopicTable(topics, words)};
}

}  // namespace

MethodRig::MethodRig(const TrainOptions& options, TokenSequences first, TokenSequences second)
    : options_(options),
      prior_{.alpha = std::vector<double>(static_cast<std::size_t>(options.topics), options.alpha),
             .beta = *options.beta},
      chains_{chain_of(std::move(first), prior_.topics()),
              chain_of(std::move(second), prior_.topics())} {
  const Recipe& recipe = recipe_named(options_.recipe);
  for (std::size_t i = 0; i < chains_.size(); ++i)
    methods_[i] = recipe.method({options_, streams_, pool_, nullptr, this}, chains_[i].tokens);
}

void MethodRig::on_release(const Release& release) {
  if (watched_) seen_[std::string(release.name)].assign(release.cells.begin(), release.cells.end());
}

void MethodRig::set_tokens(Side side, TokenSequences tokens) {
  chains_[index_of(side)].tokens = std::move(tokens);
}

Chain& MethodRig::start(Side side, std::span<const Topic> topics) {
  Chain& chain = chains_[index_of(side)];
  chain.topics.assign(topics.begin(), topics.end());
  chain.table.recount(chain.tokens, chain.topics, pool_);
  return chain;
}

const TopicTable& MethodRig::sweep(Side side, std::uint32_t number) {
  method(side).sweep(chains_[index_of(side)], prior_, number);
  return *method(side).released();
}

const TopicTable& MethodRig::publish(Side side, std::uint32_t sweeps) {
  method(side).publish(chain(side), prior_, sweeps);
  return *method(side).released();
}

TopicTable MethodRig::counts(Side side, std::span<const Topic> topics) {
  TopicTable table(prior_.topics(), tokens(side).vocabulary());
  table.recount(tokens(side), topics, pool_);
  return table;
}

}  // namespace dplda

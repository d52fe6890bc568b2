#include "attack/method_rig.h"

#include <utility>

namespace dplda {
namespace {

Chain chain_of(TokenSequences tokens, std::size_t topics) {
  std::vector<Topic> zero(tokens.tokens());
  const std::uint32_t words = tokens.vocabulary();
  return {std::move(tokens), std::move(zero), TopicTable(topics, words)};
}

}  // namespace

MethodRig::MethodRig(const TrainOptions& options, TokenSequences first, TokenSequences second)
    : setup_(setup_of(options)) {
  const Workbench bench{setup_.run, random_, backend_, this};
  const auto topics = static_cast<std::size_t>(setup_.run.topics);
  methods_ = {setup_.on_documents(bench, chain_of(std::move(first), topics)),
              setup_.on_documents(bench, chain_of(std::move(second), topics))};
}

void MethodRig::on_release(const Release& release) {
  if (watched_) seen_[std::string(release.name)].assign(release.cells.begin(), release.cells.end());
}

void MethodRig::set_tokens(Side side, TokenSequences tokens) {
  method(side).chain()->tokens = std::move(tokens);
}

Chain& MethodRig::start(Side side, std::span<const Topic> topics) {
  Chain& chain = *method(side).chain();
  chain.topics.assign(topics.begin(), topics.end());
  chain.table.recount(chain.tokens, chain.topics, pool_);
  return chain;
}

const TopicTable& MethodRig::sweep(Side side, std::uint32_t number) {
  method(side).sweep(number);
  return *method(side).released();
}

const TopicTable& MethodRig::publish(Side side, std::uint32_t sweeps) {
  method(side).publish(sweeps);
  return *method(side).released();
}

TopicTable MethodRig::counts(Side side, std::span<const Topic> topics) {
  TopicTable table(prior().topics(), tokens(side).vocabulary());
  table.recount(tokens(side), topics, pool_);
  return table;
}

}  // namespace dplda

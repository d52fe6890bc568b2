#include "lda/inference.h"

#include <algorithm>

namespace dplda {

FoldIn::FoldIn(const Model& model, std::uint64_t longest, ThreadPool& pool)
    : model_(model),
      law_(model.prior(), model.words(), longest),
      streams_(derived_key(Key{}, "dplda fold-in")) {
  law_.set_phi(model.phi(), pool);
}

void FoldIn::theta(std::span<const std::uint32_t> tokens, std::uint64_t document,
                   std::span<double> result, Scratch& scratch) const {
  const std::size_t topics = model_.topics();
  scratch.topics.resize(tokens.size());
  Stream initial(streams_, Purpose::kFoldInInitialTopic, 0, document);
  for (Topic& topic : scratch.topics) topic = static_cast<Topic>(initial.below(topics));

  scratch.counts.assign(topics, 0);
  for (std::uint32_t sweep = 1; sweep <= kBurnIn + kAveraged; ++sweep) {
    dense_sweep(law_.law(), tokens, scratch.topics, streams_,
                {.purpose = Purpose::kFoldInTopic, .sweep = sweep, .document = document},
                scratch.dense);
    if (sweep <= kBurnIn) continue;
    for (const Topic topic : scratch.topics) ++scratch.counts[topic];
  }
  const Prior& prior = model_.prior();
  const double total = static_cast<double>(tokens.size()) + prior.alpha_sum();
  for (std::size_t k = 0; k < topics; ++k) {
    result[k] = (static_cast<double>(scratch.counts[k]) / kAveraged + prior.alpha[k]) / total;
  }
}

void expand(const Bag& bag, std::vector<std::uint32_t>& tokens) {
  tokens.clear();
  for (std::size_t i = 0; i < bag.words.size(); ++i) {
    tokens.insert(tokens.end(), static_cast<std::size_t>(bag.counts[i]),
                  static_cast<std::uint32_t>(bag.words[i]));
  }
}

std::uint64_t longest_document(const Corpus& corpus) {
  std::uint64_t longest = 0;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    longest = std::max(longest, corpus.document(m).tokens());
  return longest;
}

}  // namespace dplda

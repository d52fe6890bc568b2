#include "lda/sequential.h"

#include <algorithm>

#include "lda/kernels/in_place.h"

namespace dplda {

void SequentialSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  const TopicTable& table = chain.table;
  in_document_.assign(table.stride(), 0);
  doc_.assign(table.stride(), 0.0);
  inverse_.assign(table.stride(), 1.0);
  weights_.resize(table.stride());
  sums_.resize(table.stride() / kInPlaceGroup);
  for (std::size_t k = 0; k < table.topics(); ++k) {
    inverse_[k] = 1.0 / (static_cast<double>(table.totals()[k]) + table.words() * prior.beta);
  }
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m)
    sweep_document(chain, prior, sweep, m);
}

void SequentialSampler::sweep_document(Chain& chain, const Prior& prior, std::uint32_t sweep,
                                       std::uint64_t document) {
  TopicTable& table = chain.table;
  const std::span<const std::uint32_t> words = chain.tokens.document(document);
  const std::span<Topic> topics =
      std::span(chain.topics).subspan(chain.tokens.begin(document), words.size());
  const double smoothing = table.words() * prior.beta;

  std::fill(in_document_.begin(), in_document_.end(), 0);
  for (const Topic topic : topics) ++in_document_[topic];
  for (std::size_t k = 0; k < table.topics(); ++k) doc_[k] = in_document_[k] + prior.alpha[k];

  draws_.resize((words.size() + 7) / 8 * 8);
  streams_.draws({.purpose = Purpose::kTopic, .sweep = sweep, .document = document}, draws_);
  const auto move = [&](std::uint32_t word, std::size_t topic, std::int32_t by) {
    table.column(word)[topic] += by;
    table.totals()[topic] += by;
    in_document_[topic] += by;
    doc_[topic] = in_document_[topic] + prior.alpha[topic];
    inverse_[topic] = 1.0 / (static_cast<double>(table.totals()[topic]) + smoothing);
  };
  for (std::size_t j = 0; j < words.size(); ++j) {
    move(words[j], topics[j], -1);
    const double u = static_cast<double>(draws_[j] >> 11) * 0x1p-53;
    const std::size_t topic =
        in_place_draw(table.column(words[j]).data(), prior.beta, doc_.data(), inverse_.data(),
                      table.stride(), u, weights_.data(), sums_.data());
    topics[j] = static_cast<Topic>(topic);
    move(words[j], topic, 1);
  }
}

}  // namespace dplda

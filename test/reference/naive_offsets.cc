#include "reference/naive_offsets.h"

#include <algorithm>

namespace dplda::test {
namespace {

std::size_t naive_draw(const Chain& chain, const Prior& prior, const Offsets& offsets,
                       std::uint32_t word, const std::vector<double>& in_document,
                       const std::vector<double>& added, double u) {
  std::vector<double> sums;
  double sum = 0;
  for (std::size_t k = 0; k < prior.topics(); ++k) {
    const double count =
        chain.table.column(word)[k] + offsets.table[word * chain.table.stride() + k];
    const double total = static_cast<double>(chain.table.totals()[k]) +
                         (offsets.totals.empty() ? 0.0 : offsets.totals[k]);
    sum += (std::min(std::max(count, 0.0), offsets.clip) + prior.beta) *
           (std::max(in_document[k] + added[k], 0.0) + prior.alpha[k]) *
           (1.0 / (total + chain.table.words() * prior.beta));
    sums.push_back(sum);
  }
  std::size_t k = 0;
  while (k + 1 < sums.size() && sums[k] <= u * sum) ++k;
  return k;
}

}  // namespace

void naive_offset_sweep(Chain& chain, const Prior& prior, const Offsets& offsets,
                        const RandomStreams& random, std::uint32_t sweep) {
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const auto words = chain.tokens.document(m);
    Topic* const topics = chain.topics.data() + chain.tokens.begin(m);
    std::vector<double> in_document(prior.topics());
    std::vector<double> added(prior.topics());
    if (offsets.document) offsets.document(m, added);
    for (std::size_t j = 0; j < words.size(); ++j) ++in_document[topics[j]];
    RandomStream stream(random, Purpose::kTopic, sweep, m);
    for (std::size_t j = 0; j < words.size(); ++j) {
      const auto move = [&](Topic k, int by) {
        chain.table.column(words[j])[k] += by;
        chain.table.totals()[k] += by;
        in_document[k] += by;
      };
      move(topics[j], -1);
      topics[j] = static_cast<Topic>(
          naive_draw(chain, prior, offsets, words[j], in_document, added, stream.uniform()));
      move(topics[j], 1);
    }
  }
}

}  // namespace dplda::test

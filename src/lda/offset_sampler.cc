#include "lda/offset_sampler.h"

#include <algorithm>

#include "lda/kernels/offset.h"

namespace dplda {
namespace {

double used(double count, double clip) { return std::min(std::max(count, 0.0), clip); }

}  // namespace

void offset_sweep(Chain& chain, const Prior& prior, const Offsets& offsets,
                  const RandomStreams& random, std::uint32_t sweep) {
  OffsetState state(chain.table, prior, offsets.table, offsets.totals, offsets.clip);
  std::vector<std::uint64_t> draws;
  walk_documents(chain, random, sweep, draws, [&](const DocumentTokens& tokens) {
    if (offsets.document)
      offsets.document(tokens.number, std::span(state.added).first(chain.table.topics()));
    offset_document(state, tokens);
  });
}

std::vector<float> phi_from_offsets(const TopicTable& table, const Offsets& offsets, double beta) {
  const std::size_t topics = table.topics();
  std::vector<double> totals(topics);
  const auto value = [&](std::uint32_t word, std::size_t k) {
    return used(table.column(word)[k] + offsets.table[word * table.stride() + k], offsets.clip) +
           beta;
  };
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    for (std::size_t k = 0; k < topics; ++k) totals[k] += value(word, k);
  }
  std::vector<float> phi(topics * table.words());
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    for (std::size_t k = 0; k < topics; ++k)
      phi[k * table.words() + word] = static_cast<float>(value(word, k) / totals[k]);
  }
  return phi;
}

}  // namespace dplda

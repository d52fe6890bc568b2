// The soft kernel: how much each topic has of each word of one document, under fixed word
// probabilities, by zero-order collapsed variational inference (docs/internals/algorithms.md, "Soft
// counts").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

// Columns are padded to a multiple of this.
inline constexpr std::size_t kSoftGroup = 8;

// Word-major topic weights, one column of `stride` floats a word, zero beyond the real topics.
struct SoftWeights {
  SoftWeights(std::size_t topics_in, std::uint32_t words)
      : topics(topics_in),
        stride((topics_in + kSoftGroup - 1) / kSoftGroup * kSoftGroup),
        columns(stride * words) {}

  std::span<float> column(std::uint32_t word) {
    return std::span(columns).subspan(word * stride, stride);
  }

  std::size_t topics;
  std::size_t stride;
  std::vector<float> columns;
};

// What a thread needs beside the weights; kept across documents.
struct SoftScratch {
  std::vector<float> shares;    // q: words x stride
  std::vector<float> document;  // n_d: sum of the shares, by topic
  std::vector<float> prior;     // alpha, zero beyond the real topics
  std::vector<float> weights;
};

// Fills scratch.shares for the words of one document: from even shares, `sweeps` times over the
// words in order, q_jk in proportion to F_k (max(0, n_dk - q_jk) + alpha). Sums are taken in eight
// lanes, added as in_place.h adds a group, so that every instruction set gives the same floats.
void soft_document(const SoftWeights& weights, std::span<const std::uint32_t> words, float alpha,
                   std::int64_t sweeps, SoftScratch& scratch);

}  // namespace dplda

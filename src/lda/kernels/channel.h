// The kernels of learning from word sets that were seen through a noisy channel
// (docs/internals/algorithms.md, "Learning through the channel"). Every lane does the same few
// operations in the same order whatever the vector's length, so that every instruction set gives
// the same floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

// Rows of words are padded with zeros to a multiple of this.
inline constexpr std::size_t kChannelGroup = 64;

inline std::size_t channel_stride(std::uint32_t words) {
  return (std::size_t{words} + kChannelGroup - 1) / kChannelGroup * kChannelGroup;
}

// Where topic k and word t stand in a table of the kernels: all topics of a group of words lie
// together, so that a pass over them reads memory from front to back. (Rows of all words would
// stand a power of two apart, where caches hold few of them at a time.)
inline std::size_t channel_cell(std::size_t topics, std::size_t k, std::size_t t) {
  return (t / kChannelGroup * topics + k) * kChannelGroup + t % kChannelGroup;
}

// What is known of each word of one document, under given rates of its topics.
struct ChannelScratch {
  explicit ChannelScratch(std::size_t stride)
      : seen(stride), rate(stride), present(stride), absent(stride), gain(stride) {}

  std::vector<float> seen;     // P(the bit that came | the word is there)
  std::vector<float> rate;     // lambda = sum_k a_k phi_kt
  std::vector<float> present;  // 1 - exp(-lambda): P(the word is there) before its bit is seen
  std::vector<float> absent;   // exp(-lambda), whose digits 1 - present has lost
  std::vector<float> gain;     // P(bit | there) / P(bit): times `present` it is P(there | bit)
};

// rate, present, absent and gain from `seen` and the document's rates. `phi`: a
// table as channel_cell() says.
void channel_posterior(std::span<const float> phi, std::span<const float> rates,
                       ChannelScratch& scratch);

// For the words first..first+kChannelGroup: adds rates[m][k] gains[m][t] to sums[k][t] for every
// document m in order. `rates`: documents x topics; `gains`: documents x stride; `sums`: a
// table as channel_cell() says.
void channel_sums(std::span<const float> rates, std::span<const float> gains, std::size_t documents,
                  std::size_t topics, std::size_t stride, std::size_t first, std::span<float> sums);

}  // namespace dplda

#include "lda/offset_sampler.h"

#include <gtest/gtest.h>

#include "base/simd.h"
#include "reference/naive_offsets.h"

namespace dplda {
namespace {

constexpr std::uint32_t kWords = 12;

// Documents of up to 30 tokens, the second one empty.
Chain random_chain(std::size_t topics, ThreadPool& pool) {
  const RandomStreams random(key_from_seed(topics));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  for (int m = 0; m < 15; ++m) {
    for (std::uint64_t n = m == 1 ? 0 : 1 + stream.below(30); n > 0; --n)
      words.push_back(static_cast<std::uint32_t>(stream.below(kWords)));
    offsets.push_back(words.size());
  }
  TokenSequences tokens(offsets, words, kWords);
  return started_chain(std::move(tokens), static_cast<std::int64_t>(topics), random, pool);
}

Prior uneven_prior(std::size_t topics) {
  Prior prior{.alpha = std::vector<double>(topics, 0.1), .beta = 0.01};
  prior.alpha[0] = 0.5;
  return prior;
}

// Fractions between -2 and 2 that depend on i alone.
double noise(std::size_t i) { return static_cast<double>(i * 7919 % 401) / 100.0 - 2.0; }

Offsets table_offsets(const TopicTable& table) {
  Offsets offsets;
  for (std::size_t i = 0; i < table.stride() * table.words(); ++i)
    offsets.table.push_back(noise(i));
  return offsets;
}

void expect_naive_offset_sweep(std::size_t topics, const Offsets& offsets, const std::string& set) {
  ThreadPool pool(1);
  const RandomStreams random(key_from_seed(3));
  const Prior prior = uneven_prior(topics);
  Chain chain = random_chain(topics, pool);
  Chain naive = chain;
  for (std::uint32_t sweep = 1; sweep <= 3; ++sweep) {
    offset_sweep(chain, prior, offsets, random, sweep);
    test::naive_offset_sweep(naive, prior, offsets, random, sweep);
    ASSERT_EQ(chain.topics, naive.topics) << set << ", " << topics << " topics, sweep " << sweep;
    ASSERT_EQ(chain.table, naive.table) << set << ", " << topics << " topics, sweep " << sweep;
  }
}

TEST(OffsetSweep, EqualsTheNaiveOneBitForBitOnEveryInstructionSet) {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::size_t topics : {1u, 2u, 7u, 8u, 9u, 50u, 130u}) {
      Offsets offsets = table_offsets(TopicTable(topics, kWords));
      expect_naive_offset_sweep(topics, offsets, set);
      offsets.clip = 1.5;
      offsets.document = [](std::uint64_t m, std::span<double> out) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = noise(31 * m + k);
      };
      offsets.totals.assign(topics, 2.25);
      expect_naive_offset_sweep(topics, offsets, set);
    }
  }
  use_instruction_set("best");
}

}  // namespace
}  // namespace dplda

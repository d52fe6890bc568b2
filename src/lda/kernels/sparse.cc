#include "lda/kernels/sparse.h"

#include <algorithm>
#include <bit>

// Plain code throughout: gathering the factors, and weighing whole groups of 16 topics in vectors,
// were both measured and slower.
namespace dplda {
namespace {

constexpr std::size_t kCells = SparseCells::kCells;
constexpr std::size_t kAhead = 4;     // tokens
constexpr std::size_t kFetched = 16;  // times 16 cells: what follows streams in by itself
constexpr std::size_t kLine = 64;     // bytes

// Fills sums with the running sums of excess * factor by 16 cells; returns the last.
std::uint64_t weigh_cells(const SparseWord& word, const std::uint32_t* factors,
                          std::uint64_t* sums) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < word.size; ++i) {
    const SparseCells& cells = word.cells[i];
#pragma GCC unroll 16
    for (std::size_t c = 0; c < kCells; ++c)
      sum += std::uint64_t{cells.excess[c]} * factors[cells.topic[c]];
    sums[i] = sum;
  }
  return sum;
}

// How many running sums are at most x.
std::size_t sums_below(const std::uint64_t* sums, std::size_t size, std::uint64_t x) {
  std::size_t below = 0;
  for (std::size_t half = std::bit_floor(size); half > 0; half /= 2)
    below += below + half <= size && sums[below + half - 1] <= x ? half : 0;
  return below;
}

// The topic of the cell in which x falls. REQUIRES: x is below the last of the sums, which are
// those of excess * factor.
std::size_t find_cell(const SparseWord& word, const std::uint32_t* factors,
                      const std::uint64_t* sums, std::uint64_t x) {
  const std::size_t at = sums_below(sums, word.size, x);
  if (at > 0) x -= sums[at - 1];
  const SparseCells& cells = word.cells[at];
  const auto weight = [&](std::size_t i) {
    return std::uint64_t{cells.excess[i]} * factors[cells.topic[i]];
  };
  std::size_t i = 0;
  for (std::uint64_t w = weight(0); x >= w; w = weight(++i)) x -= w;
  return cells.topic[i];
}

// The topic into which x falls among the weights floor * (base + step n).
std::size_t find_topic(const SparseLaw& law, const SparseDocument& document, std::uint64_t x) {
  std::size_t node = 0;
  for (std::size_t level = document.floor_sums.size(); level-- > 0;) {
    const std::vector<std::uint64_t>& sums = document.floor_sums[level];
    for (node *= kCells; x >= sums[node]; ++node) x -= sums[node];
  }
  const auto weight = [&](std::size_t k) {
    return law.floor_base()[k] + std::uint64_t{law.factors()[k].floor} * document.factors[k];
  };
  std::size_t topic = node * kCells;
  for (std::uint64_t w = weight(topic); x >= w; w = weight(++topic)) x -= w;
  return topic;
}

std::size_t topic_at(const SparseLaw& law, const SparseDocument& document, const SparseWord& word,
                     std::uint64_t counted, std::uint64_t x) {
  if (x < counted) return find_cell(word, document.factors.data(), document.cell_sums.data(), x);
  x -= counted;
  if (x < word.prior_total) return find_cell(word, law.base().data(), word.prior_sums, x);
  return find_topic(law, document, x - word.prior_total);
}

// Fetches what later tokens will read: the cells of one, and where those of another are.
void prefetch(const SparseLaw& law, std::span<const std::uint32_t> words, std::size_t position) {
  const std::size_t last = words.size() - 1;
  __builtin_prefetch(&law.word(words[std::min(position + 2 * kAhead, last)]));
  const SparseWord& word = law.word(words[std::min(position + kAhead, last)]);
  const auto* bytes = reinterpret_cast<const char*>(word.cells);
  const std::size_t size = std::min<std::size_t>(word.size, kFetched) * sizeof(SparseCells);
  for (std::size_t at = 0; at < size; at += kLine) __builtin_prefetch(bytes + at);
}

void sweep_document(const SparseLaw& law, std::span<const std::uint32_t> words,
                    std::span<Topic> topics, const RandomStreams& random, RandomPosition at,
                    SparseDocument& document) {
  for (const Topic topic : topics) document.add(law, topic);
  for (std::size_t j = 0; j < words.size(); ++j) {
    const std::size_t in_block = j % SparseDocument::kDraws;
    if (in_block == 0) {
      at.position = j;
      const std::size_t needed = (std::min(SparseDocument::kDraws, words.size() - j) + 7) / 8 * 8;
      random.draws(at, std::span(document.draws).first(needed));
    }
    prefetch(law, words, j);
    document.remove(law, topics[j]);
    const SparseWord& word = law.word(words[j]);
    const std::uint64_t counted =
        weigh_cells(word, document.factors.data(), document.cell_sums.data());
    const std::uint64_t total = counted + word.prior_total + document.floor_total;
    std::uint64_t x;
    RandomPosition again = at;
    again.position = j;
    for (std::uint64_t bits = document.draws[in_block]; !uniform_below(bits, total, x);) {
      ++again.retry;
      bits = random.draw(again);
    }
    topics[j] = static_cast<Topic>(topic_at(law, document, word, counted, x));
    document.add(law, topics[j]);
  }
  document.clear(law, topics);
}

}  // namespace

SparseDocument::SparseDocument(const SparseLaw& law)
    : factors(law.stride()),
      cell_sums(law.longest_word()),
      floor_sums(law.floor_base_sums()),
      floor_total(law.floor_base_total()),
      draws(kDraws) {}

void SparseDocument::clear(const SparseLaw& law, std::span<const Topic> topics) {
  for (const Topic topic : topics) factors[topic] = 0;
  for (std::size_t level = 0; level < floor_sums.size(); ++level)
    std::copy(law.floor_base_sums()[level].begin(), law.floor_base_sums()[level].end(),
              floor_sums[level].begin());
  floor_total = law.floor_base_total();
}

void sparse_sweep(const SparseLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                  const RandomStreams& random, RandomPosition at, ThreadPool& pool) {
  const std::vector<std::uint64_t> chunks = document_chunks(tokens);
  std::vector<SparseDocument> documents(static_cast<std::size_t>(pool.threads()),
                                        SparseDocument(law));
  pool.for_each(chunks.size() - 1, [&](std::size_t chunk, int worker) {
    RandomPosition start = at;
    for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
      start.document = tokens.number(m);
      sweep_document(law, tokens.document(m), topics.subspan(tokens.begin(m), tokens.length(m)),
                     random, start, documents[static_cast<std::size_t>(worker)]);
    }
  });
}

SparseDraw::SparseDraw(const SparseLaw& law, std::uint32_t word, std::span<const Topic> others)
    : law_(law), word_(law.word(word)), document_(law) {
  for (const Topic topic : others) document_.add(law, topic);
  counted_ = weigh_cells(word_, document_.factors.data(), document_.cell_sums.data());
}

Topic SparseDraw::topic(std::uint64_t x) const {
  return static_cast<Topic>(topic_at(law_, document_, word_, counted_, x));
}

}  // namespace dplda

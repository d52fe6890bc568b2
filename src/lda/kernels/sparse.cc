#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/sparse.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "lda/kernels/sparse.h"
#include "lda/kernels/sparse_document.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kCells = SparseCells::kCells;

// The sum of excess * factor over a group: its factors stand side by side.
HWY_INLINE std::uint64_t group_sum(const std::uint32_t* HWY_RESTRICT excess,
                                   const std::uint32_t* HWY_RESTRICT factors) {
#if HWY_TARGET == HWY_SCALAR
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kCells; ++i) sum += std::uint64_t{excess[i]} * factors[i];
  return sum;
#else
  const hn::CappedTag<std::uint32_t, kCells> d;
  const hn::Repartition<std::uint64_t, decltype(d)> d64;
  auto sum = hn::Zero(d64);
  for (std::size_t i = 0; i < kCells; i += hn::Lanes(d)) {
    const auto e = hn::LoadU(d, excess + i);
    const auto f = hn::LoadU(d, factors + i);
    const auto odd = [&](auto v) {
      return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, v)));
    };
    sum = hn::Add(sum, hn::Add(hn::MulEven(e, f), hn::MulEven(odd(e), odd(f))));
  }
  return hn::GetLane(hn::SumOfLanes(d64, sum));
#endif
}

// The same over cells of any topics. In plain code: gathering is no faster.
HWY_INLINE std::uint64_t scattered_sum(const SparseCells& cells,
                                       const std::uint32_t* HWY_RESTRICT factors) {
  std::uint64_t sum = 0;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCells; ++i)
    sum += std::uint64_t{cells.excess[i]} * factors[cells.topic[i]];
  return sum;
}

// Fills sums with the running sums of excess * factor by 16 cells, padded; returns the last.
HWY_INLINE std::uint64_t weigh_cells(const SparseWord& word,
                                     const std::uint32_t* HWY_RESTRICT factors,
                                     std::uint64_t* HWY_RESTRICT sums) {
  std::uint64_t sum = 0;
  std::size_t i = 0;
  for (; i < word.groups; ++i) {
    sum += group_sum(word.cells[i].excess, factors + word.cells[i].topic[0]);
    sums[i] = sum;
  }
  for (; i < word.size; ++i) {
    sum += scattered_sum(word.cells[i], factors);
    sums[i] = sum;
  }
  for (std::size_t pad = 0; pad < SparseWord::kSumsPadding; ++pad)
    sums[i + pad] = SparseWord::kNoSum;
  return sum;
}

// How many running sums are at most x.
HWY_INLINE std::size_t sums_below(const std::uint64_t* HWY_RESTRICT sums, std::size_t size,
                                  std::uint64_t x) {
  // Sums are below 2^63: signed comparison, which is the cheaper one, will do.
  const hn::CappedTag<std::int64_t, SparseWord::kSumsPadding> d;
  const auto t = hn::Set(d, static_cast<std::int64_t>(x));
  std::size_t below = 0;
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto s = hn::LoadU(d, reinterpret_cast<const std::int64_t*>(sums) + i);
    below += hn::Lanes(d) - hn::CountTrue(d, hn::Gt(s, t));
  }
  return below;
}

// The topic of the cell in which x falls. REQUIRES: x is below the last of the sums, which are
// those of excess * factor.
HWY_INLINE std::size_t find_cell(const SparseWord& word, const std::uint32_t* HWY_RESTRICT factors,
                                 const std::uint64_t* HWY_RESTRICT sums, std::uint64_t x) {
  const std::size_t at = sums_below(sums, word.size, x);
  if (at > 0) x -= sums[at - 1];
  const SparseCells& cells = word.cells[at];
  std::uint64_t sum = 0;
  std::size_t below = 0;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCells; ++i) {
    sum += std::uint64_t{cells.excess[i]} * factors[cells.topic[i]];
    below += sum <= x ? 1 : 0;
  }
  return cells.topic[below];
}

// Which of 16 sums x falls into; takes the sums before it from x.
HWY_INLINE std::size_t descend(const std::uint64_t* HWY_RESTRICT sums, std::uint64_t& x) {
  std::uint64_t sum = 0;
  std::uint64_t before = 0;
  std::size_t below = 0;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCells; ++i) {
    sum += sums[i];
    before = sum <= x ? sum : before;
    below += sum <= x ? 1 : 0;
  }
  x -= before;
  return below;
}

// The topic into which x falls among the weights floor * (base + step n).
HWY_INLINE std::size_t find_topic(const SparseLaw& law, const SparseDocument& document,
                                  std::uint64_t x) {
  std::size_t node = 0;
  for (std::size_t level = document.levels(); level-- > 0;)
    node = node * kCells + descend(document.sums_at(level) + node * kCells, x);
  HWY_ALIGN std::uint64_t weights[kCells];
  const std::size_t first = node * kCells;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCells; ++i) {
    weights[i] = law.floor_base()[first + i] +
                 std::uint64_t{law.factors()[first + i].floor} * document.factors[first + i];
  }
  return first + descend(weights, x);
}

// The sum of all weights of the next token, which was taken out.
HWY_INLINE void weigh(const SparseLaw& law, SparseDocument& document) {
  document.remove(law, document.topics[document.position]);
  const SparseWord& word = law.word(document.words[document.position]);
  document.cells_total = weigh_cells(word, document.factors.data(), document.cell_sums.data());
}

HWY_INLINE std::size_t topic_at(const SparseLaw& law, const SparseDocument& document,
                                const SparseWord& word, std::uint64_t x) {
  const bool counted = x < document.cells_total;
  const std::uint64_t after = x - document.cells_total;
  if (!counted && after >= word.prior_total)
    return find_topic(law, document, after - word.prior_total);
  return find_cell(word, counted ? document.factors.data() : law.base().data(),
                   counted ? document.cell_sums.data() : word.prior_sums, counted ? x : after);
}

HWY_INLINE void draw(const SparseLaw& law, const Streams& streams, SparseDocument& document) {
  const SparseWord& word = law.word(document.words[document.position]);
  const std::uint64_t total = document.cells_total + word.prior_total + document.floor_total;
  const std::size_t topic = topic_at(law, document, word, document.target(streams, total));
  document.topics[document.position] = static_cast<Topic>(topic);
  document.add(law, topic);
  ++document.position;
}

// Sweeps documents first..last, several at a time: their draws do not wait for each other.
void sweep_documents(const SparseLaw& law, const TokenSequences& tokens, std::uint64_t first,
                     std::uint64_t last, std::span<Topic> topics, const Streams& streams,
                     StreamPosition at, std::span<SparseDocument> documents) {
  std::size_t active = 0;
  const auto start = [&](SparseDocument& document) {
    while (first < last && tokens.length(first) == 0) ++first;
    if (first == last) return false;
    at.document = first;
    document.start(law, tokens.document(first),
                   topics.subspan(tokens.begin(first), tokens.length(first)), at);
    ++first;
    return true;
  };
  while (active < documents.size() && start(documents[active])) ++active;
  while (active > 0) {
    const std::span<SparseDocument> together = documents.first(active);
    std::size_t rounds = together[0].left();
    for (SparseDocument& document : together) rounds = std::min(rounds, document.left());
    for (; rounds > 0; --rounds) {
      for (SparseDocument& document : together) weigh(law, document);
      for (SparseDocument& document : together) draw(law, streams, document);
    }
    for (std::size_t i = active; i-- > 0;) {
      if (documents[i].left() > 0) continue;
      documents[i].finish(law);
      if (!start(documents[i])) std::swap(documents[i], documents[--active]);
    }
  }
}

std::uint64_t weigh_once(const SparseLaw& law, std::uint32_t word, SparseDocument& document) {
  document.cells_total =
      weigh_cells(law.word(word), document.factors.data(), document.cell_sums.data());
  return document.cells_total + law.word(word).prior_total + document.floor_total;
}

Topic find_once(const SparseLaw& law, std::uint32_t word, const SparseDocument& document,
                std::uint64_t x) {
  return static_cast<Topic>(topic_at(law, document, law.word(word), x));
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(sweep_documents);
HWY_EXPORT(weigh_once);
HWY_EXPORT(find_once);

namespace {

constexpr std::size_t kTogether = 2;
constexpr std::size_t kChunksTogether = 4;

}  // namespace

void sparse_sweep(const SparseLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                  const Streams& streams, StreamPosition at, ThreadPool& pool) {
  const std::vector<std::uint64_t> chunks = document_chunks(tokens);
  std::vector<std::vector<SparseDocument>> documents(
      static_cast<std::size_t>(pool.threads()),
      std::vector<SparseDocument>(kTogether, SparseDocument(law)));
  const std::size_t last = chunks.size() - 1;
  pool.for_each((last + kChunksTogether - 1) / kChunksTogether, [&](std::size_t run, int worker) {
    HWY_DYNAMIC_DISPATCH(sweep_documents)
    (law, tokens, chunks[run * kChunksTogether],
     chunks[std::min(last, (run + 1) * kChunksTogether)], topics, streams, at,
     documents[static_cast<std::size_t>(worker)]);
  });
}

SparseDraw::SparseDraw(const SparseLaw& law, std::uint32_t word, std::span<const Topic> others)
    : law_(law), word_(word), document_(law) {
  for (const Topic topic : others) document_.add(law, topic);
  total_ = HWY_DYNAMIC_DISPATCH(weigh_once)(law, word, document_);
}

Topic SparseDraw::topic(std::uint64_t x) const {
  return HWY_DYNAMIC_DISPATCH(find_once)(law_, word_, document_, x);
}

}  // namespace dplda
#endif  // HWY_ONCE

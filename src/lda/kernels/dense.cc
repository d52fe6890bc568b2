#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/dense.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/chacha-inl.h"
#include "lda/kernels/dense.h"
#include "lda/kernels/dense_choose-inl.h"
#include "lda/kernels/dense_weigh-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kSlots = DenseScratch::kDocuments;
// Positions that share a block of random bits.
constexpr std::size_t kBlock = 8;
// So many positions before a column is weighed it is fetched.
constexpr std::size_t kAhead = 2;
// And so many before a document's tokens are read they are.
constexpr std::size_t kTokensAhead = 64;
// With more factors than this fewer documents go in step, so that their factors stay near.
constexpr std::size_t kFactorsNearby = 130;

// The block of each slot's document that holds its next 8 draws: words[i] is word i of all blocks.
struct Draws {
  std::uint32_t words[16][kSlots];
  std::uint64_t at(std::size_t position, std::size_t slot) const {
    return words[2 * position][slot] | static_cast<std::uint64_t>(words[2 * position + 1][slot])
                                           << 32;
  }
};

void fill(Draws& draws, const std::uint32_t* key, const std::uint32_t (*counters)[kSlots]) {
  const hn::CappedTag<std::uint32_t, kSlots> d;
  const std::uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t first = 0; first < kSlots; first += hn::Lanes(d)) {
    hn::Vec<decltype(d)> state[16];
    for (std::size_t i = 0; i < 4; ++i) {
      state[i] = hn::Set(d, constants[i]);
      state[12 + i] = hn::Load(d, counters[i] + first);
    }
    for (std::size_t i = 0; i < 8; ++i) state[4 + i] = hn::Set(d, key[i]);
    chacha20_rounds(d, state);
    for (std::size_t i = 0; i < 16; ++i) hn::Store(state[i], d, draws.words[i] + first);
  }
}

// The sweep of a queue's documents, D of them token by token in step. kRows: rows of a column, or 0
// where they are not known beforehand.
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
class DenseSweep {
 public:
  DenseSweep(const SnapshotLaw& law, SweepQueue& queue, const RandomStreams& random,
             RandomPosition at, DenseScratch& scratch)
      : law_(law), queue_(queue), random_(random), at_(at), dynamic_rows_(law.rows()) {
    std::memcpy(key_, random.key().data(), sizeof key_);
    for (std::size_t s = 0; s < kSlots; ++s) {
      slots_[s].factors = scratch.factors(s);
      slots_[s].sums = reinterpret_cast<Sum*>(scratch.sums(s));
    }
  }

  void run() {
    while (load()) {
      fill(draws_, key_, counters_);
      for (std::size_t first = 0; first < kSlots; first += D) {
        for (std::size_t p = 0; p < kBlock; ++p) step(first, p);
      }
      store();
    }
  }

 private:
  static constexpr std::size_t kParts = 4 / sizeof(Weight);
  std::size_t rows() const { return kRows == 0 ? dynamic_rows_ : kRows; }

  struct Slot {
    SweepDocument document;
    std::uint64_t position = 0;
    std::uint32_t* factors = nullptr;
    Sum* sums = nullptr;
    std::size_t taken = 0;  // of its tokens, in this block
    const std::uint32_t* columns[kBlock + kAhead];
    std::uint32_t old_factors[kBlock];  // cells of the topics that tokens had
    Topic topics[kBlock];               // that they get
  };

  bool load();
  void start(std::size_t s);
  void store();
  void step(std::size_t first, std::size_t p);
  std::uint64_t target(std::size_t slot, std::size_t p, std::uint64_t total);

  const SnapshotLaw& law_;
  SweepQueue& queue_;
  const RandomStreams& random_;
  RandomPosition at_;
  std::size_t dynamic_rows_;
  std::uint32_t key_[8];
  HWY_ALIGN std::uint32_t counters_[4][kSlots];
  HWY_ALIGN Draws draws_;
  Slot slots_[kSlots];
};

// The next 8 tokens of every slot. Where a document has fewer, tokens of word 0 stand in for them,
// which count for no topic and whose draws nobody looks at. False when no document has any.
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
bool DenseSweep<Weight, Sum, D, kRows>::load() {
  bool any = false;
  const std::uint32_t* factor_of = law_.factors_of_topics().data();
  const std::uint32_t* cells = law_.packed(0);
  const std::size_t stride = law_.column_cells();
  for (std::size_t s = 0; s < kSlots; ++s) {
    Slot& slot = slots_[s];
    if (slot.position == slot.document.words.size()) start(s);
    const std::uint32_t* words = slot.document.words.data() + slot.position;
    const Topic* topics = slot.document.topics.data() + slot.position;
    slot.taken = std::min<std::size_t>(kBlock, slot.document.words.size() - slot.position);
    any = any || slot.taken > 0;
    if (slot.document.words.size() - slot.position > kTokensAhead) {
      hwy::Prefetch(words + kTokensAhead);
      hwy::Prefetch(topics + kTokensAhead);
    }
    for (std::size_t p = 0; p < slot.taken; ++p) {
      slot.columns[p] = cells + words[p] * stride;
      slot.old_factors[p] = factor_of[topics[p]];
    }
    for (std::size_t p = slot.taken; p < kBlock; ++p) {
      slot.columns[p] = cells;
      slot.old_factors[p] = factor_of[law_.topics()];
    }
    const std::size_t left = slot.document.words.size() - slot.position - slot.taken;
    for (std::size_t p = 0; p < kAhead; ++p)
      slot.columns[kBlock + p] = cells + (p < left ? words[kBlock + p] * stride : 0);
    counters_[0][s] = static_cast<std::uint32_t>(slot.position / kBlock);
  }
  return any;
}

template <class Weight, class Sum, std::size_t D, std::size_t kRows>
void DenseSweep<Weight, Sum, D, kRows>::start(std::size_t s) {
  Slot& slot = slots_[s];
  if (!queue_.next(slot.document)) slot.document = {};
  slot.position = 0;
  std::copy(law_.packed_base().begin(), law_.packed_base().end(), slot.factors);
  const std::uint32_t* factor_of = law_.factors_of_topics().data();
  const std::uint32_t* step = law_.packed_step().data();
  for (const Topic topic : slot.document.topics) {
    slot.factors[factor_of[topic]] += step[factor_of[topic]];
  }
  at_.document = slot.document.number;
  const std::array<std::uint32_t, 4> counter = counter_words(at_);
  for (std::size_t i = 0; i < 4; ++i) counters_[i][s] = counter[i];
}

template <class Weight, class Sum, std::size_t D, std::size_t kRows>
void DenseSweep<Weight, Sum, D, kRows>::store() {
  for (Slot& slot : slots_) {
    std::copy_n(slot.topics, slot.taken, slot.document.topics.data() + slot.position);
    slot.position += slot.taken;
  }
}

template <class Weight, class Sum, std::size_t D, std::size_t kRows>
HWY_INLINE void DenseSweep<Weight, Sum, D, kRows>::step(std::size_t first, std::size_t p) {
  constexpr std::uint32_t kMask = UINT32_MAX >> (32 - 8 * sizeof(Weight));
  Slot* slots = slots_ + first;
  const std::uint32_t* step = law_.packed_step().data();
  for (std::size_t s = 0; s < D; ++s) {
    const std::uint32_t factor = slots[s].old_factors[p];
    slots[s].factors[factor] -= step[factor];
  }
  for (std::size_t s = 0; s < D; ++s) {
    const std::uint32_t* ahead = slots[s].columns[p + kAhead];
    for (std::size_t row = 0; row < rows(); ++row) hwy::Prefetch(ahead + row * kLanes);
    weigh<Weight>(slots[s].columns[p], slots[s].factors, rows(), slots[s].sums);
  }
  std::size_t lane_of[D];
  Sum rest_of[D];
  const Sum* totals[D];
  for (std::size_t s = 0; s < D; ++s) totals[s] = slots[s].sums + (rows() - 1) * kLanes;
  choose(
      totals, draws_.words[2 * p] + first, draws_.words[2 * p + 1] + first,
      [&](std::size_t s, std::uint64_t total) { return target(first + s, p, total); }, lane_of,
      rest_of);
  for (std::size_t s = 0; s < D; ++s) {
    const std::size_t lane = lane_of[s];
    Sum rest = rest_of[s];
    const Sum* sums = slots[s].sums + sum_place<Sum>(lane);
    std::size_t row = 0;
    for (std::size_t r = 0; r + 1 < rows(); ++r) row += sums[r * kLanes] <= rest;
    if (row > 0) rest -= sums[(row - 1) * kLanes];
    std::uint32_t cell = slots[s].columns[p][row * kLanes + lane];
    const std::uint32_t* factors = slots[s].factors + row * kParts * kLanes + lane;
    Sum passed = 0;
    std::size_t part = 0;
    for (std::size_t i = 0; i + 1 < kParts; ++i) {
      passed += static_cast<Sum>(cell & kMask) * factors[i * kLanes];
      part += passed <= rest;
      if constexpr (kParts > 1) cell >>= 8 * sizeof(Weight);
    }
    const std::size_t in_lane = row * kParts + part;
    const std::size_t factor = in_lane * kLanes + lane;
    slots[s].factors[factor] += step[factor];
    slots[s].topics[p] = static_cast<Topic>(lane * rows() * kParts + in_lane);
  }
}

template <class Weight, class Sum, std::size_t D, std::size_t kRows>
std::uint64_t DenseSweep<Weight, Sum, D, kRows>::target(std::size_t slot, std::size_t p,
                                                        std::uint64_t total) {
  std::uint64_t result;
  std::uint64_t x = draws_.at(p, slot);
  if (HWY_LIKELY(uniform_below(x, total, result))) return result;
  RandomPosition again = at_;
  again.document = slots_[slot].document.number;
  again.position = slots_[slot].position + p;
  do {
    ++again.retry;
    x = random_.draw(again);
  } while (!uniform_below(x, total, result));
  return result;
}

template <class Weight, class Sum, std::size_t D>
void run_sweep(const SnapshotLaw& law, SweepQueue& queue, const RandomStreams& random,
               RandomPosition at, DenseScratch& scratch) {
  // Up to 64 topics, the most common case.
  constexpr std::size_t kFewRows = sizeof(Weight);
  if (law.rows() == kFewRows) {
    DenseSweep<Weight, Sum, D, kFewRows>(law, queue, random, at, scratch).run();
  } else {
    DenseSweep<Weight, Sum, D, 0>(law, queue, random, at, scratch).run();
  }
}

template <class Weight>
void sweep_weights(const SnapshotLaw& law, SumWidth width, SweepQueue& queue,
                   const RandomStreams& random, RandomPosition at, DenseScratch& scratch) {
  constexpr std::size_t kVector =
      DPLDA_VECTORS ? hn::MaxLanes(hn::CappedTag<std::uint32_t, kSlots>()) : 4;
  if (width == SumWidth::kWide) {
    run_sweep<Weight, std::uint64_t, kVector / 2>(law, queue, random, at, scratch);
  } else if (law.factor_cells() > 4 * kFactorsNearby) {
    run_sweep<Weight, std::uint32_t, 4>(law, queue, random, at, scratch);
  } else if (law.factor_cells() > kFactorsNearby) {
    run_sweep<Weight, std::uint32_t, std::min<std::size_t>(kVector, 8)>(law, queue, random, at,
                                                                        scratch);
  } else {
    run_sweep<Weight, std::uint32_t, kVector>(law, queue, random, at, scratch);
  }
}

void sweep_queue(const SnapshotLaw& law, SumWidth width, SweepQueue& queue,
                 const RandomStreams& random, RandomPosition at, DenseScratch& scratch) {
  switch (law.bytes_per_weight()) {
    case 1:
      return sweep_weights<std::uint8_t>(law, width, queue, random, at, scratch);
    case 2:
      return sweep_weights<std::uint16_t>(law, width, queue, random, at, scratch);
    default:
      return sweep_weights<std::uint32_t>(law, width, queue, random, at, scratch);
  }
}

std::uint32_t one_target(std::uint32_t total, std::uint64_t bits, std::uint32_t again) {
  const auto plain = [&](std::size_t, std::uint64_t bound) {
    std::uint64_t result;
    return uniform_below(bits, bound, result) ? result : std::uint64_t{again};
  };
#if DPLDA_VECTORS
  const hn::CappedTag<std::uint32_t, 4> d;
  HWY_ALIGN std::uint32_t low[4];
  HWY_ALIGN std::uint32_t high[4];
  std::fill_n(low, 4, static_cast<std::uint32_t>(bits));
  std::fill_n(high, 4, static_cast<std::uint32_t>(bits >> 32));
  return hn::GetLane(targets_below<4>(hn::Set(d, total), low, high, plain));
#else
  return static_cast<std::uint32_t>(plain(0, total));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {
namespace {

// Strides of a power of two would put all documents into the same lines of the cache.
constexpr std::size_t kFactorPadding = 15;
constexpr std::size_t kSumPadding = 8;

}  // namespace

HWY_EXPORT(sweep_queue);
HWY_EXPORT(one_target);

std::uint32_t dense_target(std::uint32_t total, std::uint64_t bits, std::uint32_t again) {
  return HWY_DYNAMIC_DISPATCH(one_target)(total, bits, again);
}

DenseScratch::DenseScratch(const SnapshotLaw& law)
    : factor_stride_(law.factor_cells() + kFactorPadding),
      sum_stride_(law.rows() * SnapshotLaw::kLanes + kSumPadding),
      factors_(kDocuments * factor_stride_),
      sums_(kDocuments * sum_stride_) {}

void dense_sweep(const SnapshotLaw& law, SumWidth width, SweepQueue& queue,
                 const RandomStreams& random, RandomPosition at, DenseScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(sweep_queue)(law, width, queue, random, at, scratch);
}

}  // namespace dplda
#endif  // HWY_ONCE

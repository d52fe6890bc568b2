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
#include "lda/kernels/transpose-inl.h"

// Without vectors there is nothing to transpose: the same sums lane by lane.
#undef DPLDA_VECTORS
#define DPLDA_VECTORS (HWY_TARGET != HWY_SCALAR)

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = SnapshotLaw::kLanes;
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

// 32-bit weights of one row and part of a column: what `shift` leaves of its cells.
template <class Weight, class D>
HWY_INLINE hn::Vec<D> weights_of(D d, hn::Vec<D> cells, int part) {
  constexpr int kBits = 8 * sizeof(Weight);
  if constexpr (sizeof(Weight) == 4) return cells;
  if (part == 4 / static_cast<int>(sizeof(Weight)) - 1)
    return hn::ShiftRightSame(cells, 32 - kBits);
  return hn::And(hn::ShiftRightSame(cells, part * kBits), hn::Set(d, UINT32_MAX >> (32 - kBits)));
}

// Where the sum of a lane stands in a row of sums: wide sums of even lanes come before odd ones,
// vector by vector.
template <class Sum>
constexpr std::size_t sum_place(std::size_t lane) {
  constexpr std::size_t kVector = hn::MaxLanes(hn::CappedTag<std::uint32_t, kLanes>());
  if (sizeof(Sum) == 4 || !DPLDA_VECTORS) return lane;
  return lane / kVector * kVector + lane % 2 * (kVector / 2) + lane % kVector / 2;
}

// sums[row][lane]: weights times factors, summed down to that row.
template <class Weight>
HWY_INLINE void weigh(const std::uint32_t* HWY_RESTRICT cells,
                      const std::uint32_t* HWY_RESTRICT factors, std::size_t rows,
                      std::uint32_t* HWY_RESTRICT sums) {
  constexpr int kParts = 4 / sizeof(Weight);
  const hn::CappedTag<std::uint32_t, kLanes> d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
#pragma GCC unroll 4
    for (std::size_t row = 0; row < rows; ++row) {
      const auto cell = hn::Load(d, cells + row * kLanes + lane);
      hn::Vec<decltype(d)> products[kParts];
      for (int part = 0; part < kParts; ++part) {
        const auto factor = hn::Load(d, factors + (row * kParts + part) * kLanes + lane);
        products[part] = hn::Mul(weights_of<Weight>(d, cell, part), factor);
      }
      for (int step = 1; step < kParts; step *= 2) {
        for (int part = 0; part < kParts; part += 2 * step)
          products[part] = hn::Add(products[part], products[part + step]);
      }

      sum = hn::Add(sum, products[0]);
      hn::Store(sum, d, sums + row * kLanes + lane);
    }
  }
}

#if DPLDA_VECTORS
template <class Weight>
HWY_INLINE void weigh(const std::uint32_t* HWY_RESTRICT cells,
                      const std::uint32_t* HWY_RESTRICT factors, std::size_t rows,
                      std::uint64_t* HWY_RESTRICT sums) {
  constexpr int kParts = 4 / sizeof(Weight);
  const hn::CappedTag<std::uint32_t, kLanes> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const auto odd_lanes = [&](auto v) {
    return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v)));
  };
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto even = hn::Zero(wide);
    auto odd = hn::Zero(wide);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto cell = hn::Load(d, cells + row * kLanes + lane);
      for (int part = 0; part < kParts; ++part) {
        const auto factor = hn::Load(d, factors + (row * kParts + part) * kLanes + lane);
        const auto weight = weights_of<Weight>(d, cell, part);
        even = hn::Add(even, hn::MulEven(weight, factor));
        odd = hn::Add(odd, hn::MulEven(odd_lanes(weight), odd_lanes(factor)));
      }
      hn::Store(even, wide, sums + row * kLanes + lane);
      hn::Store(odd, wide, sums + row * kLanes + lane + hn::Lanes(wide));
    }
  }
}
#else
template <class Weight>
void weigh(const std::uint32_t* cells, const std::uint32_t* factors, std::size_t rows,
           std::uint64_t* sums) {
  constexpr std::size_t kParts = 4 / sizeof(Weight);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t part = 0; part < kParts; ++part) {
        const std::uint32_t weight = cells[row * kLanes + lane] >> part * 8 * sizeof(Weight) &
                                     UINT32_MAX >> (32 - 8 * sizeof(Weight));
        sum += std::uint64_t{weight} * factors[(row * kParts + part) * kLanes + lane];
      }
      sums[row * kLanes + lane] = sum;
    }
  }
}
#endif

// The sweep of a queue's documents, D of them token by token in step. kRows: rows of a column, or 0
// where they are not known beforehand.
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
class DenseSweep {
 public:
  DenseSweep(const SnapshotLaw& law, SweepQueue& queue, const Streams& streams, StreamPosition at,
             DenseScratch& scratch)
      : law_(law), queue_(queue), streams_(streams), at_(at), dynamic_rows_(law.rows()) {
    std::memcpy(key_, streams.key().data(), sizeof key_);
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
  using Tag = hn::CappedTag<Sum, D>;

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
  void choose(std::size_t first, std::size_t p, std::size_t lane_of[D], Sum rest_of[D]);
#if DPLDA_VECTORS
  static_assert(hn::MaxLanes(Tag()) == D);
  hn::Vec<Tag> targets(std::size_t first, std::size_t p, hn::Vec<Tag> totals);
#endif
  std::uint64_t target(std::size_t slot, std::size_t p, std::uint64_t total);

  const SnapshotLaw& law_;
  SweepQueue& queue_;
  const Streams& streams_;
  StreamPosition at_;
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
    hwy::Prefetch(words + kTokensAhead);
    hwy::Prefetch(topics + kTokensAhead);
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
  HWY_ALIGN Sum rest_of[D];
  choose(first, p, lane_of, rest_of);
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

#if DPLDA_VECTORS
// The lane that each slot's draw falls into, and what of the draw is left there.
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
HWY_INLINE void DenseSweep<Weight, Sum, D, kRows>::choose(std::size_t first, std::size_t p,
                                                          std::size_t lane_of[D], Sum rest_of[D]) {
  const Tag d;
  const hn::RebindToSigned<Tag> i;
  hn::Vec<Tag> columns[kLanes];
  for (std::size_t lane = 0; lane < kLanes; lane += D) {
    for (std::size_t s = 0; s < D; ++s)
      columns[lane + s] = hn::Load(d, slots_[first + s].sums + (rows() - 1) * kLanes + lane);
    transpose(d, columns + lane);
  }
  hn::Vec<Tag> upto[kLanes];
  upto[0] = columns[sum_place<Sum>(0)];
  for (std::size_t lane = 1; lane < kLanes; ++lane)
    upto[lane] = hn::Add(upto[lane - 1], columns[sum_place<Sum>(lane)]);
  const hn::Vec<Tag> target = targets(first, p, upto[kLanes - 1]);
  auto lane_number = hn::Zero(d);
  auto before = hn::Zero(d);
  // Halves the lanes that are left, 16 to begin with: upto[half - 1] is the sum of their lower
  // half.
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    // Sums have a bit to spare: signed comparison, which more machines have.
    const auto lower =
        hn::RebindMask(d, hn::Gt(hn::BitCast(i, upto[half - 1]), hn::BitCast(i, target)));
    lane_number = hn::IfThenElse(lower, lane_number,
                                 hn::Add(lane_number, hn::Set(d, static_cast<Sum>(half))));
    before = hn::IfThenElse(lower, before, upto[half - 1]);
    for (std::size_t lane = 0; lane + 1 < half; ++lane)
      upto[lane] = hn::IfThenElse(lower, upto[lane], upto[lane + half]);
  }
  HWY_ALIGN Sum lanes[D];
  hn::Store(lane_number, d, lanes);
  hn::Store(hn::Sub(target, before), d, rest_of);
  for (std::size_t s = 0; s < D; ++s) lane_of[s] = static_cast<std::size_t>(lanes[s]);
}

// Uniform below each total: uniform_below(), with the retries of those draws that are rejected.
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
HWY_INLINE hn::Vec<typename DenseSweep<Weight, Sum, D, kRows>::Tag>
DenseSweep<Weight, Sum, D, kRows>::targets(std::size_t first, std::size_t p, hn::Vec<Tag> totals) {
  const Tag d;
  HWY_ALIGN Sum result[D];
  if constexpr (sizeof(Sum) == 8) {
    HWY_ALIGN Sum total[D];
    hn::Store(totals, d, total);
    for (std::size_t s = 0; s < D; ++s) result[s] = target(first + s, p, total[s]);
    return hn::Load(d, result);
  } else {
    const hn::RepartitionToWide<Tag> wide;
    const auto times_total = [&](auto low, auto high, auto total) {
      return hn::Add(hn::MulEven(high, total), hn::ShiftRight<32>(hn::MulEven(low, total)));
    };
    const auto odd_lanes = [&](auto v) {
      return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v)));
    };
    const auto low = hn::Load(d, draws_.words[2 * p] + first);
    const auto high = hn::Load(d, draws_.words[2 * p + 1] + first);
    // The draw times the total, without its lowest 32 bits.
    const auto even = times_total(low, high, totals);
    const auto odd = times_total(odd_lanes(low), odd_lanes(high), odd_lanes(totals));
    const auto quotient =
        hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
    const auto remainder =
        hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd)), hn::BitCast(d, even));
    // A rejected draw leaves less than the total, so less than 2^32.
    if (HWY_LIKELY(hn::AllFalse(d, hn::Eq(remainder, hn::Zero(d))))) return quotient;
    HWY_ALIGN Sum total[D];
    hn::Store(totals, d, total);
    for (std::size_t s = 0; s < D; ++s)
      result[s] = static_cast<Sum>(target(first + s, p, total[s]));
    return hn::Load(d, result);
  }
}
#else
template <class Weight, class Sum, std::size_t D, std::size_t kRows>
void DenseSweep<Weight, Sum, D, kRows>::choose(std::size_t first, std::size_t p,
                                               std::size_t lane_of[D], Sum rest_of[D]) {
  for (std::size_t s = 0; s < D; ++s) {
    const Sum* sums = slots_[first + s].sums + (rows() - 1) * kLanes;
    Sum total = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) total += sums[lane];
    auto rest = static_cast<Sum>(target(first + s, p, total));
    std::size_t lane = 0;
    while (lane + 1 < kLanes && sums[lane] <= rest) rest -= sums[lane++];
    lane_of[s] = lane;
    rest_of[s] = rest;
  }
}
#endif

template <class Weight, class Sum, std::size_t D, std::size_t kRows>
std::uint64_t DenseSweep<Weight, Sum, D, kRows>::target(std::size_t slot, std::size_t p,
                                                        std::uint64_t total) {
  std::uint64_t result;
  std::uint64_t x = draws_.at(p, slot);
  if (HWY_LIKELY(uniform_below(x, total, result))) return result;
  StreamPosition again = at_;
  again.document = slots_[slot].document.number;
  again.position = slots_[slot].position + p;
  do {
    ++again.retry;
    x = streams_.draw(again);
  } while (!uniform_below(x, total, result));
  return result;
}

template <class Weight, class Sum, std::size_t D>
void run_sweep(const SnapshotLaw& law, SweepQueue& queue, const Streams& streams, StreamPosition at,
               DenseScratch& scratch) {
  // Up to 64 topics, the most common case.
  constexpr std::size_t kFewRows = sizeof(Weight);
  if (law.rows() == kFewRows) {
    DenseSweep<Weight, Sum, D, kFewRows>(law, queue, streams, at, scratch).run();
  } else {
    DenseSweep<Weight, Sum, D, 0>(law, queue, streams, at, scratch).run();
  }
}

template <class Weight>
void sweep_weights(const SnapshotLaw& law, SumWidth width, SweepQueue& queue,
                   const Streams& streams, StreamPosition at, DenseScratch& scratch) {
  constexpr std::size_t kVector =
      DPLDA_VECTORS ? hn::MaxLanes(hn::CappedTag<std::uint32_t, kSlots>()) : 4;
  if (width == SumWidth::kWide) {
    run_sweep<Weight, std::uint64_t, kVector / 2>(law, queue, streams, at, scratch);
  } else if (law.factor_cells() > 4 * kFactorsNearby) {
    run_sweep<Weight, std::uint32_t, 4>(law, queue, streams, at, scratch);
  } else if (law.factor_cells() > kFactorsNearby) {
    run_sweep<Weight, std::uint32_t, std::min<std::size_t>(kVector, 8)>(law, queue, streams, at,
                                                                        scratch);
  } else {
    run_sweep<Weight, std::uint32_t, kVector>(law, queue, streams, at, scratch);
  }
}

void sweep_queue(const SnapshotLaw& law, SumWidth width, SweepQueue& queue, const Streams& streams,
                 StreamPosition at, DenseScratch& scratch) {
  switch (law.bytes_per_weight()) {
    case 1:
      return sweep_weights<std::uint8_t>(law, width, queue, streams, at, scratch);
    case 2:
      return sweep_weights<std::uint16_t>(law, width, queue, streams, at, scratch);
    default:
      return sweep_weights<std::uint32_t>(law, width, queue, streams, at, scratch);
  }
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

DenseScratch::DenseScratch(const SnapshotLaw& law)
    : factor_stride_(law.factor_cells() + kFactorPadding),
      sum_stride_(law.rows() * SnapshotLaw::kLanes + kSumPadding),
      factors_(hwy::AllocateAligned<std::uint32_t>(kDocuments * factor_stride_)),
      sums_(hwy::AllocateAligned<std::uint64_t>(kDocuments * sum_stride_)) {}

void dense_sweep(const SnapshotLaw& law, SumWidth width, SweepQueue& queue, const Streams& streams,
                 StreamPosition at, DenseScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(sweep_queue)(law, width, queue, streams, at, scratch);
}

}  // namespace dplda
#endif  // HWY_ONCE

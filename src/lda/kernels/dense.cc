#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/dense.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "lda/kernels/dense.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D64 = hn::CappedTag<std::uint64_t, SnapshotLaw::kPadding>;
using V64 = hn::Vec<D64>;

// Prefix sums within a vector, by shifting up 1, 2 and 4 lanes and adding.
class LanePrefix {
 public:
  LanePrefix() {
    const D64 d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    HWY_ALIGN std::int64_t from[hn::MaxLanes(D64())];
    for (int step = 0; step < kSteps; ++step) {
      for (std::int64_t lane = 0; lane < lanes; ++lane)
        from[lane] = std::max<std::int64_t>(lane - (1 << step), 0);
      from_[step] = hn::SetTableIndices(d, from);
    }
    for (std::int64_t lane = 0; lane < lanes; ++lane) from[lane] = lanes - 1;
    last_ = hn::SetTableIndices(d, from);
  }

  HWY_INLINE V64 sums(V64 v) const {
    const D64 d;
    const V64 lane = hn::Iota(d, 0);
    for (int step = 0; step < kSteps; ++step) {
      const auto inside = hn::Gt(lane, hn::Set(d, (std::uint64_t{1} << step) - 1));
      v = hn::Add(v, hn::IfThenElseZero(inside, hn::TableLookupLanes(v, from_[step])));
    }
    return v;
  }

  HWY_INLINE V64 last(V64 v) const { return hn::TableLookupLanes(v, last_); }

 private:
  static constexpr int kSteps = hn::MaxLanes(D64()) > 4   ? 3
                                : hn::MaxLanes(D64()) > 2 ? 2
                                : hn::MaxLanes(D64()) > 1 ? 1
                                                          : 0;
  using Indices = decltype(hn::SetTableIndices(D64(), static_cast<const std::int64_t*>(nullptr)));
  Indices from_[kSteps > 0 ? kSteps : 1];
  Indices last_;
};

// The product of two numbers below 2^32.
HWY_INLINE V64 product(V64 a, V64 b) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(D64(), hn::GetLane(a) * hn::GetLane(b));
#else
  const hn::Repartition<std::uint32_t, D64> halves;
  return hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b));
#endif
}

// Fills prefix with the running sums of column * factors and returns the total.
HWY_INLINE std::uint64_t weigh(const std::uint32_t* HWY_RESTRICT column,
                               const std::uint64_t* HWY_RESTRICT factors,
                               std::uint64_t* HWY_RESTRICT prefix, std::size_t stride,
                               const LanePrefix& lanes) {
  const D64 d;
  const hn::Rebind<std::uint32_t, D64> d32;
  V64 carry = hn::Zero(d);
  for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
    const V64 a = hn::PromoteTo(d, hn::LoadU(d32, column + k));
    const V64 g = hn::LoadU(d, factors + k);
    const V64 sums = hn::Add(lanes.sums(product(a, g)), carry);
    hn::StoreU(sums, d, prefix + k);
    carry = lanes.last(sums);
  }
  return hn::GetLane(carry);
}

// The smallest k with target < prefix[k]. Sums are below 2^63: signed comparison, which is the
// cheaper one, will do.
HWY_INLINE std::size_t find(const std::uint64_t* prefix, std::size_t stride, std::uint64_t target) {
  const D64 d;
  const hn::RebindToSigned<D64> i64;
  const auto t = hn::Set(i64, static_cast<std::int64_t>(target));
  std::size_t above = 0;
  for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
    above += hn::CountTrue(i64, hn::Gt(hn::BitCast(i64, hn::LoadU(d, prefix + k)), t));
  }
  return stride - above;
}

void sweep_tokens(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                  std::span<Topic> topics, const Streams& streams, StreamPosition at,
                  DenseScratch& scratch) {
  const LanePrefix lanes;
  const std::size_t stride = law.stride();
  std::uint64_t* factors = scratch.factors.data();
  std::uint64_t* prefix = scratch.prefix.data();
  const std::uint64_t* step = law.step().data();

  for (std::size_t j = 0; j < words.size(); ++j) {
    const std::size_t in_block = j % DenseScratch::kDraws;
    if (in_block == 0) {
      at.position = j;
      const std::size_t needed = (std::min(DenseScratch::kDraws, words.size() - j) + 7) / 8 * 8;
      streams.draws(at, std::span(scratch.draws).first(needed));
    }
    factors[topics[j]] -= step[topics[j]];
    const std::uint64_t total = weigh(law.column(words[j]).data(), factors, prefix, stride, lanes);
    std::uint64_t target;
    StreamPosition again = at;
    again.position = j;
    for (std::uint64_t x = scratch.draws[in_block]; !uniform_below(x, total, target);) {
      ++again.retry;
      x = streams.draw(again);
    }
    const auto topic = static_cast<Topic>(find(prefix, stride, target));
    topics[j] = topic;
    factors[topic] += step[topic];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(sweep_tokens);

void dense_sweep(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                 std::span<Topic> topics, const Streams& streams, StreamPosition at,
                 DenseScratch& scratch) {
  std::copy(law.base().begin(), law.base().end(), scratch.factors.begin());
  for (const Topic topic : topics) scratch.factors[topic] += law.step()[topic];
  HWY_DYNAMIC_DISPATCH(sweep_tokens)(law, words, topics, streams, at, scratch);
}

}  // namespace dplda
#endif  // HWY_ONCE

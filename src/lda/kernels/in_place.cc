#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/in_place.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "lda/kernels/in_place.h"
#include "lda/kernels/ordered_sums-inl.h"
#include "lda/kernels/walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// Counts as they are.
class PlainLaw {
 public:
  explicit PlainLaw(const InPlaceState& state)
      : alpha_(state.alpha.data()), smoothing_(state.smoothing) {}

  HWY_INLINE void at(std::size_t) {}
  HWY_INLINE VD counts(VD n, std::size_t) const { return n; }
  HWY_INLINE double count(double n, std::size_t) const { return n; }
  HWY_INLINE double document(std::size_t k, double n) const { return n + alpha_[k]; }
  HWY_INLINE double inverse(std::size_t, std::int64_t n) const {
    return 1.0 / (static_cast<double>(n) + smoothing_);
  }

 private:
  const double* alpha_;
  double smoothing_;
};

// Weights that are added in groups of eight, and groups in order.
class GroupSums {
 public:
  explicit GroupSums(InPlaceState& state)
      : weights_(state.weights.data()),
        sums_(state.sums.data()),
        before_(state.before.data() + 7),
        groups_(state.table.stride() / kInPlaceGroup),
        last_(state.table.topics() - 1) {}

  template <class Walk>
  HWY_INLINE void weigh(const Walk& walk) {
    for (std::size_t first = 0; first < groups_; first += kQuad) {
      VD v[kQuad];
      HWY_UNROLL(4)
      for (std::size_t i = 0; i < kQuad; ++i)
        v[i] = first + i < groups_ ? weigh_group(first + i, walk) : hn::Zero(DD());
      store_lane_sums(DD(), v, sums_ + first);
    }
  }

  HWY_INLINE void set(std::size_t k, double weight) {
    const std::size_t group = k / kInPlaceGroup;
    double* const weights = weights_ + group * kInPlaceGroup;
    VD p[kEightVectors];
    load_eight(weights, p);
    set_of_eight(p, k % kInPlaceGroup, weight);
    store_eight(p, weights);
    set_element(sums_, group, lane_sum(DD(), folded(p)));
  }

  HWY_INLINE std::size_t drawn(double u) {
    VD sums[kEightVectors];
    double total = add_groups(0, 0.0, sums);
    for (std::size_t first = 8; first < groups_; first += 8) total = add_groups(first, total, sums);
    const double target = u * total;
    std::size_t group = passed(sums, target);  // of the last eight, which are often the only ones
    for (std::size_t first = 0; first + 8 < groups_; first += 8) {
      load_eight(before_ + first + 1, sums);
      group += passed(sums, target);
    }
    group = std::min(group, groups_ - 1);
    const std::size_t begin = group * kInPlaceGroup;
    running_sums(before_[group], weights_ + begin, sums);
    // Rounding may carry the target past the last topic.
    return std::min(begin + passed(sums, target), std::min(begin + kInPlaceGroup - 1, last_));
  }

 private:
  // A group's weights, added up in whole vectors.
  template <class Walk>
  HWY_INLINE VD weigh_group(std::size_t group, const Walk& walk) {
    VD p[kEightVectors];
    for (std::size_t v = 0; v < kEightVectors; ++v)
      p[v] = walk.weights_at(group * kInPlaceGroup + v * kLanes);
    store_eight(p, weights_ + group * kInPlaceGroup);
    return folded(p);
  }

  // Adds eight groups to what is before them. Returns the sum.
  HWY_INLINE double add_groups(std::size_t first, double total, VD (&sums)[kEightVectors]) {
    running_sums(total, sums_ + first, sums);
    store_eight(sums, before_ + first + 1);
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < 8; ++i) total += sums_[first + i];
    return total;
  }

  double* weights_;
  double* sums_;
  double* before_;
  std::size_t groups_;
  std::size_t last_;
};

void sweep_in_place(InPlaceState& state, const DocumentTokens& tokens) {
  walk_document<PlainLaw, GroupSums>(state, tokens);
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(sweep_in_place);

InPlaceState::InPlaceState(TopicTable& table_in, const Prior& prior)
    : WalkState(table_in, prior),
      sums((table_in.stride() / kInPlaceGroup + 7) / 8 * 8),
      before(8 + sums.size()) {}

void in_place_document(InPlaceState& state, const DocumentTokens& tokens) {
  HWY_DYNAMIC_DISPATCH(sweep_in_place)(state, tokens);
}

}  // namespace dplda
#endif  // HWY_ONCE

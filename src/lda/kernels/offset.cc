#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/offset.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "lda/kernels/offset.h"
#include "lda/kernels/ordered_sums-inl.h"
#include "lda/kernels/walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// Counts with what was added to them, within bounds.
class OffsetLaw {
 public:
  explicit OffsetLaw(const OffsetState& state)
      : offsets_(state.offsets.data()),
        added_(state.added.data()),
        alpha_(state.alpha.data()),
        added_to_totals_(state.added_to_totals.data()),
        clip_(state.clip),
        smoothing_(state.smoothing) {}

  HWY_INLINE void at(std::size_t cell) { column_ = offsets_ + cell; }
  HWY_INLINE VD counts(VD n, std::size_t k) const {
    const DD d;
    const VD moved = hn::Add(n, hn::LoadU(d, column_ + k));
    return hn::Min(hn::Max(moved, hn::Zero(d)), hn::Set(d, clip_));
  }
  HWY_INLINE double count(double n, std::size_t k) const {
    return std::min(std::max(n + column_[k], 0.0), clip_);
  }
  HWY_INLINE double document(std::size_t k, double n) const {
    return std::max(n + added_[k], 0.0) + alpha_[k];
  }
  HWY_INLINE double inverse(std::size_t k, std::int64_t n) const {
    return 1.0 / ((static_cast<double>(n) + added_to_totals_[k]) + smoothing_);
  }

 private:
  const double* offsets_;
  const double* added_;
  const double* alpha_;
  const double* added_to_totals_;
  double clip_;
  double smoothing_;
  const double* column_ = nullptr;  // the word's offsets
};

// Weights that are added in the order of the topics.
class TopicSums {
 public:
  explicit TopicSums(OffsetState& state)
      : weights_(state.weights.data()),
        sums_(state.sums.data()),
        stride_(state.table.stride()),
        last_(state.table.topics() - 1) {}

  template <class Walk>
  HWY_INLINE void weigh(const Walk& walk) {
    for (std::size_t k = 0; k < stride_; k += kLanes)
      hn::Store(walk.weights_at(k), DD(), weights_ + k);
  }

  HWY_INLINE void set(std::size_t k, double weight) { set_element(weights_, k, weight); }

  HWY_INLINE std::size_t drawn(double u) {
    double total = 0;
    for (std::size_t k = 0; k <= last_; ++k) sums_[k] = total += weights_[k];
    return std::min(above(u * total), last_);
  }

 private:
  // The first topic whose sum is above `target`: eight topics at a time, then among eight.
  HWY_INLINE std::size_t above(double target) const {
    std::size_t begin = 0;
    for (std::size_t end = 8; end < stride_; end += 8) begin += sums_[end - 1] <= target ? 8 : 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 8; ++i) count += sums_[begin + i] <= target ? 1 : 0;
    return begin + count;
  }

  double* weights_;
  double* sums_;
  std::size_t stride_;
  std::size_t last_;
};

void sweep_with_offsets(OffsetState& state, const DocumentTokens& tokens) {
  walk_document<OffsetLaw, TopicSums>(state, tokens);
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(sweep_with_offsets);

OffsetState::OffsetState(TopicTable& table_in, const Prior& prior,
                         std::span<const double> offsets_in, std::span<const double> total_offsets,
                         double clip_in)
    : WalkState(table_in, prior, total_offsets),
      offsets(offsets_in),
      clip(clip_in),
      added(table_in.stride()),
      sums(table_in.stride(), std::numeric_limits<double>::infinity()) {}

void offset_document(OffsetState& state, const DocumentTokens& tokens) {
  HWY_DYNAMIC_DISPATCH(sweep_with_offsets)(state, tokens);
}

}  // namespace dplda
#endif  // HWY_ONCE

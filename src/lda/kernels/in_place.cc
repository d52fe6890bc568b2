#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/in_place.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "lda/kernels/in_place.h"
#include "lda/kernels/ordered_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// A walk over tokens. Every draw waits for the one before, so little is left to do between them:
// the next token is approached, its weights made, before the last one enters its topic, and set
// right in that one place when the topic is known. No address that is known late is written before
// all of that is read.
class Walk {
 public:
  explicit Walk(InPlaceState& state)
      : cells_(state.table.column(0).data()),
        totals_(state.table.totals().data()),
        alpha_(state.alpha.data()),
        counts_(state.counts.data()),
        document_(state.document.data()),
        inverse_(state.inverse.data()),
        next_inverse_(state.next_inverse.data()),
        weights_(state.weights.data()),
        sums_(state.sums.data()),
        before_(state.before.data() + 7),
        stride_(state.table.stride()),
        groups_(stride_ / kInPlaceGroup),
        last_(state.table.topics() - 1),
        beta_(state.beta),
        smoothing_(state.smoothing) {}

  // Weighs the topics of a token, and takes it out of its own.
  HWY_INLINE void approach(std::uint32_t word, std::size_t topic) {
    column_ = cells_ + word * stride_;
    weigh_all();
    left_ = leave(topic);
  }

  // The topic of the token that was approached last.
  HWY_INLINE std::size_t draw(double u) {
    set_weight(left_);
    set_weight(entered_);
    settle(left_);
    settle(entered_);
    return drawn(u);
  }

  // Counts the token of `word` that left a topic before. After it, the next one may be approached
  // already.
  HWY_INLINE void enter(std::uint32_t word, std::size_t k) {
    cells_[word * stride_ + k] += 1;
    totals_[k] += 1;
    counts_[k] += 1;
    entered_ = {k, counts_[k] + alpha_[k], next_inverse_[k]};
    next_inverse_[k] = 1.0 / (static_cast<double>(totals_[k] + 1) + smoothing_);
  }

  void start() { entered_ = left_; }
  void finish() { settle(entered_); }

 private:
  // What a topic's weight is made of, beside the word's count.
  struct Factors {
    std::size_t topic;
    double document;
    double inverse;
  };

  HWY_INLINE Factors leave(std::size_t k) {
    column_[k] -= 1;
    totals_[k] -= 1;
    counts_[k] -= 1;
    next_inverse_[k] = inverse_[k];
    return {k, counts_[k] + alpha_[k], 1.0 / (static_cast<double>(totals_[k]) + smoothing_)};
  }

  HWY_INLINE void settle(const Factors& factors) {
    set_element(document_, factors.topic, factors.document);
    set_element(inverse_, factors.topic, factors.inverse);
  }

  // A group's weights, added up in whole vectors.
  HWY_INLINE VD weigh_group(std::size_t group) {
    const DD d;
    const hn::Rebind<std::int32_t, DD> d32;
    VD p[kEightVectors];
    for (std::size_t v = 0; v < kEightVectors; ++v) {
      const std::size_t k = group * kInPlaceGroup + v * kLanes;
      const VD n = hn::PromoteTo(d, hn::LoadU(d32, column_ + k));
      p[v] = hn::Mul(hn::Mul(hn::Add(n, hn::Set(d, beta_)), hn::Load(d, document_ + k)),
                     hn::Load(d, inverse_ + k));
    }
    store_eight(p, weights_ + group * kInPlaceGroup);
    return folded(p);
  }

  HWY_INLINE void weigh_all() {
    for (std::size_t first = 0; first < groups_; first += kQuad) {
      VD v[kQuad];
      HWY_UNROLL(4)
      for (std::size_t i = 0; i < kQuad; ++i)
        v[i] = first + i < groups_ ? weigh_group(first + i) : hn::Zero(DD());
      store_lane_sums(DD(), v, sums_ + first);
    }
  }

  HWY_INLINE void set_weight(const Factors& factors) {
    const std::size_t k = factors.topic;
    const double weight =
        ((static_cast<double>(column_[k]) + beta_) * factors.document) * factors.inverse;
    const std::size_t group = k / kInPlaceGroup;
    double* const weights = weights_ + group * kInPlaceGroup;
    VD p[kEightVectors];
    load_eight(weights, p);
    set_of_eight(p, k % kInPlaceGroup, weight);
    store_eight(p, weights);
    set_element(sums_, group, lane_sum(DD(), folded(p)));
  }

  // Adds eight groups to what is before them. Returns the sum.
  HWY_INLINE double add_groups(std::size_t first, double total, VD (&sums)[kEightVectors]) {
    running_sums(total, sums_ + first, sums);
    store_eight(sums, before_ + first + 1);
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < 8; ++i) total += sums_[first + i];
    return total;
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

  std::int32_t* cells_;
  std::int64_t* totals_;
  const double* alpha_;
  double* counts_;
  double* document_;
  double* inverse_;
  double* next_inverse_;
  double* weights_;
  double* sums_;
  double* before_;
  std::size_t stride_;
  std::size_t groups_;
  std::size_t last_;
  double beta_;
  double smoothing_;
  std::int32_t* column_ = nullptr;  // of the token that was approached last
  Factors left_{};                  // the topic that it left
  Factors entered_{};               // the topic that the token before it entered
};

void sweep_document(InPlaceState& state, std::span<const std::uint32_t> words,
                    std::span<Topic> topics, std::span<const std::uint64_t> draws) {
  if (words.empty()) return;
  Walk walk(state);
  walk.approach(words[0], topics[0]);
  walk.start();
  for (std::size_t j = 0; j < words.size(); ++j) {
    const std::size_t topic = walk.draw(static_cast<double>(draws[j] >> 11) * 0x1p-53);
    topics[j] = static_cast<Topic>(topic);
    if (j + 1 < words.size()) walk.approach(words[j + 1], topics[j + 1]);
    walk.enter(words[j], topic);
  }
  walk.finish();
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(sweep_document);

InPlaceState::InPlaceState(TopicTable& table_in, const Prior& prior)
    : table(table_in),
      beta(prior.beta),
      smoothing(table_in.words() * prior.beta),
      alpha(table_in.stride()),
      counts(table_in.stride()),
      document(table_in.stride()),
      inverse(table_in.stride(), 1.0),
      next_inverse(table_in.stride(), 1.0),
      weights(table_in.stride()),
      sums((table_in.stride() / kInPlaceGroup + 7) / 8 * 8),
      before(8 + sums.size()) {
  std::copy(prior.alpha.begin(), prior.alpha.end(), alpha.begin());
  for (std::size_t k = 0; k < table.topics(); ++k) {
    inverse[k] = 1.0 / (static_cast<double>(table.totals()[k]) + smoothing);
    next_inverse[k] = 1.0 / (static_cast<double>(table.totals()[k] + 1) + smoothing);
  }
}

void in_place_sweep(InPlaceState& state, std::span<const std::uint32_t> words,
                    std::span<Topic> topics, std::span<const std::uint64_t> draws) {
  std::fill(state.counts.begin(), state.counts.end(), 0.0);
  for (const Topic topic : topics) ++state.counts[topic];
  for (std::size_t k = 0; k < state.table.topics(); ++k)
    state.document[k] = state.counts[k] + state.alpha[k];
  HWY_DYNAMIC_DISPATCH(sweep_document)(state, words, topics, draws);
}

}  // namespace dplda
#endif  // HWY_ONCE

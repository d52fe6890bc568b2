#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/offset.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "lda/kernels/offset.h"
#include "lda/kernels/ordered_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// A walk over tokens, in the order of in_place.cc: the next token is approached before the last one
// enters its topic.
class OffsetWalk {
 public:
  explicit OffsetWalk(OffsetState& state)
      : state_(state),
        cells_(state.table.column(0).data()),
        totals_(state.table.totals().data()),
        counts_(state.counts.data()),
        document_(state.document.data()),
        inverse_(state.inverse.data()),
        next_inverse_(state.next_inverse.data()),
        weights_(state.weights.data()),
        sums_(state.sums.data()),
        stride_(state.table.stride()),
        last_(state.table.topics() - 1) {}

  // Weighs the topics of a token, and takes it out of its own.
  HWY_INLINE void approach(std::uint32_t word, std::size_t topic) {
    column_ = cells_ + word * stride_;
    offsets_ = state_.offsets.data() + word * stride_;
    weigh_all();
    left_ = leave(topic);
  }

  // The topic of the token that was approached last.
  HWY_INLINE std::size_t draw(double u) {
    for (const Factors* factors : {&left_, &entered_}) {
      const std::size_t k = factors->topic;
      set_element(
          weights_, k,
          ((used(column_[k] + offsets_[k]) + state_.beta) * factors->document) * factors->inverse);
      set_element(document_, k, factors->document);
      set_element(inverse_, k, factors->inverse);
    }
    double total = 0;
    for (std::size_t k = 0; k <= last_; ++k) sums_[k] = total += weights_[k];
    return std::min(above(u * total), last_);
  }

  // Counts the token of `word` that left a topic before. After it, the next one may be approached
  // already.
  HWY_INLINE void enter(std::uint32_t word, std::size_t k) {
    cells_[word * stride_ + k] += 1;
    totals_[k] += 1;
    counts_[k] += 1;
    entered_ = {k, document_factor(k), next_inverse_[k]};
    next_inverse_[k] = inverse_of(k, 1);
  }

  void start() { entered_ = left_; }
  void finish() { set_element(inverse_, entered_.topic, entered_.inverse); }

 private:
  // What a topic's weight is made of, beside the word's count.
  struct Factors {
    std::size_t topic;
    double document;
    double inverse;
  };

  HWY_INLINE double used(double count) const { return std::min(std::max(count, 0.0), state_.clip); }

  HWY_INLINE double document_factor(std::size_t k) const {
    return std::max(counts_[k] + state_.added[k], 0.0) + state_.alpha[k];
  }

  HWY_INLINE double inverse_of(std::size_t k, std::int64_t more) const {
    return 1.0 / ((static_cast<double>(totals_[k] + more) + state_.added_to_totals[k]) +
                  state_.smoothing);
  }

  HWY_INLINE Factors leave(std::size_t k) {
    column_[k] -= 1;
    totals_[k] -= 1;
    counts_[k] -= 1;
    next_inverse_[k] = inverse_[k];
    return {k, document_factor(k), inverse_of(k, 0)};
  }

  HWY_INLINE void weigh_all() {
    const DD d;
    const hn::Rebind<std::int32_t, DD> d32;
    const VD beta = hn::Set(d, state_.beta);
    const VD clip = hn::Set(d, state_.clip);
    for (std::size_t k = 0; k < stride_; k += kLanes) {
      const VD n =
          hn::Add(hn::PromoteTo(d, hn::LoadU(d32, column_ + k)), hn::LoadU(d, offsets_ + k));
      const VD count = hn::Min(hn::Max(n, hn::Zero(d)), clip);
      hn::Store(hn::Mul(hn::Mul(hn::Add(count, beta), hn::Load(d, document_ + k)),
                        hn::Load(d, inverse_ + k)),
                d, weights_ + k);
    }
  }

  // The first topic whose sum is above `target`: eight topics at a time, then among eight.
  HWY_INLINE std::size_t above(double target) const {
    std::size_t begin = 0;
    for (std::size_t end = 8; end < stride_; end += 8) begin += sums_[end - 1] <= target ? 8 : 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 8; ++i) count += sums_[begin + i] <= target ? 1 : 0;
    return begin + count;
  }

  OffsetState& state_;
  std::int32_t* cells_;
  std::int64_t* totals_;
  double* counts_;
  double* document_;
  double* inverse_;
  double* next_inverse_;
  double* weights_;
  double* sums_;
  std::size_t stride_;
  std::size_t last_;
  std::int32_t* column_ = nullptr;   // of the token that was approached last
  const double* offsets_ = nullptr;  // beside it
  Factors left_{};                   // the topic that it left
  Factors entered_{};                // the topic that the token before it entered
};

void sweep_with_offsets(OffsetState& state, std::span<const std::uint32_t> words,
                        std::span<Topic> topics, std::span<const std::uint64_t> draws) {
  if (words.empty()) return;
  OffsetWalk walk(state);
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

HWY_EXPORT(sweep_with_offsets);

OffsetState::OffsetState(TopicTable& table_in, const Prior& prior,
                         std::span<const double> offsets_in, std::span<const double> total_offsets,
                         double clip_in)
    : table(table_in),
      offsets(offsets_in),
      beta(prior.beta),
      clip(clip_in),
      smoothing(table_in.words() * prior.beta),
      alpha(table_in.stride()),
      added_to_totals(table_in.stride()),
      added(table_in.stride()),
      counts(table_in.stride()),
      document(table_in.stride()),
      inverse(table_in.stride(), 1.0),
      next_inverse(table_in.stride(), 1.0),
      weights(table_in.stride()),
      sums(table_in.stride(), std::numeric_limits<double>::infinity()) {
  std::copy(prior.alpha.begin(), prior.alpha.end(), alpha.begin());
  std::copy(total_offsets.begin(), total_offsets.end(), added_to_totals.begin());
  for (std::size_t k = 0; k < table.topics(); ++k) {
    const auto total = static_cast<double>(table.totals()[k]);
    inverse[k] = 1.0 / ((total + added_to_totals[k]) + smoothing);
    next_inverse[k] = 1.0 / (((total + 1) + added_to_totals[k]) + smoothing);
  }
}

void offset_document(OffsetState& state, std::span<const std::uint32_t> words,
                     std::span<Topic> topics, std::span<const std::uint64_t> draws) {
  std::fill(state.counts.begin(), state.counts.end(), 0.0);
  for (const Topic topic : topics) ++state.counts[topic];
  for (std::size_t k = 0; k < state.table.topics(); ++k)
    state.document[k] = std::max(state.counts[k] + state.added[k], 0.0) + state.alpha[k];
  HWY_DYNAMIC_DISPATCH(sweep_with_offsets)(state, words, topics, draws);
}

}  // namespace dplda
#endif  // HWY_ONCE

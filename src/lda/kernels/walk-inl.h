// The walk over a document's tokens that the in-place kernels share. For Highway's files that are
// compiled once for every instruction set.
#if defined(DPLDA_LDA_KERNELS_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_LDA_KERNELS_WALK_INL_H_
#undef DPLDA_LDA_KERNELS_WALK_INL_H_
#else
#define DPLDA_LDA_KERNELS_WALK_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lda/kernels/ordered_sums-inl.h"
#include "lda/kernels/walk.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// A walk over tokens. Every draw waits for the one before, so little is left to do between them:
// the next token is approached, its weights made, before the last one enters its topic, and set
// right in that one place when the topic is known. No address that is known late is written before
// all of that is read. A weight is (count + beta) * document * inverse, multiplied in this order.
//
// `Law` says what a weight is made of:
//   at(cell)             the word's column begins at this cell of the table
//   counts(n, k)         the counts to use of the topics from k on, where n are the true ones
//   count(n, k)          the same of one topic
//   document(k, n)       the document's factor, n its count
//   inverse(k, n)        the topic's, n its total
// `Sums` holds the weights, adds them up and searches them:
//   weigh(walk)          asks it for all weights_at, whole vectors from a topic on
//   set(k, weight)       one weight is another
//   drawn(u)             the topic at u times the total
// Both are made of the State.
template <class Law, class Sums>
class Walk {
 public:
  template <class State>
  explicit Walk(State& state)
      : law_(state),
        sums_(state),
        cells_(state.table.column(0).data()),
        totals_(state.table.totals().data()),
        counts_(state.counts.data()),
        document_(state.document.data()),
        inverse_(state.inverse.data()),
        next_inverse_(state.next_inverse.data()),
        stride_(state.table.stride()),
        beta_(state.beta) {}

  // Weighs the topics of a token, and takes it out of its own.
  HWY_INLINE void approach(std::uint32_t word, std::size_t topic) {
    column_ = cells_ + word * stride_;
    law_.at(word * stride_);
    sums_.weigh(*this);
    left_ = leave(topic);
  }

  // The weights of the topics from k on, before the token leaves its own.
  HWY_INLINE VD weights_at(std::size_t k) const {
    const DD d;
    const hn::Rebind<std::int32_t, DD> d32;
    const VD n = law_.counts(hn::PromoteTo(d, hn::LoadU(d32, column_ + k)), k);
    return hn::Mul(hn::Mul(hn::Add(n, hn::Set(d, beta_)), hn::Load(d, document_ + k)),
                   hn::Load(d, inverse_ + k));
  }

  // The topic of the token that was approached last.
  HWY_INLINE std::size_t draw(double u) {
    set_weight(left_);
    set_weight(entered_);
    settle(left_);
    settle(entered_);
    return sums_.drawn(u);
  }

  // Counts the token of `word` that left a topic before. After it, the next one may be approached
  // already.
  HWY_INLINE void enter(std::uint32_t word, std::size_t k) {
    cells_[word * stride_ + k] += 1;
    totals_[k] += 1;
    counts_[k] += 1;
    entered_ = {k, law_.document(k, counts_[k]), next_inverse_[k]};
    next_inverse_[k] = law_.inverse(k, totals_[k] + 1);
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
    return {k, law_.document(k, counts_[k]), law_.inverse(k, totals_[k])};
  }

  HWY_INLINE void settle(const Factors& factors) {
    set_element(document_, factors.topic, factors.document);
    set_element(inverse_, factors.topic, factors.inverse);
  }

  HWY_INLINE void set_weight(const Factors& factors) {
    const std::size_t k = factors.topic;
    const double n = law_.count(static_cast<double>(column_[k]), k);
    sums_.set(k, ((n + beta_) * factors.document) * factors.inverse);
  }

  Law law_;
  Sums sums_;
  std::int32_t* cells_;
  std::int64_t* totals_;
  double* counts_;
  double* document_;
  double* inverse_;
  double* next_inverse_;
  std::size_t stride_;
  double beta_;
  std::int32_t* column_ = nullptr;  // of the token that was approached last
  Factors left_{};                  // the topic that it left
  Factors entered_{};               // the topic that the token before it entered
};

// Counts a document's topics. Apart from the walk, which needs all registers for itself.
template <class Law, class State>
HWY_NOINLINE void begin_document(State& state, std::span<const Topic> topics) {
  const Law law(state);
  std::fill(state.counts.begin(), state.counts.end(), 0.0);
  for (const Topic topic : topics) ++state.counts[topic];
  for (std::size_t k = 0; k < state.table.topics(); ++k)
    state.document[k] = law.document(k, state.counts[k]);
}

// Draws a new topic for each token of a document, in order, and moves the counts.
template <class Law, class Sums, class State>
HWY_INLINE void walk_document(State& state, const DocumentTokens& tokens) {
  const std::span<const std::uint32_t> words = tokens.words;
  const std::span<Topic> topics = tokens.topics;
  const std::span<const std::uint64_t> draws = tokens.draws;
  if (words.empty()) return;
  begin_document<Law>(state, topics);
  Walk<Law, Sums> walk(state);
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

#endif

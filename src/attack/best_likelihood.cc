#include <algorithm>

#include "attack/shadow_models.h"
#include "base/steady_math.h"

namespace dplda {
namespace {

// A share that a step would make negative keeps this part of itself; none ever reaches 0, from
// where it could not come back.
constexpr float kKept = 0.05F;
constexpr float kLeastShare = 1e-20F;
// After a step that gained the next is longer by this factor.
constexpr double kLonger = 1.5;

}  // namespace

BestLikelihood::BestLikelihood(const Model& model, double gap)
    : topics_(model.topics()), gap_(gap), by_word_(model.phi().size()) {
  for (std::size_t k = 0; k < topics_; ++k) {
    const std::span<const float> topic = model.topic(k);
    for (std::size_t t = 0; t < topic.size(); ++t) by_word_[t * topics_ + k] = topic[t];
  }
}

// Both layouts, so that both sums of a step run along memory.
void BestLikelihood::gather(const Bag& bag) {
  const std::size_t words = bag.words.size();
  by_word_here_.resize(words * topics_);
  by_topic_here_.resize(words * topics_);
  for (std::size_t i = 0; i < words; ++i) {
    const float* column = &by_word_[static_cast<std::size_t>(bag.words[i]) * topics_];
    std::copy_n(column, topics_, &by_word_here_[i * topics_]);
    for (std::size_t k = 0; k < topics_; ++k) by_topic_here_[k * words + i] = column[k];
  }
}

double BestLikelihood::value(const Bag& bag, std::span<const float> shares,
                             std::vector<float>& mixture) const {
  const std::size_t words = bag.words.size();
  mixture.assign(words, 0);
  for (std::size_t k = 0; k < topics_; ++k) {
    const float share = shares[k];
    const float* topic = &by_topic_here_[k * words];
    for (std::size_t i = 0; i < words; ++i) mixture[i] += share * topic[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < words; ++i) {
    mixture[i] = std::max(mixture[i], 1e-30F);  // a word that no topic has
    sum += bag.counts[i] * steady_log(mixture[i]);
  }
  return sum;
}

// How much the value can be below its maximum: by concavity no more than the steepest slope beyond
// the number of tokens, which is the mean slope by the shares.
double BestLikelihood::missing(const Bag& bag, double tokens) {
  slope_.assign(topics_, 0);
  for (std::size_t i = 0; i < bag.words.size(); ++i) {
    const float weight = static_cast<float>(bag.counts[i]) / mixture_[i];
    const float* column = &by_word_here_[i * topics_];
    for (std::size_t k = 0; k < topics_; ++k) slope_[k] += weight * column[k];
  }
  return *std::max_element(slope_.begin(), slope_.end()) - tokens;
}

// `length` times as far as EM goes, which is to theta_k slope_k / tokens.
void BestLikelihood::step(double tokens, double length) {
  next_shares_.resize(topics_);
  const auto scale = static_cast<float>(length / tokens);
  const auto rest = static_cast<float>(1 - length);
  float sum = 0;
  for (std::size_t k = 0; k < topics_; ++k) {
    const float factor = std::max(kKept, rest + scale * slope_[k]);
    next_shares_[k] = std::max(kLeastShare, shares_[k] * factor);
    sum += next_shares_[k];
  }
  for (float& share : next_shares_) share /= sum;
}

double BestLikelihood::operator()(const Bag& bag, std::vector<double>* trace) {
  if (bag.words.empty()) return 0;
  const auto tokens = static_cast<double>(bag.tokens());
  gather(bag);
  shares_.assign(topics_, 1 / static_cast<float>(topics_));
  double best = value(bag, shares_, mixture_);
  double length = 1;
  for (int steps = 0; steps < kMostSteps && missing(bag, tokens) > gap_; ++steps) {
    step(tokens, length);
    double reached = value(bag, next_shares_, next_mixture_);
    if (reached <= best && length > 1) {  // too far: as far as EM goes, which never loses
      length = 1;
      step(tokens, length);
      reached = value(bag, next_shares_, next_mixture_);
    }
    if (reached <= best) break;  // all that single precision can tell
    best = reached;
    length *= kLonger;
    shares_.swap(next_shares_);
    mixture_.swap(next_mixture_);
    if (trace != nullptr) trace->push_back(best);
  }
  return best;
}

double best_log_likelihood(const Model& model, const Bag& bag) {
  return BestLikelihood(model)(bag);
}

}  // namespace dplda

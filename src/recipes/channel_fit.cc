#include "recipes/channel_fit.h"

#include <algorithm>
#include <cmath>

#include "base/steady_math.h"

namespace dplda {
namespace {

// Tokens that every topic has of the words of all documents, beside its own.
constexpr double kBackground = 10;
// A word that nearly every document has counts as if fewer had it.
constexpr double kMostShare = 0.98;
// How far beyond its target a step of phi may go, and how far at all, in logarithms.
constexpr double kMostStretch = 10;
constexpr double kMostStep = 1;
constexpr double kLeastPhi = 1e-9;
// Draws of a document's topics in a sweep.
constexpr int kInner = 4;

}  // namespace

ChannelFit::ChannelFit(const WordSets& bits, Channel channel, std::size_t topics, double alpha,
                       double beta, const RandomStreams& random, Backend& backend)
    : bits_(bits),
      channel_(channel),
      topics_(topics),
      beta_(beta),
      random_(random),
      backend_(backend),
      rates_(0, topics, alpha, 1),
      phi_(topics * bits.words()),
      counts_(phi_.size()),
      kernel_phi_(topics, bits.words()) {
  measure_words();
  rates_ = DocumentRates(bits.documents(), topics, alpha, length_);
  spread_topics();
}

void ChannelFit::measure_words() {
  const double q = channel_.flip;
  for (const double share :
       pooled_shares(channel_, bits_.frequencies(backend_.pool()), bits_.documents())) {
    word_rates_.push_back(-steady_log(1 - std::min(share, kMostShare)));
    length_ += word_rates_.back();
    // The part of a bit's information about its word that survives the channel: expectation
    // maximisation is slow by just that factor.
    const double one = q + (1 - 2 * q) * share;
    const double left = (1 - 2 * q) * (1 - 2 * q) * share * (1 - share) / (one * (1 - one));
    stretch_.push_back(std::min(kMostStretch, 1 / std::sqrt(left)));
  }
  for (const double rate : word_rates_) smoothing_.push_back(beta_ + kBackground * rate / length_);
}

// The words of all documents, each cell times the sum of three exponential variables.
void ChannelFit::spread_topics() {
  const std::size_t words = bits_.words();
  for (std::size_t k = 0; k < topics_; ++k) {
    RandomStream coins(random_, Purpose::kInitialTopic, 1, k);
    double sum = 0;
    for (std::size_t t = 0; t < words; ++t) {
      double factor = 0;
      for (int i = 0; i < 3; ++i) factor -= steady_log(1 - coins.uniform() * 0.999999);
      phi_[k * words + t] = std::max(word_rates_[t] * factor, kLeastPhi);
      sum += phi_[k * words + t];
    }
    for (std::size_t t = 0; t < words; ++t) phi_[k * words + t] /= sum;
  }
}

void ChannelFit::sweep(std::uint32_t sweep, std::vector<double>* presences) {
  kernel_phi_.set(phi_);
  const ChannelSweep how{.flip = channel_.flip, .sweep = sweep, .inner = kInner};
  counts_ = backend_.channel_counts(bits_, kernel_phi_, how, rates_, random_, presences);
  move_phi();
}

// Towards the smoothed counts, and beyond them by the stretch of the word.
void ChannelFit::move_phi() {
  const std::size_t words = bits_.words();
  backend_.pool().for_each(topics_, [&](std::size_t k, int) {
    double total = 0;
    for (std::size_t t = 0; t < words; ++t) total += counts_[k * words + t] + smoothing(t);
    double sum = 0;
    for (std::size_t t = 0; t < words; ++t) {
      double& phi = phi_[k * words + t];
      const double target = (counts_[k * words + t] + smoothing(t)) / total;
      const double step = std::clamp(stretch_[t] * steady_log(target / phi), -kMostStep, kMostStep);
      phi = std::max(phi * steady_exp(step), kLeastPhi);
      sum += phi;
    }
    for (std::size_t t = 0; t < words; ++t) phi_[k * words + t] /= sum;
  });
}

Published ChannelFit::published(std::span<const double> counts) const {
  const std::size_t words = bits_.words();
  Published published{std::vector<float>(phi_.size()), std::vector<float>(topics_)};
  std::vector<double> totals(topics_);
  double all = 0;
  for (std::size_t k = 0; k < topics_; ++k) {
    for (std::size_t t = 0; t < words; ++t) totals[k] += counts[k * words + t] + smoothing(t);
    for (std::size_t t = 0; t < words; ++t) {
      published.phi[k * words + t] =
          static_cast<float>((counts[k * words + t] + smoothing(t)) / totals[k]);
    }
    all += totals[k];
  }
  for (std::size_t k = 0; k < topics_; ++k)
    published.prevalence[k] = static_cast<float>(totals[k] / all);
  return published;
}

}  // namespace dplda

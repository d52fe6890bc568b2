#include "lda/alpha.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dplda {
namespace {

constexpr int kIterations = 20;
// A topic that no document uses would go to zero; draws need a positive alpha.
constexpr double kLeastAlpha = 1e-5;
// Documents that are all alike would send it to infinity.
constexpr double kMostAlpha = 1e4;

using Histogram = std::vector<std::uint64_t>;  // how many documents have each count

void add(Histogram& histogram, std::size_t count) {
  if (count == 0) return;
  if (histogram.size() <= count) histogram.resize(count + 1);
  ++histogram[count];
}

// The sum over documents of digamma(n + a) - digamma(a) = 1/a + 1/(a+1) + ... + 1/(a+n-1).
double digamma_differences(const Histogram& histogram, double a) {
  double sum = 0;
  double rising = 0;
  for (std::size_t n = 1; n < histogram.size(); ++n) {
    rising += 1.0 / (a + static_cast<double>(n - 1));
    sum += static_cast<double>(histogram[n]) * rising;
  }
  return sum;
}

}  // namespace

// Minka, "Estimating a Dirichlet distribution" (2000), equation 55.
void optimise_alpha(Prior& prior, const Chain& chain, bool asymmetric) {
  const std::size_t topics = prior.topics();
  std::vector<Histogram> by_topic(topics);
  Histogram lengths;
  std::vector<std::size_t> counts(topics);
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    std::fill(counts.begin(), counts.end(), 0);
    for (std::uint64_t j = 0; j < chain.tokens.length(m); ++j)
      ++counts[chain.topics[chain.tokens.begin(m) + j]];
    for (std::size_t k = 0; k < topics; ++k) add(by_topic[k], counts[k]);
    add(lengths, chain.tokens.length(m));
  }
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const double denominator = digamma_differences(lengths, prior.alpha_sum());
    if (!(denominator > 0)) return;  // only empty documents: nothing to learn from
    std::vector<double> numerator(topics);
    for (std::size_t k = 0; k < topics; ++k)
      numerator[k] = digamma_differences(by_topic[k], prior.alpha[k]);
    if (asymmetric) {
      for (std::size_t k = 0; k < topics; ++k) {
        prior.alpha[k] =
            std::clamp(prior.alpha[k] * numerator[k] / denominator, kLeastAlpha, kMostAlpha);
      }
    } else {
      double sum = 0;
      for (const double value : numerator) sum += value;
      const double alpha = prior.alpha[0] * sum / (static_cast<double>(topics) * denominator);
      std::fill(prior.alpha.begin(), prior.alpha.end(), std::clamp(alpha, kLeastAlpha, kMostAlpha));
    }
  }
}

}  // namespace dplda

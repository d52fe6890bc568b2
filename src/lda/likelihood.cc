#include "lda/likelihood.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace dplda {
namespace {

// log Gamma(n + a) - log Gamma(a) for whole n, remembered where n is small.
class LogRising {
 public:
  explicit LogRising(double a) : a_(a), known_(1, 0.0) {}

  double operator()(std::int64_t n) {
    if (n >= kRemembered) return std::lgamma(static_cast<double>(n) + a_) - std::lgamma(a_);
    while (static_cast<std::int64_t>(known_.size()) <= n) {
      known_.push_back(known_.back() + std::log(static_cast<double>(known_.size() - 1) + a_));
    }
    return known_[static_cast<std::size_t>(n)];
  }

 private:
  static constexpr std::int64_t kRemembered = 4096;
  double a_;
  std::vector<double> known_;
};

double words_given_topics(const TopicTable& table, double beta) {
  LogRising cell(beta);
  LogRising total(table.words() * beta);
  double sum = 0;
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    for (const std::int32_t n : table.column(word)) {
      if (n > 0) sum += cell(n);
    }
  }
  for (const std::int64_t n : table.totals()) sum -= total(n);
  return sum;
}

double topics_given_prior(const Chain& chain, const Prior& prior) {
  std::vector<LogRising> shares;
  for (const double alpha : prior.alpha) shares.emplace_back(alpha);
  LogRising length(prior.alpha_sum());
  std::vector<std::int64_t> counts(prior.topics());
  double sum = 0;
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    std::fill(counts.begin(), counts.end(), 0);
    for (std::uint64_t j = 0; j < chain.tokens.length(m); ++j)
      ++counts[chain.topics[chain.tokens.begin(m) + j]];
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] > 0) sum += shares[k](counts[k]);
    }
    sum -= length(static_cast<std::int64_t>(chain.tokens.length(m)));
  }
  return sum;
}

}  // namespace

double log_likelihood_per_token(const Chain& chain, const Prior& prior) {
  if (chain.tokens.tokens() == 0) return 0;
  return (words_given_topics(chain.table, prior.beta) + topics_given_prior(chain, prior)) /
         static_cast<double>(chain.tokens.tokens());
}

}  // namespace dplda

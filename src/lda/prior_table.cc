#include "lda/prior_table.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/steady_math.h"
#include "lda/offset_sampler.h"
#include "lda/snapshot.h"

namespace dplda {
namespace {

// The alpha of a prior whose beta is in a table.
Prior without_beta(const Prior& prior) { return {.alpha = prior.alpha, .beta = 0}; }

class SequentialUnder final : public Sampler {
 public:
  SequentialUnder(const PriorTable& beta, const RandomStreams& random) : random_(random) {
    offsets_.table.assign(beta.cells().begin(), beta.cells().end());
    offsets_.totals.assign(beta.totals().begin(), beta.totals().end());
  }

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    offset_sweep(chain, without_beta(prior), offsets_, random_, sweep);
  }

 private:
  const RandomStreams& random_;
  Offsets offsets_;
};

class SnapshotUnder final : public Sampler {
 public:
  SnapshotUnder(const PriorTable& beta, const RandomStreams& random, ThreadPool& pool)
      : beta_(beta), random_(random), pool_(pool) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    if (!law_) law_.emplace(prior, chain.tokens.vocabulary(), chain.tokens.longest());
    law_->set_phi(phi_under(beta_, chain.table), pool_);
    snapshot_sweep(law_->law(), chain.tokens, chain.topics, random_,
                   {.purpose = Purpose::kTopic, .sweep = sweep}, pool_);
    chain.table.recount(chain.tokens, chain.topics, pool_);
  }

 private:
  const PriorTable& beta_;
  const RandomStreams& random_;
  ThreadPool& pool_;
  std::optional<PlainLaw> law_;
};

// ln Gamma(x) for x > 0: Stirling's series above 10, where its next term is below 1e-12.
double log_gamma(double x) {
  double product = 1;
  while (x < 10) product *= x++;
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  const double series =
      inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680))));
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  return (x - 0.5) * steady_log(x) - x + kHalfLogTwoPi + series - steady_log(product);
}

}  // namespace

PriorTable::PriorTable(std::size_t topics, std::uint32_t words, double beta)
    : words_(words),
      stride_((topics + TopicTable::kPadding - 1) / TopicTable::kPadding * TopicTable::kPadding),
      cells_(stride_ * words),
      totals_(topics) {
  for (std::uint32_t word = 0; word < words; ++word)
    std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(word * stride_), topics, beta);
  sum_up();
}

void PriorTable::sum_up() {
  std::fill(totals_.begin(), totals_.end(), 0.0);
  for (std::uint32_t word = 0; word < words_; ++word) {
    for (std::size_t k = 0; k < topics(); ++k) totals_[k] += cells_[word * stride_ + k];
  }
}

void PriorTable::add(const TopicTable& counts, double weight) {
  for (std::uint32_t word = 0; word < words_; ++word) {
    for (std::size_t k = 0; k < topics(); ++k)
      cells_[word * stride_ + k] += weight * counts.column(word)[k];
  }
  sum_up();
}

void PriorTable::add(std::span<const double> cells, double weight) {
  for (std::uint32_t word = 0; word < words_; ++word) {
    for (std::size_t k = 0; k < topics(); ++k)
      cells_[word * stride_ + k] += weight * cells[word * topics() + k];
  }
  sum_up();
}

void PriorTable::add(const PriorTable& other) {
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] += other.cells_[i];
  sum_up();
}

void PriorTable::scale(double factor) {
  for (double& cell : cells_) cell *= factor;
  sum_up();
}

double PriorTable::total() const { return std::accumulate(totals_.begin(), totals_.end(), 0.0); }

std::vector<float> phi_under(const PriorTable& prior, const TopicTable& counts) {
  std::vector<double> totals(prior.totals().begin(), prior.totals().end());
  for (std::size_t k = 0; k < totals.size(); ++k)
    totals[k] += static_cast<double>(counts.totals()[k]);
  std::vector<float> phi(prior.topics() * prior.words());
  for (std::uint32_t word = 0; word < prior.words(); ++word) {
    const std::span<const double> beta = prior.column(word);
    const std::span<const std::int32_t> column = counts.column(word);
    for (std::size_t k = 0; k < totals.size(); ++k) {
      phi[k * prior.words() + word] = static_cast<float>((column[k] + beta[k]) / totals[k]);
    }
  }
  return phi;
}

std::unique_ptr<Sampler> make_sampler_under(const PriorTable& beta, Sampling sampling,
                                            const RandomStreams& random, ThreadPool& pool) {
  if (sampling == Sampling::kSequential) return std::make_unique<SequentialUnder>(beta, random);
  return std::make_unique<SnapshotUnder>(beta, random, pool);
}

double log_probability(const PriorTable& prior, const TopicTable& counts) {
  double sum = 0;
  for (std::size_t k = 0; k < prior.topics(); ++k) {
    sum += log_gamma(prior.totals()[k]) -
           log_gamma(prior.totals()[k] + static_cast<double>(counts.totals()[k]));
  }
  for (std::uint32_t word = 0; word < prior.words(); ++word) {
    for (std::size_t k = 0; k < prior.topics(); ++k) {
      const std::int32_t count = counts.column(word)[k];
      if (count > 0) {
        const double beta = prior.column(word)[k];
        sum += log_gamma(beta + count) - log_gamma(beta);
      }
    }
  }
  return sum;
}

}  // namespace dplda

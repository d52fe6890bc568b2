#include "reference/naive_lda.h"

#include <algorithm>
#include <cmath>

namespace dplda::test {
namespace {

constexpr std::size_t kGroup = 8;

double group_sum(const std::vector<double>& p, std::size_t first) {
  const auto at = [&](std::size_t i) { return first + i < p.size() ? p[first + i] : 0.0; };
  return ((at(0) + at(4)) + (at(2) + at(6))) + ((at(1) + at(5)) + (at(3) + at(7)));
}

// The draw of the sequential sampler as docs/internals/algorithms.md orders it.
std::size_t grouped_draw(const std::vector<double>& p, double u) {
  double total = 0;
  for (std::size_t g = 0; g < p.size(); g += kGroup) total += group_sum(p, g);
  const double target = u * total;
  double before = 0;
  std::size_t first = 0;
  while (first + kGroup < p.size() && !(target < before + group_sum(p, first))) {
    before += group_sum(p, first);
    first += kGroup;
  }
  double running = before;
  for (std::size_t k = first; k < std::min(first + kGroup, p.size()); ++k) {
    running += p[k];
    if (target < running) return k;
  }
  return std::min(first + kGroup, p.size()) - 1;
}

}  // namespace

std::int64_t NaiveChain::cell(std::size_t topic, std::uint32_t word) const {
  std::int64_t n = 0;
  for (std::size_t m = 0; m < words.size(); ++m) {
    for (std::size_t j = 0; j < words[m].size(); ++j)
      n += words[m][j] == word && topics[m][j] == topic;
  }
  return n;
}

std::int64_t NaiveChain::total(std::size_t topic) const {
  std::int64_t n = 0;
  for (std::size_t m = 0; m < words.size(); ++m) n += in_document(m, topic);
  return n;
}

std::int64_t NaiveChain::in_document(std::size_t document, std::size_t topic) const {
  return std::count(topics[document].begin(), topics[document].end(), topic);
}

void naive_sequential_sweep(NaiveChain& chain, const Prior& prior, const RandomStreams& random,
                            std::uint32_t sweep) {
  const std::uint32_t nowhere = 1u
                                << 30;  // a topic that no count looks at: the token itself excluded
  for (std::size_t m = 0; m < chain.words.size(); ++m) {
    for (std::size_t j = 0; j < chain.words[m].size(); ++j) {
      chain.topics[m][j] = nowhere;
      std::vector<double> p;
      for (std::size_t k = 0; k < prior.topics(); ++k) {
        const double inverse =
            1.0 / (static_cast<double>(chain.total(k)) + chain.vocabulary * prior.beta);
        p.push_back(((static_cast<double>(chain.cell(k, chain.words[m][j])) + prior.beta) *
                     (static_cast<double>(chain.in_document(m, k)) + prior.alpha[k])) *
                    inverse);
      }
      const std::uint64_t x =
          random.draw({.purpose = Purpose::kTopic, .sweep = sweep, .document = m, .position = j});
      chain.topics[m][j] =
          static_cast<std::uint32_t>(grouped_draw(p, static_cast<double>(x >> 11) * 0x1p-53));
    }
  }
}

std::vector<std::vector<std::uint64_t>> naive_snapshot_columns(const NaiveChain& chain,
                                                               const Prior& prior) {
  std::vector<std::vector<double>> cells(chain.vocabulary);
  std::vector<double> inverse;
  for (std::size_t k = 0; k < prior.topics(); ++k) {
    inverse.push_back(1.0 / (static_cast<double>(chain.total(k)) + chain.vocabulary * prior.beta));
  }
  double largest = 0;
  for (std::uint32_t t = 0; t < chain.vocabulary; ++t) {
    for (std::size_t k = 0; k < prior.topics(); ++k) {
      cells[t].push_back(static_cast<double>(chain.cell(k, t)) + prior.beta);
      largest = std::max(largest, cells[t][k] * inverse[k]);
    }
  }
  std::vector<std::vector<std::uint64_t>> columns(chain.vocabulary);
  for (std::uint32_t t = 0; t < chain.vocabulary; ++t) {
    for (std::size_t k = 0; k < prior.topics(); ++k) {
      const double scaled = cells[t][k] * (inverse[k] * (2147483647.0 / largest));
      columns[t].push_back(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(scaled + 0.5)));
    }
  }
  return columns;
}

// REQUIRES: every alpha is a multiple of 1/1000 (so that its fraction is exact).
void naive_snapshot_sweep(NaiveChain& chain, const Prior& prior, const RandomStreams& random,
                          std::uint32_t sweep) {
  std::uint64_t denominator = 1;
  const auto serves = [&](double a) {
    const double n = a * static_cast<double>(denominator);
    return std::round(n) >= 1 && std::abs(n - std::round(n)) < 1e-9;
  };
  while (!std::all_of(prior.alpha.begin(), prior.alpha.end(), serves)) ++denominator;

  const std::vector<std::vector<std::uint64_t>> columns = naive_snapshot_columns(chain, prior);
  for (std::size_t m = 0; m < chain.words.size(); ++m) {
    for (std::size_t j = 0; j < chain.words[m].size(); ++j) {
      std::vector<unsigned __int128> weights;
      unsigned __int128 sum = 0;
      for (std::size_t k = 0; k < prior.topics(); ++k) {
        const auto n =
            static_cast<std::uint64_t>(chain.in_document(m, k)) - (chain.topics[m][j] == k ? 1 : 0);
        const auto numerator = static_cast<std::uint64_t>(
            std::llround(prior.alpha[k] * static_cast<double>(denominator)));
        weights.push_back(static_cast<unsigned __int128>(columns[chain.words[m][j]][k]) *
                          (numerator + denominator * n));
        sum += weights.back();
      }
      RandomPosition at{.purpose = Purpose::kTopic, .sweep = sweep, .document = m, .position = j};
      std::uint64_t target;
      while (!uniform_below(random.draw(at), static_cast<std::uint64_t>(sum), target)) ++at.retry;
      unsigned __int128 running = 0;
      std::uint32_t k = 0;
      while ((running += weights[k]) <= target) ++k;
      chain.topics[m][j] = k;
    }
  }
}

double naive_log_joint(const NaiveChain& chain, const Prior& prior) {
  const std::size_t topics = prior.topics();
  double result = 0;
  for (std::size_t m = 0; m < chain.words.size(); ++m) {
    for (std::size_t k = 0; k < topics; ++k) {
      result += std::lgamma(static_cast<double>(chain.in_document(m, k)) + prior.alpha[k]) -
                std::lgamma(prior.alpha[k]);
    }
    result += std::lgamma(prior.alpha_sum()) -
              std::lgamma(static_cast<double>(chain.words[m].size()) + prior.alpha_sum());
  }
  for (std::size_t k = 0; k < topics; ++k) {
    for (std::uint32_t t = 0; t < chain.vocabulary; ++t) {
      result +=
          std::lgamma(static_cast<double>(chain.cell(k, t)) + prior.beta) - std::lgamma(prior.beta);
    }
    result += std::lgamma(chain.vocabulary * prior.beta) -
              std::lgamma(static_cast<double>(chain.total(k)) + chain.vocabulary * prior.beta);
  }
  return result;
}

Chain chain_of(const NaiveChain& naive, std::size_t topics) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  std::vector<Topic> assigned;
  for (std::size_t m = 0; m < naive.words.size(); ++m) {
    words.insert(words.end(), naive.words[m].begin(), naive.words[m].end());
    assigned.insert(assigned.end(), naive.topics[m].begin(), naive.topics[m].end());
    offsets.push_back(words.size());
  }
  ThreadPool pool(1);
  Chain chain{TokenSequences(offsets, words, naive.vocabulary), assigned,
              TopicTable(topics, naive.vocabulary)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

}  // namespace dplda::test

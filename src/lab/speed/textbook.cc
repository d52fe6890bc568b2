#include "lab/speed/textbook.h"

namespace dplda {
namespace {

// The topic into which a uniform number below the last of ascending sums falls.
Topic topic_at(std::span<const double> sums, double target) {
  std::size_t k = 0;
  while (k + 1 < sums.size() && sums[k] <= target) ++k;
  return static_cast<Topic>(k);
}

}  // namespace

void TextbookSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  std::vector<double> sums(prior.topics());
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const auto words = chain.tokens.document(m);
    Topic* topics = chain.topics.data() + chain.tokens.begin(m);
    std::vector<int> counts(prior.topics());
    for (std::size_t j = 0; j < words.size(); ++j) ++counts[topics[j]];
    RandomStream stream(random_, Purpose::kTopic, sweep, m);
    for (std::size_t j = 0; j < words.size(); ++j) {
      const auto column = chain.table.column(words[j]);
      const auto move = [&](Topic k, int by) {
        column[k] += by;
        chain.table.totals()[k] += by;
        counts[k] += by;
      };
      move(topics[j], -1);
      double sum = 0;
      for (std::size_t k = 0; k < prior.topics(); ++k) {
        sum += (column[k] + prior.beta) /
               (static_cast<double>(chain.table.totals()[k]) +
                chain.tokens.vocabulary() * prior.beta) *
               (counts[k] + prior.alpha[k]);
        sums[k] = sum;
      }
      topics[j] = topic_at(sums, stream.uniform() * sum);
      move(topics[j], 1);
    }
  }
}

std::vector<double> textbook_thetas(const Model& model, const DocumentBatch& documents,
                                    const RandomStreams& random) {
  const std::size_t topics = model.topics();
  const Prior& prior = model.prior();
  std::vector<double> thetas(documents.size() * topics);
  std::vector<double> sums(topics);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto words = documents.document(i);
    RandomStream stream(random, Purpose::kFoldInTopic, 0, documents.number(i));
    std::vector<Topic> drawn(words.size());
    std::vector<int> counts(topics);
    for (Topic& k : drawn) ++counts[k = static_cast<Topic>(stream.below(topics))];
    for (std::uint32_t sweep = 1; sweep <= FoldIn::kBurnIn + FoldIn::kAveraged; ++sweep) {
      for (std::size_t j = 0; j < words.size(); ++j) {
        --counts[drawn[j]];
        double sum = 0;
        for (std::size_t k = 0; k < topics; ++k)
          sums[k] = sum += model.topic(k)[words[j]] * (counts[k] + prior.alpha[k]);
        drawn[j] = topic_at(sums, stream.uniform() * sum);
        ++counts[drawn[j]];
      }
      if (sweep <= FoldIn::kBurnIn) continue;
      for (std::size_t k = 0; k < topics; ++k) thetas[i * topics + k] += counts[k];
    }
    for (std::size_t k = 0; k < topics; ++k) {
      double& share = thetas[i * topics + k];
      share = (share / FoldIn::kAveraged + prior.alpha[k]) /
              (static_cast<double>(words.size()) + prior.alpha_sum());
    }
  }
  return thetas;
}

void textbook_flips(std::span<std::uint64_t> bits, std::uint64_t threshold, RandomStream& stream) {
  for (std::uint64_t& word : bits) {
    for (int bit = 0; bit < 64; ++bit) {
      if (stream.next() < threshold) word ^= std::uint64_t{1} << bit;
    }
  }
}

}  // namespace dplda

#include "reference/naive_channel.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dplda::test {
namespace {

constexpr std::uint64_t kSlab =
    1024;  // documents whose floats are added before they meet doubles; V <= 4096
constexpr int kMostTokens = 50;
constexpr float kLeastRate = 1e-6F;

float uniform(std::uint64_t draw, unsigned shift = 0) {
  return static_cast<float>(static_cast<std::uint32_t>(draw >> shift) >> 8) * 0x1p-24F;
}

struct NaiveWord {
  float seen;
  float rate;
  float present;
  float absent;
  float gain;
};

class NaiveDocument {
 public:
  NaiveDocument(const WordSets& bits, std::uint64_t document, std::span<const float> phi,
                const ChannelSweep& how, const RandomStreams& random)
      : bits_(bits), document_(document), phi_(phi), how_(how), random_(random) {}

  std::vector<NaiveWord> sweep(std::span<float> rates, float alpha, float inverse) {
    RandomStream coins(random_, Purpose::kChannelTopic, how_.sweep, document_);
    for (int pass = 0; pass < how_.inner; ++pass) {
      std::vector<float> counts(rates.size());
      for (std::uint32_t t = 0; t < bits_.words(); ++t) {
        const NaiveWord word = posterior(t, rates);
        const std::uint64_t draw = random_.draw({.purpose = Purpose::kChannel,
                                                 .sweep = how_.sweep,
                                                 .document = document_,
                                                 .position = t / 2,
                                                 .retry = static_cast<std::uint8_t>(pass)});
        if (uniform(draw, t % 2 * 32) < word.gain * word.present)
          draw_topics(t, word, rates, coins, counts);
      }
      for (std::size_t k = 0; k < rates.size(); ++k) rates[k] = (alpha + counts[k]) * inverse;
    }
    std::vector<NaiveWord> words;
    for (std::uint32_t t = 0; t < bits_.words(); ++t) words.push_back(posterior(t, rates));
    return words;
  }

 private:
  NaiveWord posterior(std::uint32_t t, std::span<const float> rates) const {
    float rate = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) rate += rates[k] * phi_[k * bits_.words() + t];
    const auto flip = static_cast<float>(how_.flip);
    const float seen = bits_.has(document_, t) ? 1.0F - flip : flip;
    const NaivePower exp = naive_exp_minus(rate);
    const float bit = seen * exp.rest + (1.0F - seen) * exp.power;
    return {seen, rate, exp.rest, exp.power, seen / bit};
  }

  void draw_topics(std::uint32_t t, const NaiveWord& word, std::span<const float> rates,
                   RandomStream& coins, std::vector<float>& counts) const {
    float left = uniform(coins.next()) * word.present;
    float chance = word.rate * word.absent;
    int tokens = 1;
    while (left > chance && tokens < kMostTokens) {
      left -= chance;
      ++tokens;
      chance *= word.rate / static_cast<float>(tokens);
    }
    for (int i = 0; i < tokens; ++i) {
      const float target = uniform(coins.next()) * word.rate;
      std::size_t k = 0;
      float sum = rates[0] * phi_[t];
      while (k + 1 < rates.size() && sum <= target) {
        ++k;
        sum += rates[k] * phi_[k * bits_.words() + t];
      }
      counts[k] += 1.0F;
    }
  }

  const WordSets& bits_;
  std::uint64_t document_;
  std::span<const float> phi_;
  const ChannelSweep& how_;
  const RandomStreams& random_;
};

// What a document and word count for in each of the tables, but for (a phi)^power.
struct Factors {
  float token;
  float presence;
  float once;
  float twice;
};

Factors factors_of(const NaiveWord& word, float flip, float kappa) {
  const float clear = 1 - 2 * flip;
  const float one = flip + clear * word.present;
  const float rho =
      clear * clear * word.present * word.absent / (one * (flip + clear * word.absent));
  const float per_rate = word.rate > kLeastRate ? word.present / word.rate : 1.0F;
  return {word.gain, word.gain * per_rate, (word.gain - 1 + (1 - kappa) * rho) * per_rate,
          kappa * rho * per_rate / std::max(word.rate, kLeastRate)};
}

}  // namespace

NaivePower naive_exp_minus(float x) {
  x = std::min(x, 80.0F);
  const float n = std::nearbyint(x * 1.44269504F);
  const float small = n * 1.42860677e-6F;
  const float rest = x - small;
  const float large = n * 0.693145752F;
  const float r = large - rest;
  float p = 1.0F / 5040;
  for (const float c : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F}) {
    const float product = p * r;
    p = product + c;
  }
  p = p * r;
  const float scale = std::ldexp(1.0F, -static_cast<int>(n));
  const float scaled = scale * p;
  return {scale + scaled, (1.0F - scale) - scaled};
}

NaiveTables naive_channel_sweep(const WordSets& bits, std::span<const double> phi,
                                const ChannelSweep& how, double kappa, DocumentRates& rates,
                                const RandomStreams& random) {
  const std::size_t words = bits.words();
  const std::size_t topics = rates.topics;
  const std::vector<float> rounded(phi.begin(), phi.end());
  NaiveTables tables{std::vector<double>(phi.size()), std::vector<double>(phi.size()),
                     std::vector<double>(phi.size())};
  std::vector<double> squares(phi.size());
  for (std::uint64_t first = 0; first < bits.documents(); first += kSlab) {
    std::vector<Factors> sums(phi.size(), Factors{});
    for (std::uint64_t m = first; m < std::min(first + kSlab, bits.documents()); ++m) {
      const std::span<float> mine = std::span(rates.values).subspan(m * topics, topics);
      const std::vector<NaiveWord> known =
          NaiveDocument(bits, m, rounded, how, random).sweep(mine, rates.alpha, rates.inverse);
      for (std::size_t t = 0; t < words; ++t) {
        const Factors factors =
            factors_of(known[t], static_cast<float>(how.flip), static_cast<float>(kappa));
        for (std::size_t k = 0; k < topics; ++k) {
          Factors& sum = sums[k * words + t];
          sum.token += mine[k] * factors.token;
          sum.presence += mine[k] * factors.presence;
          sum.once += mine[k] * factors.once;
          sum.twice += mine[k] * mine[k] * factors.twice;
        }
      }
    }
    for (std::size_t i = 0; i < phi.size(); ++i) {
      tables.tokens[i] += static_cast<double>(sums[i].token);
      tables.presences[i] += static_cast<double>(sums[i].presence);
      tables.news[i] += static_cast<double>(sums[i].once);
      squares[i] += static_cast<double>(sums[i].twice);
    }
  }
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const auto factor = static_cast<double>(rounded[i]);
    tables.tokens[i] *= factor;
    tables.presences[i] *= factor;
    tables.news[i] = tables.news[i] * factor + squares[i] * (factor * factor);
  }
  return tables;
}

WordSets channel_bits(std::uint32_t words, std::uint64_t documents, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  WordSets sets(words);
  std::vector<std::uint64_t> row(sets.stride());
  for (std::uint64_t m = 0; m < documents; ++m) {
    RandomStream draws(random, Purpose::kSynthetic, 0, m);
    for (std::uint64_t& bits : row) bits = draws.next() & draws.next() & draws.next();
    if (words % 64 != 0) row.back() &= (std::uint64_t{1} << (words % 64)) - 1;
    sets.append(row);
  }
  return sets;
}

std::vector<double> channel_phi(std::size_t topics, std::uint32_t words, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream draws(random, Purpose::kSynthetic, 1);
  std::vector<double> phi(topics * words);
  for (std::size_t k = 0; k < topics; ++k) {
    double sum = 0;
    for (std::size_t i = k * words; i < (k + 1) * words; ++i) {
      const double value = draws.uniform();
      sum += phi[i] = value * value * value + 1e-9;
    }
    for (std::size_t i = k * words; i < (k + 1) * words; ++i) phi[i] /= sum;
  }
  return phi;
}

}  // namespace dplda::test

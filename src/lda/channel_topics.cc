#include "lda/channel_topics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dplda {
namespace {

constexpr std::uint64_t kDocumentsPerPiece = 16;
// Documents whose numbers are held at a time, by the length of a row: they are added up word by
// word when all are known, so that sums are taken in the order of the documents.
constexpr std::uint64_t kMostAtOnce = 1024;
constexpr std::uint64_t kFloatsAtOnce = std::uint64_t{1} << 22;

std::uint64_t slab_of(const ChannelPhi& phi) {
  return std::clamp<std::uint64_t>(kFloatsAtOnce / phi.stride(), kDocumentsPerPiece, kMostAtOnce);
}

// Tokens of a word beyond this many are not worth drawing.
constexpr int kMostTokens = 50;
// Below this the quotient (1 - exp(-lambda)) / lambda is 1.
constexpr float kLeastRate = 1e-6F;

// 24 random bits as a float in [0, 1).
float uniform(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24F; }

// One document's draws.
class DocumentDraw {
 public:
  DocumentDraw(const ChannelPhi& phi, const ChannelSweep& how, const RandomStreams& random)
      : phi_(phi),
        how_(how),
        random_(random),
        scratch_(phi.stride()),
        draws_(phi.stride() / 2),
        counts_(phi.topics()) {}

  // Updates the document's rates. What is known of its words then stands in scratch().
  void operator()(std::uint64_t document, std::span<const std::uint64_t> bits, float alpha,
                  float inverse, std::span<float> rates);

  const ChannelScratch& scratch() const { return scratch_; }

 private:
  void draw_words(std::uint64_t document, int pass, std::span<const float> rates,
                  RandomStream& coins);
  void draw_topics(std::uint32_t word, std::span<const float> rates, RandomStream& coins);

  const ChannelPhi& phi_;
  const ChannelSweep& how_;
  const RandomStreams& random_;
  ChannelScratch scratch_;
  std::vector<std::uint64_t> draws_;
  std::vector<float> counts_;  // n_mk
};

void DocumentDraw::operator()(std::uint64_t document, std::span<const std::uint64_t> bits,
                              float alpha, float inverse, std::span<float> rates) {
  const auto flip = static_cast<float>(how_.flip);
  const float seen[2] = {flip, 1.0F - flip};
  for (std::size_t t = 0; t < scratch_.seen.size(); ++t)
    scratch_.seen[t] = seen[bits[t / 64] >> (t % 64) & 1];
  RandomStream coins(random_, Purpose::kChannelTopic, how_.sweep, document);
  for (int pass = 0; pass < how_.inner; ++pass) {
    channel_posterior(phi_.table(), rates, scratch_);
    draw_words(document, pass, rates, coins);
    for (std::size_t k = 0; k < rates.size(); ++k) rates[k] = (alpha + counts_[k]) * inverse;
  }
  channel_posterior(phi_.table(), rates, scratch_);
}

void DocumentDraw::draw_words(std::uint64_t document, int pass, std::span<const float> rates,
                              RandomStream& coins) {
  random_.draws({.purpose = Purpose::kChannel,
                 .sweep = how_.sweep,
                 .document = document,
                 .retry = static_cast<std::uint8_t>(pass)},
                draws_);
  std::fill(counts_.begin(), counts_.end(), 0.0F);
  for (std::uint32_t t = 0; t < phi_.words(); ++t) {
    const auto bits = static_cast<std::uint32_t>(draws_[t / 2] >> (t % 2 * 32));
    if (uniform(bits) < scratch_.gain[t] * scratch_.present[t]) draw_topics(t, rates, coins);
  }
}

// The word is there: how often is a Poisson variable that is not 0, by inversion.
void DocumentDraw::draw_topics(std::uint32_t word, std::span<const float> rates,
                               RandomStream& coins) {
  const float rate = scratch_.rate[word];
  float left = uniform(static_cast<std::uint32_t>(coins.next())) * scratch_.present[word];
  float chance = rate * scratch_.absent[word];
  int tokens = 1;
  while (left > chance && tokens < kMostTokens) {
    left -= chance;
    ++tokens;
    chance *= rate / static_cast<float>(tokens);
  }
  const std::span<const float> column = phi_.column(word);
  for (; tokens > 0; --tokens) {
    const float target = uniform(static_cast<std::uint32_t>(coins.next())) * rate;
    std::size_t k = 0;
    for (float sum = rates[0] * column[0]; k + 1 < rates.size() && sum <= target;) {
      ++k;
      sum += rates[k] * column[k];
    }
    counts_[k] += 1.0F;
  }
}

// A table that is the sum over documents of (a_mk phi_kt)^power times a number for each document
// and word. The numbers of some documents are held at a time.
class Sums {
 public:
  Sums(const ChannelPhi& phi, int power, std::uint64_t documents)
      : phi_(phi),
        power_(power),
        factors_(documents * phi.stride()),
        sums_(phi.topics() * phi.stride()),
        table_(phi.topics() * phi.words()) {}

  // The numbers of the m-th of the documents at hand.
  std::span<float> factors(std::uint64_t m) {
    return std::span(factors_).subspan(m * phi_.stride(), phi_.stride());
  }

  void add_up(std::span<const float> rates, std::uint64_t documents, ThreadPool& pool) {
    const std::size_t stride = phi_.stride();
    std::vector<float> powers(rates.begin(), rates.end());
    if (power_ == 2) {
      for (float& rate : powers) rate *= rate;
    }
    std::fill(sums_.begin(), sums_.end(), 0.0F);
    pool.for_each(stride / kChannelGroup, [&](std::size_t group, int) {
      channel_sums(powers, factors_, documents, phi_.topics(), stride, group * kChannelGroup,
                   sums_);
    });
    for (std::size_t i = 0; i < table_.size(); ++i)
      table_[i] += static_cast<double>(sums_[padded(i)]);
  }

  // What is common to all documents is multiplied in the end.
  std::vector<double> table() && {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const auto phi = static_cast<double>(phi_.table()[padded(i)]);
      table_[i] *= power_ == 2 ? phi * phi : phi;
    }
    return std::move(table_);
  }

 private:
  std::size_t padded(std::size_t i) const {
    return channel_cell(phi_.topics(), i / phi_.words(), i % phi_.words());
  }

  const ChannelPhi& phi_;
  int power_;
  std::vector<float> factors_;
  std::vector<float> sums_;
  std::vector<double> table_;
};

// Sweeps over all documents; fill(scratch, m) sets the factors of the m-th document at hand.
template <class Fill>
void sweep_documents(const WordSets& bits, const ChannelPhi& phi, const ChannelSweep& how,
                     DocumentRates& rates, const RandomStreams& random, ThreadPool& pool,
                     std::span<Sums* const> sums, const Fill& fill) {
  const std::size_t topics = phi.topics();
  std::vector<DocumentDraw> draws(static_cast<std::size_t>(pool.threads()),
                                  DocumentDraw(phi, how, random));
  const std::uint64_t slab = slab_of(phi);
  for (std::uint64_t first = 0; first < bits.documents(); first += slab) {
    const std::uint64_t size = std::min(slab, bits.documents() - first);
    const std::span<float> values = std::span(rates.values).subspan(first * topics, size * topics);
    const std::size_t pieces = (size + kDocumentsPerPiece - 1) / kDocumentsPerPiece;
    pool.for_each(pieces, [&](std::size_t piece, int worker) {
      DocumentDraw& draw = draws[static_cast<std::size_t>(worker)];
      const std::uint64_t end = std::min(size, (piece + 1) * kDocumentsPerPiece);
      for (std::uint64_t m = piece * kDocumentsPerPiece; m < end; ++m) {
        draw(first + m, bits.row(first + m), rates.alpha, rates.inverse,
             values.subspan(m * topics, topics));
        fill(draw.scratch(), m);
      }
    });
    for (Sums* const table : sums) table->add_up(values, size, pool);
  }
}

// (1 - exp(-lambda)) / lambda.
float presence_per_rate(const ChannelScratch& scratch, std::size_t t) {
  return scratch.rate[t] > kLeastRate ? scratch.present[t] / scratch.rate[t] : 1.0F;
}

}  // namespace

DocumentRates::DocumentRates(std::uint64_t documents, std::size_t topics_in, double alpha_in,
                             double length)
    : topics(topics_in),
      alpha(static_cast<float>(alpha_in)),
      inverse(static_cast<float>(1 / (1 + static_cast<double>(topics_in) * alpha_in / length))),
      values(documents * topics_in, static_cast<float>(length / static_cast<double>(topics_in))) {}

ChannelPhi::ChannelPhi(std::size_t topics, std::uint32_t words)
    : topics_(topics),
      words_(words),
      stride_(channel_stride(words)),
      table_(topics * stride_),
      columns_(topics * words) {}

void ChannelPhi::set(std::span<const double> phi) {
  for (std::size_t k = 0; k < topics_; ++k) {
    for (std::uint32_t t = 0; t < words_; ++t) {
      const auto value = static_cast<float>(phi[k * words_ + t]);
      table_[channel_cell(topics_, k, t)] = value;
      columns_[t * topics_ + k] = value;
    }
  }
}

std::vector<double> channel_counts(const WordSets& bits, const ChannelPhi& phi,
                                   const ChannelSweep& how, DocumentRates& rates,
                                   const RandomStreams& random, ThreadPool& pool,
                                   std::vector<double>* presences) {
  const std::uint64_t slab = std::min(slab_of(phi), bits.documents());
  Sums tokens(phi, 1, slab);
  Sums shares(phi, 1, presences != nullptr ? slab : 0);
  std::vector<Sums*> sums = {&tokens};
  if (presences != nullptr) sums.push_back(&shares);
  sweep_documents(bits, phi, how, rates, random, pool, sums,
                  [&](const ChannelScratch& scratch, std::uint64_t m) {
                    std::ranges::copy(scratch.gain, tokens.factors(m).begin());
                    if (presences == nullptr) return;
                    const std::span<float> out = shares.factors(m);
                    for (std::size_t t = 0; t < out.size(); ++t)
                      out[t] = scratch.gain[t] * presence_per_rate(scratch, t);
                  });
  if (presences != nullptr) *presences = std::move(shares).table();
  return std::move(tokens).table();
}

std::vector<double> channel_news(const WordSets& bits, const ChannelPhi& phi,
                                 const ChannelSweep& how, double kappa, DocumentRates& rates,
                                 const RandomStreams& random, ThreadPool& pool) {
  const std::uint64_t slab = std::min(slab_of(phi), bits.documents());
  const auto flip = static_cast<float>(how.flip);
  const float clear = 1 - 2 * flip;
  const auto part = static_cast<float>(kappa);
  Sums linear(phi, 1, slab);
  Sums square(phi, 2, slab);
  const std::array<Sums*, 2> sums = {&linear, &square};
  sweep_documents(bits, phi, how, rates, random, pool, sums,
                  [&](const ChannelScratch& scratch, std::uint64_t m) {
                    const std::span<float> once = linear.factors(m);
                    const std::span<float> twice = square.factors(m);
                    for (std::size_t t = 0; t < once.size(); ++t) {
                      const float present = scratch.present[t];
                      const float absent = scratch.absent[t];
                      const float one = flip + clear * present;
                      const float zero = flip + clear * absent;
                      const float rho = clear * clear * present * absent / (one * zero);
                      const float per_rate = presence_per_rate(scratch, t);
                      once[t] = (scratch.gain[t] - 1 + (1 - part) * rho) * per_rate;
                      twice[t] = part * rho * per_rate / std::max(scratch.rate[t], kLeastRate);
                    }
                  });
  std::vector<double> news = std::move(linear).table();
  const std::vector<double> squares = std::move(square).table();
  for (std::size_t i = 0; i < news.size(); ++i) news[i] += squares[i];
  return news;
}

}  // namespace dplda

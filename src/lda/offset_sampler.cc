#include "lda/offset_sampler.h"

#include <algorithm>

namespace dplda {
namespace {

double used(double count, double clip) { return std::min(std::max(count, 0.0), clip); }

// The scratch of one sweep over one chain.
class OffsetSweep {
 public:
  OffsetSweep(Chain& chain, const Prior& prior, const Offsets& offsets)
      : chain_(chain),
        prior_(prior),
        offsets_(offsets),
        topics_(chain.table.topics()),
        in_document_(topics_),
        added_(topics_),
        document_(topics_),
        inverse_(topics_),
        sums_(topics_) {
    for (std::size_t k = 0; k < topics_; ++k) refresh_total(k);
  }

  void document(std::uint64_t index, std::span<const std::uint64_t> draws);

 private:
  void refresh_total(std::size_t k) {
    const double added = offsets_.totals.empty() ? 0.0 : offsets_.totals[k];
    inverse_[k] = 1.0 / (static_cast<double>(chain_.table.totals()[k]) + added +
                         chain_.table.words() * prior_.beta);
  }
  void move(std::uint32_t word, std::size_t k, std::int32_t by) {
    chain_.table.column(word)[k] += by;
    chain_.table.totals()[k] += by;
    in_document_[k] += by;
    document_[k] = std::max(in_document_[k] + added_[k], 0.0) + prior_.alpha[k];
    refresh_total(k);
  }
  std::size_t draw(std::uint32_t word, double u);

  Chain& chain_;
  const Prior& prior_;
  const Offsets& offsets_;
  std::size_t topics_;
  std::vector<std::int32_t> in_document_;  // n_m^k
  std::vector<double> added_;              // the document's offsets
  std::vector<double> document_;           // max(0, n_m^k + offset) + alpha_k
  std::vector<double> inverse_;            // 1 / (n_k + V beta)
  std::vector<double> sums_;
};

std::size_t OffsetSweep::draw(std::uint32_t word, double u) {
  const std::int32_t* column = chain_.table.column(word).data();
  const double* added = offsets_.table.data() + word * chain_.table.stride();
  for (std::size_t k = 0; k < topics_; ++k) {
    sums_[k] =
        (used(column[k] + added[k], offsets_.clip) + prior_.beta) * document_[k] * inverse_[k];
  }
  for (std::size_t k = 1; k < topics_; ++k) sums_[k] += sums_[k - 1];
  const double target = u * sums_.back();
  const auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, target);
  return static_cast<std::size_t>(found - sums_.begin());
}

void OffsetSweep::document(std::uint64_t index, std::span<const std::uint64_t> draws) {
  const std::span<const std::uint32_t> words = chain_.tokens.document(index);
  const std::span<Topic> topics =
      std::span(chain_.topics).subspan(chain_.tokens.begin(index), words.size());
  std::fill(in_document_.begin(), in_document_.end(), 0);
  for (const Topic topic : topics) ++in_document_[topic];
  if (offsets_.document) offsets_.document(index, added_);
  for (std::size_t k = 0; k < topics_; ++k)
    document_[k] = std::max(in_document_[k] + added_[k], 0.0) + prior_.alpha[k];
  for (std::size_t j = 0; j < words.size(); ++j) {
    move(words[j], topics[j], -1);
    topics[j] = static_cast<Topic>(draw(words[j], static_cast<double>(draws[j] >> 11) * 0x1p-53));
    move(words[j], topics[j], 1);
  }
}

}  // namespace

void offset_sweep(Chain& chain, const Prior& prior, const Offsets& offsets, const Streams& streams,
                  std::uint32_t sweep) {
  OffsetSweep state(chain, prior, offsets);
  std::vector<std::uint64_t> draws;
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    draws.resize((chain.tokens.length(m) + 7) / 8 * 8);
    streams.draws({.purpose = Purpose::kTopic, .sweep = sweep, .document = m}, draws);
    state.document(m, draws);
  }
}

std::vector<float> phi_from_offsets(const TopicTable& table, const Offsets& offsets, double beta) {
  const std::size_t topics = table.topics();
  std::vector<double> totals(topics);
  const auto value = [&](std::uint32_t word, std::size_t k) {
    return used(table.column(word)[k] + offsets.table[word * table.stride() + k], offsets.clip) +
           beta;
  };
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    for (std::size_t k = 0; k < topics; ++k) totals[k] += value(word, k);
  }
  std::vector<float> phi(topics * table.words());
  for (std::uint32_t word = 0; word < table.words(); ++word) {
    for (std::size_t k = 0; k < topics; ++k)
      phi[k * table.words() + word] = static_cast<float>(value(word, k) / totals[k]);
  }
  return phi;
}

}  // namespace dplda

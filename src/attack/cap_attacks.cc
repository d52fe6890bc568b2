#include "attack/cap_attacks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "attack/likelihood.h"
#include "lda/token_sequences.h"
#include "training/kept_tokens.h"

namespace dplda {
namespace {

// Documents of consecutive words, beginning where the one before ends.
Corpus consecutive(const std::vector<std::uint32_t>& lengths, std::uint32_t first,
                   std::uint32_t vocabulary) {
  std::vector<std::string> names;
  for (std::uint32_t word = 0; word < vocabulary; ++word)
    names.push_back("w" + std::to_string(word));
  std::vector<std::int64_t> offsets{0};
  for (const std::uint32_t length : lengths) offsets.push_back(offsets.back() + length);
  std::vector<std::int32_t> words(static_cast<std::size_t>(offsets.back()));
  std::iota(words.begin(), words.end(), static_cast<std::int32_t>(first));
  std::vector<std::int32_t> counts(words.size(), 1);
  return {Vocabulary(std::move(names), VocabularyOrigin::kPublic),
          std::move(offsets),
          std::move(words),
          std::move(counts),
          {},
          "an audited corpus"};
}

// Words of the document that is in both corpora.
constexpr std::uint32_t kOther = 2;

TokenSequences placeholder(std::uint32_t vocabulary) { return {{0}, {}, vocabulary}; }

// P(X >= least) of the noise, summed from its law.
double tail_of(const Rational& variance, std::int64_t least) {
  const double v = variance.value();
  const auto far = static_cast<std::int64_t>(std::ceil(40 * std::sqrt(v))) + 40;
  double above = 0;
  double all = 0;
  for (std::int64_t x = -far; x <= far; ++x) {
    const double weight = std::exp(-static_cast<double>(x * x) / (2 * v));
    all += weight;
    if (x >= least) above += weight;
  }
  return above / all;
}

}  // namespace

CappedDocAttack::CappedDocAttack(const DocOptions& options, std::uint32_t words)
    : corpora_{consecutive({kOther, words}, 0, kOther + words),
               consecutive({kOther}, 0, kOther + words)},
      rig_(options, placeholder(kOther + words), placeholder(kOther + words)),
      noise_(rational_at_least(*options.sigma * *options.sigma)),
      cap_(static_cast<std::uint64_t>(options.cap)),
      first_word_(kOther),
      word_ratios_(words) {}

void CappedDocAttack::add_release(const TopicTable& released) {
  for (std::uint32_t i = 0; i < word_ratios_.size(); ++i) {
    const std::int32_t cell = released.column(first_word_ + i)[0];
    word_ratios_[i] += log_weight(noise_, cell - 1) - log_weight(noise_, cell);
  }
}

double CappedDocAttack::score(Side side, const Key& key) {
  rig_.set_key(key);
  rig_.set_tokens(
      side, kept_tokens(corpora_[index_of(side)], KeptWords(cap_), rig_.random(), rig_.pool()));
  rig_.start(side, std::vector<Topic>(rig_.tokens(side).tokens()));
  std::fill(word_ratios_.begin(), word_ratios_.end(), 0.0);
  const auto rounds = static_cast<std::uint32_t>(rig_.run().sweeps);
  for (std::uint32_t round = 1; round <= rounds; ++round) add_release(rig_.sweep(side, round));
  add_release(rig_.publish(side, rounds));
  return choice_ratio(word_ratios_, std::min<std::size_t>(cap_, word_ratios_.size()));
}

ContributorAttack::ContributorAttack(double epsilon, std::uint32_t cap, std::uint32_t words)
    : words_(words),
      corpora_{consecutive({words}, 0, 2 * words), consecutive({words}, words, 2 * words)},
      bits_((2 * words + 63) / 64),
      bit_ratios_(2 * words) {
  options_.epsilon = epsilon;
  options_.cap = cap;
}

std::vector<Charge> ContributorAttack::charges(double epsilon, std::uint32_t cap,
                                               std::uint32_t words) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.cap = cap;
  const Corpus corpus = consecutive({words}, 0, 2 * words);
  return Contributor(corpus, options).charges();
}

// Up to what all absent words would give, a document's likelihood is the mean over the words that
// may have been kept.
double ContributorAttack::score(Side side, const Key& key) {
  options_.key = key;
  const Contributor contributor(corpora_[index_of(side)], options_);
  contributor.perturbed(0, bits_);
  const double epsilon =
      RandomizedResponse::with_threshold(contributor.header().parameters.threshold).epsilon();
  for (std::uint32_t word = 0; word < bit_ratios_.size(); ++word)
    bit_ratios_[word] = (bits_[word / 64] >> (word % 64) & 1) != 0 ? epsilon : -epsilon;
  const std::span<const double> all = bit_ratios_;
  const std::size_t kept = std::min<std::size_t>(static_cast<std::size_t>(options_.cap), words_);
  return choice_ratio(all.first(words_), kept) - choice_ratio(all.last(words_), kept);
}

VocabularyAttack::VocabularyAttack(const PrivateWords& chooser, std::uint64_t cap,
                                   std::uint32_t words, std::uint32_t others)
    : chooser_(chooser), cap_(cap), words_(words), others_(others), word_ratios_(words) {
  const auto missing = static_cast<std::int64_t>(chooser.threshold()) - others;
  const double with = tail_of(chooser.variance(), missing - 1);
  const double without = tail_of(chooser.variance(), missing);
  ratios_ = {std::log((1 - with) / (1 - without)), std::log(with / without)};
}

double VocabularyAttack::score(Side side, const Key& key) {
  const RandomStreams random(key);
  CappedFrequencies frequencies(words_, cap_, random);
  for (std::int32_t word = 0; word < static_cast<std::int32_t>(words_); ++word) {
    for (std::uint32_t i = 0; i < others_; ++i) frequencies.add({&word, 1});
  }
  if (side == Side::kFirst) {
    std::vector<std::int32_t> document(words_);
    std::iota(document.begin(), document.end(), 0);
    frequencies.add(document);
  }
  std::fill(word_ratios_.begin(), word_ratios_.end(), ratios_[0]);
  for (const std::uint32_t place : chooser_.choose(frequencies.documents(), 0, random))
    word_ratios_[place] = ratios_[1];
  return choice_ratio(word_ratios_, std::min<std::size_t>(cap_, words_));
}

}  // namespace dplda

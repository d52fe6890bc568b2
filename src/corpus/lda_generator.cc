#include "corpus/lda_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/errors.h"
#include "base/paths.h"
#include "base/random.h"
#include "corpus/alias_table.h"
#include "corpus/dirichlet.h"

namespace dplda {

namespace {

// Sweep numbers keep the draws for topics, for shares and for tokens apart.
enum Part : std::uint32_t { kTopicWords = 1, kShares = 2, kTokens = 3, kRemainder = 4 };

RandomStreams streams_of(const LdaOptions& options) {
  return RandomStreams(key_from_seed(static_cast<std::uint64_t>(options.seed)));
}

// Draws one document after the other.
class DocumentDrawer {
 public:
  DocumentDrawer(const LdaOptions& options, std::span<const double> phi)
      : options_(options),
        random_(streams_of(options)),
        phi_(phi),
        words_(static_cast<std::size_t>(options.words)),
        shares_(static_cast<std::size_t>(options.topics)),
        seen_(words_, 0) {
    for (std::size_t k = 0; k < shares_.size(); ++k)
      topics_.emplace_back(phi.subspan(k * words_, words_));
  }

  // Document m's words in the order of drawing; valid until the next call.
  std::span<const std::int32_t> draw(std::uint64_t document) {
    RandomStream stream(random_, Purpose::kSynthetic, kShares, document);
    std::fill(shares_.begin(), shares_.end(), options_.alpha);
    dirichlet_draw(shares_, stream);
    make_thresholds();
    drawn_.clear();
    const auto wanted = static_cast<std::size_t>(options_.tokens);
    // Several times the words that are wanted: what is still missing then is rare.
    const std::size_t most = options_.distinct ? 16 * wanted : wanted;
    for (std::uint64_t at = 0; at < most && drawn_.size() < wanted; at += kBatch / 2)
      draw_batch(document, 2 * at, std::min<std::size_t>(most - at, kBatch / 2), wanted);
    if (drawn_.size() < wanted) draw_rest(document, wanted);
    if (options_.distinct)
      for (const std::int32_t word : drawn_) seen_[static_cast<std::size_t>(word)] = 0;
    return drawn_;
  }

 private:
  static constexpr std::size_t kBatch = 256;

  // thresholds_[k]: topic k or one before it, of 2^64.
  void make_thresholds() {
    thresholds_.resize(shares_.size());
    double sum = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      sum += shares_[k];
      thresholds_[k] = static_cast<std::uint64_t>(std::min(sum * 0x1p64, 0x1.fffffffffffffp63));
    }
    thresholds_.back() = ~std::uint64_t{0};
  }

  // A token takes two draws: its topic and its word.
  void draw_batch(std::uint64_t document, std::uint64_t position, std::size_t tokens,
                  std::size_t wanted) {
    std::array<std::uint64_t, kBatch> bits;
    random_.draws({.purpose = Purpose::kSynthetic,
                   .sweep = kTokens,
                   .document = document,
                   .position = position},
                  std::span(bits).first((2 * tokens + 7) / 8 * 8));
    for (std::size_t i = 0; i < tokens && drawn_.size() < wanted; ++i) {
      const auto topic = std::lower_bound(thresholds_.begin(), thresholds_.end(), bits[2 * i]);
      add(topics_[static_cast<std::size_t>(topic - thresholds_.begin())](bits[2 * i + 1]));
    }
  }

  void add(std::uint32_t word) {
    if (options_.distinct && seen_[word]++ > 0) return;
    drawn_.push_back(static_cast<std::int32_t>(word));
  }

  // The words that are still missing, each from the mixture of all words not drawn yet: the same
  // law as to go on until a new word comes, without the waiting.
  void draw_rest(std::uint64_t document, std::size_t wanted) {
    RandomStream stream(random_, Purpose::kSynthetic, kRemainder, document);
    std::vector<double> mixture(words_, 0);
    for (std::size_t k = 0; k < shares_.size(); ++k)
      for (std::size_t t = 0; t < words_; ++t)
        if (seen_[t] == 0) mixture[t] += shares_[k] * phi_[k * words_ + t];
    while (drawn_.size() < wanted) {
      const double total = std::accumulate(mixture.begin(), mixture.end(), 0.0);
      if (!(total > 0))
        throw InputError(
            "the topics hold too few words for `distinct`; raise `beta` or lower `tokens`");
      double rest = stream.uniform() * total;
      std::size_t word = words_;
      for (std::size_t t = 0; t < words_ && !(rest < 0); ++t) {
        if (mixture[t] == 0) continue;
        rest -= mixture[t];
        word = t;
      }
      mixture[word] = 0;
      add(static_cast<std::uint32_t>(word));
    }
  }

  const LdaOptions& options_;
  RandomStreams random_;
  std::span<const double> phi_;
  std::size_t words_;
  std::vector<AliasTable> topics_;
  std::vector<double> shares_;
  std::vector<std::uint64_t> thresholds_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::int32_t> drawn_;
};

}  // namespace

OptionTable option_table(LdaOptions& options) {
  constexpr double kMost = 1e9;
  return {{.name = "documents",
           .target = &options.documents,
           .help = "number of documents",
           .least = 1},
          {.name = "words",
           .target = &options.words,
           .help = "size of the vocabulary",
           .least = 1,
           .most = 1e7},
          {.name = "topics",
           .target = &options.topics,
           .help = "planted topics",
           .least = 1,
           .most = 1e5},
          {.name = "tokens",
           .target = &options.tokens,
           .help = "tokens in every document",
           .least = 1,
           .most = kMost},
          {.name = "distinct",
           .target = &options.distinct,
           .help = "make the tokens of a document different words"},
          {.name = "alpha",
           .target = &options.alpha,
           .help = "parameter of the documents' topic shares",
           .least = 0,
           .most = kMost,
           .above_least = true},
          {.name = "beta",
           .target = &options.beta,
           .help = "mean parameter of the topics' word shares",
           .least = 0,
           .most = kMost,
           .above_least = true},
          {.name = "zipf",
           .target = &options.zipf,
           .help = "exponent of the words' frequencies; 0: all alike",
           .least = 0,
           .most = 4},
          {.name = "seed",
           .target = &options.seed,
           .help = "the same seed gives the same corpus",
           .least = 0}};
}

std::vector<double> draw_topics(const LdaOptions& options) {
  const auto words = static_cast<std::size_t>(options.words);
  const auto topics = static_cast<std::size_t>(options.topics);
  std::vector<double> frequency(words);
  for (std::size_t t = 0; t < words; ++t)
    frequency[t] = std::pow(static_cast<double>(t + 1), -options.zipf);
  const double total = std::accumulate(frequency.begin(), frequency.end(), 0.0);
  const double scale = options.beta * static_cast<double>(words) / total;

  const RandomStreams random = streams_of(options);
  std::vector<double> phi(topics * words);
  for (std::size_t k = 0; k < topics; ++k) {
    const auto row = std::span(phi).subspan(k * words, words);
    std::transform(frequency.begin(), frequency.end(), row.begin(),
                   [scale](double q) { return scale * q; });
    RandomStream stream(random, Purpose::kSynthetic, kTopicWords, k);
    dirichlet_draw(row, stream);
  }
  return phi;
}

void draw_documents(const LdaOptions& options, std::span<const double> phi, DocumentSpool& spool) {
  if (options.distinct && options.tokens > options.words)
    throw InputError("`distinct` needs `tokens` to be at most `words`");
  DocumentDrawer drawer(options, phi);
  const std::vector<std::int32_t> ones(static_cast<std::size_t>(options.tokens), 1);
  for (std::int64_t m = 0; m < options.documents; ++m)
    spool.add(drawer.draw(static_cast<std::uint64_t>(m)), ones);
}

Vocabulary numbered_words(std::int64_t words) {
  const auto digits = std::max<std::size_t>(5, std::to_string(words).size());
  std::vector<std::string> names;
  for (std::int64_t t = 1; t <= words; ++t) names.push_back(fmt::format("w{:0{}}", t, digits));
  return {std::move(names), VocabularyOrigin::kPublic};
}

PlantedTopics planted_topics(std::span<const double> phi, const Vocabulary& vocabulary) {
  PlantedTopics topics;
  const std::size_t words = vocabulary.size();
  for (std::size_t k = 0; k * words < phi.size(); ++k) {
    std::vector<std::pair<std::string, double>> weights;
    for (std::uint32_t t = 0; t < words; ++t)
      if (phi[k * words + t] > 0) weights.emplace_back(vocabulary.word(t), phi[k * words + t]);
    topics.push_back(planted_topic(fmt::format("topic {}", k), false, std::move(weights)));
  }
  return topics;
}

std::vector<double> generate_lda(const LdaOptions& options, const std::string& path) {
  LdaOptions copy = options;
  const OptionTable table = option_table(copy);
  check(table);
  AtomicFile file(path);
  std::vector<double> phi = draw_topics(options);
  DocumentSpool spool(directory_of(path));
  draw_documents(options, phi, spool);
  Renumbering same;
  same.new_ids.resize(static_cast<std::size_t>(options.words));
  std::iota(same.new_ids.begin(), same.new_ids.end(), 0);
  write_corpus(file, spool, same, numbered_words(options.words), {.generated = values_of(table)},
               directory_of(path));
  file.commit();
  return phi;
}

}  // namespace dplda

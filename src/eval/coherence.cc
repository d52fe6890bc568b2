#include "eval/coherence.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_set>

#include "base/errors.h"

namespace dplda {

namespace {

// Röder, Both and Hinneburg 2015: added to a joint probability before its logarithm is taken.
constexpr double kEpsilon = 1e-12;

// In how many documents the words of one topic occur, alone (on the diagonal) and in pairs.
class PairCounts {
 public:
  explicit PairCounts(std::size_t words) : words_(words), counts_(words * words, 0) {}

  std::size_t words() const { return words_; }
  std::uint64_t operator()(std::size_t i, std::size_t j) const { return counts_[i * words_ + j]; }
  void add(std::size_t i, std::size_t j, std::uint64_t documents) {
    counts_[i * words_ + j] += documents;
    if (i != j) counts_[j * words_ + i] += documents;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> counts_;
};

// Presence of a few words, one row of bits a word, for a block of documents at a time: memory does
// not grow with the corpus.
class PresenceBlock {
 public:
  static constexpr std::uint64_t kDocuments = 1 << 14;

  explicit PresenceBlock(std::size_t words) : bits_(words * kLimbs) {}

  void clear() { std::fill(bits_.begin(), bits_.end(), 0); }
  void set(std::size_t word, std::uint64_t document) {
    bits_[word * kLimbs + document / 64] |= std::uint64_t{1} << document % 64;
  }
  std::uint64_t together(std::size_t a, std::size_t b) const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < kLimbs; ++i)
      count +=
          static_cast<std::uint64_t>(std::popcount(bits_[a * kLimbs + i] & bits_[b * kLimbs + i]));
    return count;
  }

 private:
  static constexpr std::size_t kLimbs = kDocuments / 64;
  std::vector<std::uint64_t> bits_;
};

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

// The top words that the reference knows, as rows: by topic, and by word id.
struct Rows {
  std::vector<std::vector<std::uint32_t>> of_topic;
  std::vector<std::uint32_t> of_word;
  std::uint32_t count = 0;
};

Rows rows_of(const std::vector<TopWords>& topics, const Vocabulary& vocabulary) {
  Rows rows;
  rows.of_word.assign(vocabulary.size(), kNoRow);
  for (const TopWords& words : topics) {
    auto& row = rows.of_topic.emplace_back();
    for (const std::string& word : words) {
      const auto id = vocabulary.find(word);
      if (!id) continue;
      if (rows.of_word[*id] == kNoRow) rows.of_word[*id] = rows.count++;
      row.push_back(rows.of_word[*id]);
    }
  }
  return rows;
}

std::vector<PairCounts> count_pairs(const Rows& rows, const Corpus& reference) {
  std::vector<PairCounts> counts;
  for (const auto& topic : rows.of_topic) counts.emplace_back(topic.size());
  PresenceBlock block(rows.count);
  for (std::uint64_t first = 0; first < reference.documents(); first += block.kDocuments) {
    block.clear();
    const std::uint64_t end = std::min(first + block.kDocuments, reference.documents());
    for (std::uint64_t m = first; m < end; ++m) {
      for (const std::int32_t word : reference.document(m).words) {
        const std::uint32_t row = rows.of_word[static_cast<std::size_t>(word)];
        if (row != kNoRow) block.set(row, m - first);
      }
    }
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto& topic = rows.of_topic[k];
      for (std::size_t i = 0; i < topic.size(); ++i)
        for (std::size_t j = i; j < topic.size(); ++j)
          counts[k].add(i, j, block.together(topic[i], topic[j]));
    }
  }
  return counts;
}

// The counts of the words that occur at all, in the same order.
PairCounts occurring(const PairCounts& counts) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < counts.words(); ++i)
    if (counts(i, i) > 0) kept.push_back(i);
  PairCounts result(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (std::size_t j = i; j < kept.size(); ++j) result.add(i, j, counts(kept[i], kept[j]));
  return result;
}

// Normalised pointwise mutual information; docs/internals/coherence.md, "NPMI".
double npmi(const PairCounts& counts, std::size_t i, std::size_t j, double documents) {
  const double joint = static_cast<double>(counts(i, j)) / documents;
  // Both in every document: each tells nothing about the other.
  if (counts(i, j) == static_cast<std::uint64_t>(documents)) return 0;
  const double independent = static_cast<double>(counts(i, i)) / documents *
                             (static_cast<double>(counts(j, j)) / documents);
  return std::log((joint + kEpsilon) / independent) / -std::log(joint + kEpsilon);
}

template <class OfPair>
double mean_of_pairs(std::size_t words, OfPair&& of_pair) {
  double sum = 0;
  for (std::size_t i = 1; i < words; ++i)
    for (std::size_t j = 0; j < i; ++j) sum += of_pair(i, j);
  return sum / (static_cast<double>(words) * static_cast<double>(words - 1) / 2);
}

double npmi_of(const PairCounts& counts, double documents) {
  return mean_of_pairs(counts.words(),
                       [&](std::size_t i, std::size_t j) { return npmi(counts, i, j, documents); });
}

// Mimno et al. 2011, as a mean; j is the more probable word.
double u_mass_of(const PairCounts& counts) {
  return mean_of_pairs(counts.words(), [&](std::size_t i, std::size_t j) {
    return std::log((static_cast<double>(counts(i, j)) + 1) / static_cast<double>(counts(j, j)));
  });
}

// Röder, Both and Hinneburg 2015: the cosine between a word's row of NPMI and the sum of all rows.
double c_v_of(const PairCounts& counts, double documents) {
  const std::size_t words = counts.words();
  std::vector<double> rows(words * words);
  std::vector<double> sum(words, 0);
  for (std::size_t i = 0; i < words; ++i) {
    for (std::size_t j = 0; j < words; ++j) {
      rows[i * words + j] = npmi(counts, i, j, documents);
      sum[j] += rows[i * words + j];
    }
  }
  double total = 0;
  for (std::size_t i = 0; i < words; ++i) {
    double product = 0, row_square = 0, sum_square = 0;
    for (std::size_t j = 0; j < words; ++j) {
      product += rows[i * words + j] * sum[j];
      row_square += rows[i * words + j] * rows[i * words + j];
      sum_square += sum[j] * sum[j];
    }
    if (row_square > 0 && sum_square > 0) total += product / std::sqrt(row_square * sum_square);
  }
  return total / static_cast<double>(words);
}

}  // namespace

std::string_view name_of(CoherenceMeasure measure) {
  switch (measure) {
    case CoherenceMeasure::kUMass:
      return "u_mass";
    case CoherenceMeasure::kCv:
      return "c_v";
    default:
      return "npmi";
  }
}

CoherenceMeasure coherence_measure(std::string_view name) {
  for (const auto measure :
       {CoherenceMeasure::kNpmi, CoherenceMeasure::kUMass, CoherenceMeasure::kCv})
    if (name == name_of(measure)) return measure;
  throw InputError(fmt::format("'{}' is no coherence measure; use npmi, u_mass or c_v", name));
}

std::vector<TopWords> top_words(const Model& model, std::size_t count) {
  std::vector<TopWords> topics(model.topics());
  for (std::size_t k = 0; k < topics.size(); ++k)
    for (const std::uint32_t id : model.top_words(k, count))
      topics[k].push_back(model.vocabulary().word(id));
  return topics;
}

Coherence coherence(const std::vector<TopWords>& topics, const Corpus& reference,
                    CoherenceMeasure measure) {
  const auto documents = static_cast<double>(reference.documents());
  const std::vector<PairCounts> all =
      count_pairs(rows_of(topics, reference.vocabulary()), reference);
  Coherence result;
  double sum = 0;
  std::size_t scored = 0;
  for (std::size_t k = 0; k < topics.size(); ++k) {
    const PairCounts counts = occurring(all[k]);
    result.absent += topics[k].size() - counts.words();
    if (counts.words() < 2) {
      result.topics.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const double value = measure == CoherenceMeasure::kNpmi    ? npmi_of(counts, documents)
                         : measure == CoherenceMeasure::kUMass ? u_mass_of(counts)
                                                               : c_v_of(counts, documents);
    result.topics.push_back(value);
    sum += value;
    ++scored;
  }
  result.mean =
      scored > 0 ? sum / static_cast<double>(scored) : std::numeric_limits<double>::quiet_NaN();
  return result;
}

double topic_diversity(const std::vector<TopWords>& topics) {
  std::unordered_set<std::string_view> distinct;
  std::size_t words = 0;
  for (const TopWords& topic : topics) {
    distinct.insert(topic.begin(), topic.end());
    words += topic.size();
  }
  return words > 0 ? static_cast<double>(distinct.size()) / static_cast<double>(words) : 0;
}

}  // namespace dplda

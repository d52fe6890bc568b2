// Every small case of one snapshot sweep of hdp, in exact fractions: no outcome is likelier by more
// than the claim when a word is replaced (docs/privacy/proofs.md, "The bounded draw"); and the
// production kernel draws from exactly these fractions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "attack/sweep_attacks.h"
#include "lda/snapshot.h"
#include "privacy/clipped_draw.h"

namespace dplda {
namespace {

using Wide = unsigned __int128;

// Below 2^40 in all that follows.
struct Fraction {
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;

  Fraction operator*(const Fraction& other) const {
    return {numerator * other.numerator, denominator * other.denominator};
  }
};

// Whether a / b is above the limit.
bool ratio_above(const Fraction& a, const Fraction& b, const Fraction& limit) {
  return Wide{a.numerator} * b.denominator * limit.denominator >
         Wide{b.numerator} * a.denominator * limit.numerator;
}

std::size_t power(std::size_t base, std::size_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

std::size_t digit(std::size_t number, std::size_t base, std::size_t place) {
  return number / power(base, place) % base;
}

// Sizes of a corpus, its documents, and the draw: alpha 1, R_k as given.
struct Setting {
  std::size_t topics;
  std::size_t words;
  std::vector<std::size_t> document_of;  // of each token
  std::vector<std::uint64_t> ratios;     // R_k
  ClippedDraw draw;

  std::size_t tokens() const { return document_of.size(); }
  std::size_t outcomes() const { return power(topics, tokens()); }
  std::size_t patterns() const { return power(3, topics); }  // of a column, cells in {0, 1, C}
};

// The probability of each token's draw, by token, column and outcome of all tokens, given the
// topics before the sweep.
class Steps {
 public:
  Steps(const Setting& setting, std::size_t before)
      : setting_(setting), steps_(setting.tokens() * setting.patterns() * setting.outcomes()) {
    const auto clip = static_cast<std::int32_t>((setting.draw.largest() - setting.draw.smallest()) /
                                                setting.draw.denominator());
    const std::array<std::int32_t, 3> cells = {0, 1, clip};
    for (std::size_t j = 0; j < setting.tokens(); ++j) {
      for (std::size_t after = 0; after < setting.outcomes(); ++after) {
        const std::vector<std::uint64_t> factors = factors_at(j, before, after);
        for (std::size_t pattern = 0; pattern < setting.patterns(); ++pattern) {
          Fraction step{0, 0};
          for (std::size_t k = 0; k < setting.topics; ++k) {
            const std::uint64_t weight =
                setting.draw.weight(cells[digit(pattern, 3, k)]) * factors[k];
            step.denominator += weight;
            if (k == digit(after, setting.topics, j)) step.numerator = weight;
          }
          steps_[index(j, pattern, after)] = step;
        }
      }
    }
  }

  // Of the whole sweep; columns[t]: the pattern of word t.
  Fraction probability(std::size_t words, std::span<const std::size_t> columns,
                       std::size_t after) const {
    Fraction product;
    for (std::size_t j = 0; j < setting_.tokens(); ++j, words /= setting_.words)
      product = product * steps_[index(j, columns[words % setting_.words], after)];
    return product;
  }

 private:
  // G_k when token j is drawn: earlier tokens have their new topics, later ones their old, it none.
  std::vector<std::uint64_t> factors_at(std::size_t j, std::size_t before,
                                        std::size_t after) const {
    std::vector<std::uint64_t> factors = setting_.ratios;
    for (std::size_t i = 0; i < setting_.tokens(); ++i) {
      if (i == j || setting_.document_of[i] != setting_.document_of[j]) continue;
      const std::size_t topic = digit(i < j ? after : before, setting_.topics, i);
      factors[topic] += setting_.ratios[topic];
    }
    return factors;
  }
  std::size_t index(std::size_t j, std::size_t pattern, std::size_t after) const {
    return (j * setting_.patterns() + pattern) * setting_.outcomes() + after;
  }

  const Setting& setting_;
  std::vector<Fraction> steps_;
};

// The larger of x and a / b.
Fraction larger(const Fraction& x, const Fraction& a, const Fraction& b) {
  if (!ratio_above(a, b, x)) return x;
  return {a.numerator * b.denominator, a.denominator * b.numerator};
}

// The largest ratio over all snapshots, replacements and outcomes, for these topics before the
// sweep and these words before the replacement.
Fraction largest_ratio(const Setting& setting, std::span<const std::size_t> starts,
                       std::span<const std::size_t> originals) {
  Fraction largest{1, 1};
  const std::size_t documents = power(setting.words, setting.tokens());
  std::vector<Fraction> of(documents);
  std::vector<std::size_t> columns(setting.words);
  for (const std::size_t before : starts) {
    const Steps steps(setting, before);
    for (std::size_t table = 0; table < power(setting.patterns(), setting.words); ++table) {
      for (std::size_t t = 0; t < setting.words; ++t)
        columns[t] = digit(table, setting.patterns(), t);
      for (std::size_t after = 0; after < setting.outcomes(); ++after) {
        for (std::size_t w = 0; w < documents; ++w) of[w] = steps.probability(w, columns, after);
        for (const std::size_t w : originals) {
          for (std::size_t place = 1; place < documents; place *= setting.words) {
            const std::size_t own = w / place % setting.words;
            for (std::size_t t = 0; t < setting.words; ++t) {
              const std::size_t other = w + (t - own) * place;
              if (t == own) continue;
              largest = larger(largest, of[w], of[other]);
              largest = larger(largest, of[other], of[w]);
            }
          }
        }
      }
    }
  }
  return largest;
}

// exp(h) = (largest weight / smallest)^2.
Fraction claimed(const ClippedDraw& draw) {
  const std::uint64_t high = draw.largest();
  const std::uint64_t low = draw.smallest();
  return {high * high, low * low};
}

double value(const Fraction& x) {
  return static_cast<double>(x.numerator) / static_cast<double>(x.denominator);
}

std::vector<std::size_t> all_below(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

// beta = 1/2, C = 2: weights 1, 3 and 5 over the denominator 2, h = 2 ln 5.
const ClippedDraw kDraw(2, 0.5, 0);

TEST(Exhaustive, FourTokensOfTwoWordsAndTopicsStayWithinTheClaim) {
  for (const std::vector<std::size_t>& documents :
       {std::vector<std::size_t>{0, 0, 0, 0}, std::vector<std::size_t>{0, 0, 1, 1}}) {
    for (const std::vector<std::uint64_t>& ratios :
         {std::vector<std::uint64_t>{1, 1}, std::vector<std::uint64_t>{1, 3}}) {
      const Setting setting{2, 2, documents, ratios, kDraw};
      const Fraction largest = largest_ratio(setting, all_below(setting.outcomes()), all_below(16));
      EXPECT_FALSE(ratio_above(largest, {1, 1}, claimed(kDraw)));
      // The worst: a topic of factor 1 against one of g; 5 (1 + 5 g) / (5 + g).
      const double g = static_cast<double>(ratios[1]) * (documents.back() == 0 ? 4 : 2);
      EXPECT_NEAR(value(largest), 5 * (1 + 5 * g) / (5 + g), 1e-12);
    }
  }
}

TEST(Exhaustive, ThreeTokensOfThreeWordsAndTopicsStayWithinTheClaim) {
  // Topics may be renamed, and words too, since all snapshots are tried: what remains are the five
  // ways to share three tokens out, as numbers to the base 3, the first token's digit last.
  const std::array<std::size_t, 5> shares = {0, 1, 3, 4, 2 * 9 + 1 * 3};
  for (const std::vector<std::size_t>& documents :
       {std::vector<std::size_t>{0, 0, 0}, std::vector<std::size_t>{0, 0, 1}}) {
    const Setting setting{3, 3, documents, {1, 1, 1}, kDraw};
    const Fraction largest = largest_ratio(setting, shares, shares);
    EXPECT_FALSE(ratio_above(largest, {1, 1}, claimed(kDraw)));
    // As above, with the two other topics sharing g.
    const double g = documents.back() == 0 ? 4 : 3;
    EXPECT_NEAR(value(largest), 5 * (1 + 5 * g) / (5 + g), 1e-12);
  }
}

// All tokens of a document swept by the kernel: each topic must be the one that the uniform number
// below the sum of the weights points to, and every such number must occur. So a topic's
// probability is exactly its weight over the sum.
void expect_exact_draws(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                        std::span<const Topic> before) {
  const RandomStreams random(key_from_seed(5));
  ThreadPool pool(1);
  const TokenSequences tokens({0, words.size()}, {words.begin(), words.end()}, law.words());
  std::set<std::uint64_t> seen;  // of the first token's numbers
  std::uint64_t first_sum = 0;
  // The last of up to 60 numbers is missing after 2000 sweeps with probability 60 e^-33.
  for (std::uint32_t sweep = 1; sweep <= 2000; ++sweep) {
    std::vector<Topic> topics(before.begin(), before.end());
    snapshot_sweep(law, tokens, topics, random, {.purpose = Purpose::kTopic, .sweep = sweep}, pool);
    std::vector<std::uint64_t> factors(law.base().begin(), law.base().end());
    for (const Topic topic : before) factors[topic] += law.step()[topic];
    for (std::size_t j = 0; j < words.size(); ++j) {
      factors[before[j]] -= law.step()[before[j]];
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < law.topics(); ++k) sum += law.weight(words[j], k) * factors[k];
      RandomPosition at{.purpose = Purpose::kTopic, .sweep = sweep, .position = j};
      std::uint64_t number;
      while (!uniform_below(random.draw(at), sum, number)) ++at.retry;
      std::size_t topic = 0;
      std::uint64_t passed = law.weight(words[j], 0) * factors[0];
      while (passed <= number) {
        ++topic;
        passed += law.weight(words[j], topic) * factors[topic];
      }
      ASSERT_EQ(topics[j], topic);
      if (j == 0) {
        seen.insert(number);
        first_sum = sum;
      }
      factors[topics[j]] += law.step()[topics[j]];
    }
  }
  ASSERT_LE(first_sum, 60u);
  EXPECT_EQ(seen.size(), first_sum);
}

TEST(Exhaustive, TheKernelDrawsFromExactlyTheseFractions) {
  for (std::size_t table = 0; table < power(3, 4); table += 4) {
    TopicTable released(2, 2);
    for (std::size_t cell = 0; cell < 4; ++cell)
      released.column(static_cast<std::uint32_t>(cell / 2))[cell % 2] =
          static_cast<std::int32_t>(digit(table, 3, cell));
    SnapshotLaw law(2, {1, 2}, {1, 2}, kDraw.largest());
    set_columns(law, kDraw, released);
    expect_exact_draws(law, std::vector<std::uint32_t>{0, 1, 1, 0}, std::vector<Topic>{0, 1, 0, 1});
  }
}

}  // namespace
}  // namespace dplda

#include "attack/likelihood.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "attack/broken_mechanisms.h"
#include "attack/shipped_mechanisms.h"

namespace dplda {
namespace {

std::vector<Topic> outcome(std::size_t number, std::size_t topics, std::size_t tokens) {
  std::vector<Topic> result(tokens);
  for (Topic& topic : result) {
    topic = static_cast<Topic>(number % topics);
    number /= topics;
  }
  return result;
}

SnapshotLaw three_topic_law() {
  SnapshotLaw law(2, {2, 3, 5}, {7, 4, 9});
  for (std::uint32_t word = 0; word < 2; ++word) {
    for (std::size_t k = 0; k < 3; ++k)
      law.set_weight(word, k, 1 + static_cast<std::uint32_t>(5 * word + 3 * k) % 7);
  }
  return law;
}

TEST(Likelihood, OfAllOutcomesOfASnapshotSweepSumsToOne) {
  const TokenSequences tokens({0, 3, 5}, {0, 1, 1, 0, 1}, 2);
  const std::vector<Topic> before = {0, 2, 1, 1, 0};
  double sum = 0;
  for (std::size_t i = 0; i < 243; ++i)
    sum += std::exp(snapshot_log_probability(three_topic_law(), tokens, before, outcome(i, 3, 5)));
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Likelihood, OfASnapshotDrawIsTheWrittenLaw) {
  // One token of word 0, columns (1, 4, 7), factors (2, 3, 5): weights 2, 12, 35.
  const std::vector<std::uint32_t> words = {0};
  const std::vector<Topic> before = {1};
  const std::vector<Topic> after = {2};
  EXPECT_NEAR(snapshot_log_probability(three_topic_law(), words, before, after),
              std::log(35.0 / 49), 1e-14);
}

TEST(Likelihood, OfAllOutcomesOfAnInPlaceSweepSumsToOne) {
  const TokenSequences tokens({0, 3, 5}, {0, 1, 1, 0, 1}, 2);
  const std::vector<Topic> before = {0, 2, 1, 1, 0};
  TopicTable released(3, 2);
  released.column(0)[1] = 3;
  released.column(1)[0] = -2;
  const Prior prior{.alpha = {0.5, 1, 2}, .beta = 0.5};
  double sum = 0;
  for (std::size_t i = 0; i < 243; ++i) {
    sum += std::exp(
        in_place_log_probability(tokens, prior, 2, before, outcome(i, 3, 5), released, {2, 2, 1}));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

// For the exact likelihood ratio r of first to second, the mean of sqrt(r) on the second and of
// 1 / sqrt(r) on the first are one number: the sum over outcomes of sqrt(P Q). A score that is not
// the ratio of what was really run fails it.
TEST(Likelihood, RatiosOfAllAttacksAreThoseOfWhatIsRun) {
  std::vector<AuditCase> cases = shipped_mechanisms();
  for (AuditCase& broken : broken_mechanisms()) cases.push_back(std::move(broken));
  constexpr int kRuns = 10000;
  for (const AuditCase& audited : cases) {
    if (audited.targeted) continue;
    const std::unique_ptr<Attack> attack = audited.attack();
    double sums[2] = {};
    double squares[2] = {};
    for (const Side side : {Side::kFirst, Side::kSecond}) {
      const bool first = side == Side::kFirst;
      for (int i = 0; i < kRuns; ++i) {
        const Key key = key_from_seed(static_cast<std::uint64_t>(2 * i + (first ? 0 : 1)));
        const double root = std::exp((first ? -0.5 : 0.5) * attack->score(side, key));
        sums[first ? 0 : 1] += root;
        squares[first ? 0 : 1] += root * root;
      }
    }
    // 5 deviations of the difference of two means.
    const double deviation = std::sqrt((squares[0] + squares[1]) / kRuns / kRuns);
    EXPECT_NEAR(sums[0] / kRuns, sums[1] / kRuns, 5 * deviation + 1e-12) << audited.mechanism;
  }
}

}  // namespace
}  // namespace dplda

#include "attack/member_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/errors.h"
#include "reference/options.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

// Documents of distinct words, so that reports without noise say all of them.
Corpus distinct_corpus() { return binarised(test::planted_corpus(4, 60, 20, 6)); }

const std::vector<std::uint64_t> kMembers = {3, 4, 8, 15, 16, 23, 42, 50, 51, 52, 53, 54};

TrainOptions quick(const std::string& recipe) {
  TrainOptions options = options_for(recipe);
  options->topics = 6;
  options->sweeps = 40;
  return options;
}

MemberModel trained(const Corpus& corpus, const TrainOptions& options, double epsilon) {
  return MemberModel(corpus, kMembers, options, epsilon, key_from_seed(1));
}

TEST(MemberModel, WithoutNoiseSanitisedSharesAreThoseOfTheDocuments) {
  const Corpus corpus = distinct_corpus();
  const MemberModel plain = trained(corpus, quick("cgs"), 0);
  EXPECT_EQ(plain.sanitised_shares().values, plain.shares(kMembers).values);

  TrainOptions moment = quick("lp");
  test::set(moment, "denoise", "moment");
  const MemberModel reported = trained(corpus, moment, 40);  // no bit is flipped in practice
  EXPECT_EQ(reported.sanitised_shares().values, reported.shares(kMembers).values);

  TrainOptions silent = quick("cdp");
  test::set(silent, "noise", "none");
  const MemberModel counted = trained(corpus, silent, 0);
  EXPECT_EQ(counted.sanitised_shares().values, counted.shares(kMembers).values);
}

TEST(MemberModel, SanitisedSharesAreSharesAndHoldNoise) {
  const Corpus corpus = distinct_corpus();
  TrainOptions cdp = quick("cdp");
  test::set(cdp, "epsilon-noise", 0.5);
  TrainOptions moment = quick("lp");
  test::set(moment, "denoise", "moment");
  for (const TrainOptions& options : {cdp, moment, quick("lp")}) {
    const MemberModel model = trained(corpus, options, 0.5);
    const FeatureTable noisy = model.sanitised_shares();
    ASSERT_EQ(noisy.rows(), kMembers.size());
    for (std::size_t m = 0; m < noisy.rows(); ++m) {
      double sum = 0;
      for (const double share : noisy.row(m)) {
        EXPECT_GE(share, 0);
        sum += share;
      }
      EXPECT_NEAR(sum, 1, 1e-6);
    }
    const FeatureTable clean = model.shares(kMembers);
    double distance = 0;
    for (std::size_t i = 0; i < clean.values.size(); ++i)
      distance += std::abs(clean.values[i] - noisy.values[i]);
    EXPECT_GT(distance / static_cast<double>(kMembers.size()), 0.1) << options->recipe;
  }
}

// Through a channel that flips nothing, a document's leading topic is that of its fold-in, but for
// documents that two topics share: at most a quarter.
TEST(MemberModel, ThroughAChannelWithoutNoiseTheLeadingTopicIsTheDocuments) {
  const Corpus corpus = distinct_corpus();
  const MemberModel model = trained(corpus, quick("lp"), 40);
  const FeatureTable clean = model.shares(kMembers);
  const FeatureTable seen = model.sanitised_shares();
  std::size_t same = 0;
  for (std::size_t m = 0; m < clean.rows(); ++m) {
    const auto leading = [&](std::span<const double> row) {
      return std::max_element(row.begin(), row.end()) - row.begin();
    };
    if (leading(clean.row(m)) == leading(seen.row(m))) ++same;
  }
  EXPECT_GE(same, 9);
}

TEST(MemberModel, ADocumentsSharesDoNotDependOnWhoElseIsAsked) {
  const Corpus corpus = distinct_corpus();
  const MemberModel model = trained(corpus, quick("cgs"), 0);
  const std::vector<std::uint64_t> alone = {8};
  const FeatureTable all = model.shares(kMembers);
  const FeatureTable one = model.shares(alone);
  EXPECT_TRUE(std::equal(one.values.begin(), one.values.end(), all.row(2).begin()));
}

TEST(MemberModel, RefusesStreams) {
  const Corpus corpus = distinct_corpus();
  EXPECT_THROW(trained(corpus, quick("online"), 0), InputError);
}

}  // namespace
}  // namespace dplda

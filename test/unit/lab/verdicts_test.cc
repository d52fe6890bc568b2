// What figures say of numbers: every verdict and sentence follows from what was measured.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "lab/cells.h"
#include "lab/figures.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

class Verdicts : public testing::Test {
 protected:
  // The figure if every cell gave what `invent` says of its identity.
  template <class Invent>
  Figure drawn(Figure (*draw)(Lab&), const Invent& invent) {
    const test::TemporaryDirectory directory;
    Results results(directory / "cells");
    Lab lab({.quick = true, .seeds = 2}, shelf_, results);
    draw(lab);
    for (const Cell& cell : results.missing()) results.store(cell, invent(cell.identity), 0);
    Figure figure = draw(lab);
    EXPECT_TRUE(results.missing().empty());
    EXPECT_EQ(figure.finding.find("nan"), std::string::npos) << figure.finding;
    return figure;
  }

  static std::string recipe_of(const Json& identity) { return identity["options"]["recipe"]; }
  static Json quality(double value) { return {{"perplexity", value}, {"completion", value + 100}}; }

  Shelf shelf_{"", true};
};

bool says(const Figure& figure, std::string_view words) {
  return figure.finding.find(words) != std::string::npos;
}

Json attack_result(double published, double exact) {
  Json result;
  for (const char* key : {"published", "published_posterior"})
    result[key] = std::vector<double>(200, published);
  for (const char* key : {"exact", "exact_posterior", "full"})
    result[key] = std::vector<double>(200, exact);
  return result;
}

TEST_F(Verdicts, OfTheTopicAttackDependOnBothAttackers) {
  const auto with = [&](double hdp_published, double hdp_exact, double others) {
    return drawn(topic_attack_figure, [=](const Json& identity) {
      return recipe_of(identity) == "hdp" ? attack_result(hdp_published, hdp_exact)
                                          : attack_result(others, 0.99);
    });
  };
  EXPECT_EQ(with(0.1, 0.9, 0.8).verdict, Verdict::kPartly);
  EXPECT_TRUE(says(with(0.1, 0.9, 0.8), "against the paper's attacker only"));
  EXPECT_EQ(with(0.1, 0.2, 0.8).verdict, Verdict::kHeld);
  EXPECT_EQ(with(0.5, 0.9, 0.8).verdict, Verdict::kFailed);
  EXPECT_EQ(with(0.1, 0.2, 0.1).verdict, Verdict::kPartly) << "the attack works on nobody";
}

TEST_F(Verdicts, OfHdpCompareItWithCdpPlus) {
  const auto with = [&](double hdp) {
    return drawn(hdp_figure, [=](const Json& identity) {
      return quality(recipe_of(identity) == "hdp"        ? hdp
                     : recipe_of(identity) == "cdp-plus" ? 500
                                                         : 400);
    });
  };
  EXPECT_EQ(with(490).verdict, Verdict::kHeld);
  EXPECT_EQ(with(510).verdict, Verdict::kFailed);
}

TEST_F(Verdicts, OfLpLookForACrossingAndForPlainSampling) {
  const auto with = [&](double start, double slope) {
    return drawn(lp_figure, [=](const Json& identity) {
      if (identity["kind"] == "reports")
        return quality(start - slope * identity["epsilon"].get<double>());
      return quality(recipe_of(identity) == "cdp" ? 500 : 400);
    });
  };
  EXPECT_EQ(with(610, 40).verdict, Verdict::kHeld);    // 570 at 1, 410 at 5
  EXPECT_EQ(with(610, 25).verdict, Verdict::kPartly);  // better at 5, but far from plain
  EXPECT_EQ(with(900, 1).verdict, Verdict::kFailed);
  EXPECT_TRUE(says(with(900, 1), "worse at the largest epsilon"));
}

Json stream_result(double prior, double first, double step) {
  Json batches = Json::array();
  for (int i = 0; i < 100; ++i) batches.push_back(first + step * i);
  return {{"prior", prior}, {"batches", batches}, {"completion", 700}};
}

TEST_F(Verdicts, OfStreamsFollowTheirCurves) {
  const auto with = [&](double step, double tenth) {
    return drawn(stream_batches_figure, [=](const Json& identity) {
      if (identity["kind"] != "stream") return quality(400);
      return stream_result(500, 490, identity["epsilon"] == 1.0 ? tenth : step);
    });
  };
  EXPECT_EQ(with(-1, -1).verdict, Verdict::kHeld);
  EXPECT_EQ(with(-1, 5).verdict, Verdict::kPartly);
  EXPECT_EQ(with(20, 20).verdict, Verdict::kFailed);
}

TEST_F(Verdicts, OfThePriorsSizeLookAtBothEnds) {
  const auto with = [&](double sign) {
    return drawn(stream_prior_figure, [=](const Json& identity) {
      if (identity["kind"] != "stream") return quality(400);
      return stream_result(0, 500 + sign * identity["prior"].get<double>() / 10, 0);
    });
  };
  EXPECT_EQ(with(-1).verdict, Verdict::kHeld);
  EXPECT_EQ(with(1).verdict, Verdict::kFailed);
}

TEST_F(Verdicts, OfTheClassifierSayWhetherAPrivatePhiLeaksMore) {
  const auto with = [&](double clean) {
    return drawn(classifier_attack_figure, [=](const Json& identity) {
      const bool plain = recipe_of(identity) == "cgs";
      const double epsilon = plain                         ? 0
                             : recipe_of(identity) == "lp" ? identity["epsilon"].get<double>()
                                                           : 1.0;
      Json result;
      for (const char* kind : {"logistic", "overfitted"}) {
        for (const char* features : {"clean", "sanitised"}) {
          result[kind][features] = {{"attack_accuracy", plain ? 0.75 : clean},
                                    {"prediction_accuracy", 0.7 + epsilon / 100},
                                    {"prediction_f1", 0.7 + epsilon / 100}};
        }
      }
      return result;
    });
  };
  EXPECT_TRUE(says(with(0.9), "more, not less"));
  EXPECT_NE(with(0.9).verdict, Verdict::kHeld);
  EXPECT_FALSE(says(with(0.6), "more, not less"));
}

// Statistics that shift by so many standard deviations where a model saw the document.
Json shadow_statistics(const Json& identity, double shift) {
  const auto documents = identity["documents"].get<std::uint64_t>();
  const auto index = identity["index"].get<std::uint64_t>();
  const std::vector<std::uint8_t> members = shadow_cell_members(documents, index);
  const RandomStreams random(key_from_seed(99));
  RandomStream stream(random, Purpose::kSynthetic, 0, index);
  std::vector<double> statistics;
  for (std::uint64_t m = 0; m < documents; ++m) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += stream.uniform();  // nearly normal, variance 1
    statistics.push_back(sum + shift * members[m]);
  }
  return statistics;
}

TEST_F(Verdicts, OfLikelihoodRatiosAreDecidedByIntervals) {
  const auto with = [&](double doc, double control) {
    return drawn(lira_figure, [=](const Json& identity) {
      if (recipe_of(identity) == "cgs") return shadow_statistics(identity, 2);
      // At epsilon 1 the noise has a standard deviation of 12,000, at 3 of 4000; the control 600.
      const bool too_little = identity["options"]["sigma"].get<double>() < 2000;
      return shadow_statistics(identity, too_little ? control : doc);
    });
  };
  const Figure right = with(0, 2);
  EXPECT_TRUE(says(right, "caught")) << right.finding;
  EXPECT_TRUE(says(right, "within")) << right.finding;
  EXPECT_FALSE(says(right, "EXCEEDED")) << right.finding;
  EXPECT_FALSE(says(right, "NOT CAUGHT")) << right.finding;
  EXPECT_TRUE(says(with(3, 3), "EXCEEDED"));
  EXPECT_TRUE(says(with(0, 0), "NOT CAUGHT") || says(with(0, 0), "not decided"));
  EXPECT_FALSE(says(with(0, 0), ": caught"));
}

}  // namespace
}  // namespace dplda

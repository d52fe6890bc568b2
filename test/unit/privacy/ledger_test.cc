#include "privacy/ledger.h"

#include <gtest/gtest.h>

namespace dplda {
namespace {

TEST(Ledger, AnEmptyOneClaimsNothing) {
  const Ledger ledger;
  EXPECT_FALSE(ledger.exposed());
  EXPECT_EQ(ledger.to_json().at("entries").size(), 0u);
  EXPECT_FALSE(ledger.to_json().contains("total_epsilon"));
}

TEST(Ledger, OneExposureMakesTheTotalInfinite) {
  Ledger ledger;
  ledger.expose("the model", "it is exact");
  EXPECT_TRUE(ledger.exposed());
  const auto json = ledger.to_json();
  EXPECT_EQ(json.at("total_epsilon"), "infinite");
  EXPECT_EQ(json.at("entries").at(0).at("release"), "the model");
  EXPECT_NE(ledger.statement().find("NOT PRIVATE"), std::string::npos);
}

}  // namespace
}  // namespace dplda

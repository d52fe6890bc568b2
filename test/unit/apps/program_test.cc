#include "apps/cli/program.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace dplda::cli {
namespace {

struct Outcome {
  int code = 0;
  std::string output;
  std::string errors;
};

Outcome ran(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "dplda");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = run(static_cast<int>(arguments.size()), arguments.data());
  outcome.output = testing::internal::GetCapturedStdout();
  outcome.errors = testing::internal::GetCapturedStderr();
  return outcome;
}

TEST(Run, FailuresBecomeExitCodesWithOneSentence) {
  const Outcome unknown = ran({"trian"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(unknown.errors.starts_with("dplda: there is no verb 'trian'; choose one of: "));
  const Outcome missing = ran({"train"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.errors.find("run 'dplda train --help'"), std::string::npos) << missing.errors;
  const Outcome input = ran({"info", "/nowhere/corpus.npz"});
  EXPECT_EQ(input.code, 2);
  EXPECT_NE(input.errors.find("/nowhere/corpus.npz"), std::string::npos) << input.errors;
}

TEST(Run, TheSecondCallRemembersNothingOfTheFirst) {
  const std::vector<const char*> hdp = {"plan", "--recipe", "hdp", "--epsilon-noise", "2"};
  const Outcome first = ran(hdp);
  const Outcome other = ran({"plan"});
  const Outcome again = ran(hdp);
  EXPECT_EQ(first.code, 0) << first.errors;
  EXPECT_EQ(other.code, 0) << other.errors;
  EXPECT_NE(first.output, other.output);
  EXPECT_EQ(first.output, again.output);
}

TEST(Program, EachVerbHasANameOfItsOwnAndADescription) {
  std::set<std::string> names;
  for (const Verb& verb : program().verbs) {
    EXPECT_TRUE(names.insert(verb.name).second) << verb.name;
    EXPECT_FALSE(verb.help.empty()) << verb.name;
    EXPECT_NE(verb.run != nullptr, !verb.verbs.empty()) << verb.name;
  }
  EXPECT_TRUE(names.contains("train"));
}

}  // namespace
}  // namespace dplda::cli

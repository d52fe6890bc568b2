#include <gtest/gtest.h>

#include "apps/cli/cli.h"
#include "base/errors.h"

namespace dplda::cli {
namespace {

struct Values {
  std::int64_t topics = 50;
  double alpha = 0.1;
  bool binary = false;
  bool progress = true;
  std::string format = "auto";
  std::string output;
  std::optional<std::int64_t> seed;

  OptionTable table() {
    return {
        {.name = "topics", .target = &topics, .help = "number of topics", .least = 1},
        {.name = "alpha", .target = &alpha, .help = "prior of a topic", .least = 0},
        {.name = "binary", .target = &binary, .help = "presence only"},
        {.name = "progress", .target = &progress, .help = "show a bar"},
        {.name = "format", .target = &format, .help = "format", .choices = {"auto", "text"}},
        {.name = "output", .target = &output, .help = "where to", .metavar = "FILE"},
        {.name = "seed", .target = &seed, .help = "public seed"},
    };
  }
};

Values parsed(std::vector<std::string> arguments) {
  Values values;
  const OptionTable table = values.table();
  CLI::App app;
  add_options(app, table);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes vectors
  app.parse(arguments);
  return values;
}

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parsed(arguments);
  } catch (const CLI::ParseError& error) {
    return error.what();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(AddOptions, FlagsSetTheirVariablesAndNoOthers) {
  const Values values = parsed({"--topics", "7", "--alpha=1e-2", "--binary", "--no-progress",
                                "--format", "text", "--output", "-", "--seed", "-3"});
  EXPECT_EQ(values.topics, 7);
  EXPECT_EQ(values.alpha, 0.01);
  EXPECT_TRUE(values.binary);
  EXPECT_FALSE(values.progress);
  EXPECT_EQ(values.format, "text");
  EXPECT_EQ(values.output, "-");
  EXPECT_EQ(values.seed, -3);

  const Values untouched = parsed({});
  EXPECT_EQ(untouched.topics, 50);
  EXPECT_FALSE(untouched.binary);
  EXPECT_TRUE(untouched.progress);
  EXPECT_EQ(untouched.seed, std::nullopt);
}

TEST(AddOptions, WhatIsNoNumberIsRefusedByFlagAndText) {
  EXPECT_EQ(error_of({"--topics", "abc"}), "--topics takes a whole number, not 'abc'");
  EXPECT_EQ(error_of({"--topics", "1.5"}), "--topics takes a whole number, not '1.5'");
  EXPECT_EQ(error_of({"--topics", ""}), "--topics takes a whole number, not ''");
  EXPECT_EQ(error_of({"--alpha", "one"}), "--alpha takes a number, not 'one'");
}

TEST(AddOptions, MissingRepeatedAndUnknownOnesAreRefused) {
  EXPECT_NE(error_of({"--topics"}), "");
  EXPECT_EQ(error_of({"--topics", "1", "--topics", "2"}), "--topics is given more than once");
  EXPECT_NE(error_of({"--tpics", "1"}), "");
  EXPECT_NE(error_of({"--no-binary"}), "");
}

TEST(AddOptions, AnOptionTakesOneValueAndLeavesTheRestToOthers) {
  Values values;
  std::string corpus;
  CLI::App app;
  add_options(app, values.table());
  app.add_option("corpus", corpus);
  app.parse("--topics 5 corpus.npz --seed 1");
  EXPECT_EQ(values.topics, 5);
  EXPECT_EQ(corpus, "corpus.npz");
}

TEST(AddOptions, HelpShowsDefaultsChoicesAndPlaceholders) {
  Values values;
  CLI::App app;
  add_options(app, values.table());
  const std::string help = app.help();
  for (const char* part :
       {"--topics N", "number of topics [default: 50]", "prior of a topic [default: 0.1]",
        "--format CHOICE", "format (auto, text) [default: auto]", "--output FILE",
        "--progress,--no-progress", "show a bar [default: on]"})
    EXPECT_NE(help.find(part), std::string::npos) << part << "\n" << help;
  EXPECT_EQ(help.find("where to ["), std::string::npos);
}

}  // namespace
}  // namespace dplda::cli

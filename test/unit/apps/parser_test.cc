#include "apps/cli/parser.h"

#include <gtest/gtest.h>

#include "apps/cli/flag_words.h"
#include "reference/errors.h"

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

Verb program_with(Values& values, std::vector<std::string>& inputs) {
  Verb verb{.name = "do",
            .help = "Do it",
            .arguments = {{.name = "INPUT", .target = &inputs, .help = "what to read"}},
            .flags = values.table(),
            .run = [](const Given&) {}};
  return {.name = "p", .help = "A program", .verbs = {verb}};
}

void parse(const Verb& program, std::vector<std::string> arguments) {
  std::vector<const char*> argv = {"p", "do"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  parse_and_run(program, static_cast<int>(argv.size()), argv.data());
}

Values parsed(const std::vector<std::string>& arguments) {
  Values values;
  std::vector<std::string> inputs;
  parse(program_with(values, inputs), arguments);
  return values;
}

std::string error_of(const std::vector<std::string>& arguments) {
  return with_flags(test::input_error([&] { parsed(arguments); }));
}

TEST(Parser, FlagsSetTheirVariablesAndNoOthers) {
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

TEST(Parser, WhatIsNoNumberIsRefusedByFlagAndText) {
  EXPECT_EQ(error_of({"--topics", "abc"}), "--topics takes a whole number, not 'abc'");
  EXPECT_EQ(error_of({"--topics", "1.5"}), "--topics takes a whole number, not '1.5'");
  EXPECT_EQ(error_of({"--topics", ""}), "--topics takes a whole number, not ''");
  EXPECT_EQ(error_of({"--alpha", "one"}), "--alpha takes a number, not 'one'");
}

TEST(Parser, MissingRepeatedAndUnknownOnesAreRefused) {
  EXPECT_NE(error_of({"--topics"}), "");
  EXPECT_EQ(error_of({"--topics", "1", "--topics", "2"}), "--topics is given more than once");
  EXPECT_NE(error_of({"--tpics", "1"}), "");
  EXPECT_NE(error_of({"--no-binary"}), "");
}

TEST(Parser, AnOptionTakesOneValueAndLeavesTheRestToOthers) {
  Values values;
  std::vector<std::string> inputs;
  parse(program_with(values, inputs), {"--topics", "5", "corpus.npz", "more.npz", "--seed", "1"});
  EXPECT_EQ(values.topics, 5);
  EXPECT_EQ(inputs, (std::vector<std::string>{"corpus.npz", "more.npz"}));
}

TEST(Parser, HelpShowsDefaultsChoicesAndPlaceholders) {
  Values values;
  std::vector<std::string> inputs;
  const std::string help = help_of(program_with(values, inputs), {"do"});
  for (const char* part :
       {"--topics N", "number of topics [default: 50]", "prior of a topic [default: 0.1]",
        "--format CHOICE", "format (auto, text) [default: auto]", "--output FILE",
        "--progress,--no-progress", "show a bar [default: on]"})
    EXPECT_NE(help.find(part), std::string::npos) << part << "\n" << help;
  EXPECT_EQ(help.find("where to ["), std::string::npos);
}

TEST(Parser, TheVerbIsToldWhatWasGivenAndRunsOnce) {
  Values values;
  int runs = 0;
  Verb verb{.name = "do", .help = "Do it", .flags = values.table(), .run = [&](const Given& given) {
              ++runs;
              EXPECT_TRUE(given("topics"));
              EXPECT_FALSE(given("alpha"));
              EXPECT_FALSE(given("nonsense"));
            }};
  parse({.name = "p", .help = "A program", .verbs = {verb}}, {"--topics", "50"});
  EXPECT_EQ(runs, 1);
}

TEST(Parser, RequiredCountedAndExclusiveOptionsAreHeldTo) {
  std::vector<std::string> two;
  bool all = false;
  bool none = false;
  const auto error = [&](const std::vector<std::string>& arguments) -> std::string {
    two.clear();
    Verb verb{.name = "do",
              .help = "Do it",
              .flags = {{.name = "output",
                         .target = &two,
                         .help = "two files",
                         .letter = 'o',
                         .required = true,
                         .values = 2},
                        {.name = "all", .target = &all, .help = "all"},
                        {.name = "none", .target = &none, .help = "none", .excludes = {"all"}}},
              .run = [](const Given&) {}};
    return test::input_error(
        [&] { parse({.name = "p", .help = "A program", .verbs = {verb}}, arguments); });
  };
  EXPECT_EQ(error({"-o", "a", "b"}), "");
  EXPECT_EQ(two, (std::vector<std::string>{"a", "b"}));
  EXPECT_NE(error({"-o", "a"}).find("run 'p do --help' for the options"), std::string::npos);
  EXPECT_NE(error({}).find("--output"), std::string::npos);
  EXPECT_NE(error({"-o", "a", "b", "--all", "--none"}), "");
}

}  // namespace
}  // namespace dplda::cli

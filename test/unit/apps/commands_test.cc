#include "apps/cli/commands.h"

#include <gtest/gtest.h>

#include "apps/cli/flag_words.h"
#include "apps/cli/program.h"
#include "training/recipe.h"
#include "training/training.h"
#include "unit/apps/command_line.h"

namespace dplda::cli {
namespace {

using Strings = std::vector<std::string>;

TEST(CommandTree, EveryOptionOfTrainingIsAFlagWithItsChoicesAndDefault) {
  const Command root = test::program();
  const Command* train = command_at(root, {"train"});
  ASSERT_NE(train, nullptr);
  for (const Recipe& recipe : recipes()) {
    TrainOptions options = recipe.options();
    for (const Option& option : option_table(options)) {
      const Flag* flag = flag_named(*train, "--" + option.name);
      ASSERT_NE(flag, nullptr) << option.name;
      EXPECT_NE(flag->help.find(with_flags(option.help)), std::string::npos) << option.name;
      if (option.name != "recipe") {
        EXPECT_EQ(flag->choices, choices_of(option));
      }
      const bool is_switch = std::holds_alternative<bool*>(option.target);
      EXPECT_EQ(flag->takes_value(), !is_switch) << option.name;
      if (!is_switch && option.name != "recipe") {
        EXPECT_NE(flag->standard.find(with_flags(default_of(option))), std::string::npos)
            << option.name;
      }
      if (!flag->only_for.empty()) {
        EXPECT_EQ(flag->leader, "--recipe");
        EXPECT_NE(std::find(flag->only_for.begin(), flag->only_for.end(), recipe.name),
                  flag->only_for.end())
            << option.name;
      }
    }
  }
  EXPECT_EQ(flag_named(*train, "--topics")->standard, "50; doc: 30; moments: auto");
  EXPECT_EQ(flag_named(*train, "--clip")->only_for, Strings{"hdp"});
  EXPECT_TRUE(flag_named(*train, "--alpha")->only_for.empty());  // for all recipes
}

TEST(CommandTree, ArgumentsFlagsAndVerbsAreFoundAtAnyDepth) {
  const Command root = test::program();
  const Command* membership = command_at(root, {"attack", "membership"});
  ASSERT_NE(membership, nullptr);
  EXPECT_EQ(membership->path, (Strings{"dplda", "attack", "membership"}));
  ASSERT_EQ(membership->arguments.size(), 1U);
  EXPECT_EQ(membership->arguments.front().metavar, "CORPUS");
  EXPECT_TRUE(membership->arguments.front().required);
  EXPECT_EQ(flag_named(*membership, "--spread")->leader, "--method");
  EXPECT_EQ(command_at(root, {"attack", "train"}), nullptr);
  EXPECT_EQ(command_at(root, {}), &root);
}

TEST(CommandTree, ShapesOfFlagsAreKept) {
  std::vector<std::string> two;
  std::vector<std::string> many;
  bool on = true;
  bool off = false;
  const Command command = command_tree(
      {.name = "p",
       .help = "Do it",
       .arguments = {{.name = "INPUT", .target = &many, .help = "what to read"}},
       .flags = {{.name = "output",
                  .target = &two,
                  .help = "two files",
                  .metavar = "FILE",
                  .letter = 'o',
                  .required = true,
                  .values = 2},
                 {.name = "bar", .target = &on, .help = "show a bar"},
                 {.name = "quiet", .target = &off, .help = "say nothing", .excludes = {"bar"}}}});

  const Flag* output = flag_named(command, "-o");
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->names, (Strings{"-o", "--output"}));
  EXPECT_EQ(output->values, 2);
  EXPECT_TRUE(output->required);
  EXPECT_TRUE(command.arguments.front().repeats);
  EXPECT_FALSE(command.arguments.front().required);
  EXPECT_EQ(flag_named(command, "--no-bar"), flag_named(command, "--bar"));
  EXPECT_EQ(flag_named(command, "--bar")->standard, "on");
  EXPECT_EQ(flag_named(command, "--quiet")->standard, "");
  EXPECT_EQ(flag_named(command, "--quiet")->excludes, Strings{"--bar"});
  EXPECT_FALSE(flag_named(command, "--help")->takes_value());
}

TEST(AllCommands, EachIsListedOnceAndAfterItsParent) {
  const Command root{.path = {"p"},
                     .commands = {{.path = {"p", "a"}, .commands = {{.path = {"p", "a", "x"}}}},
                                  {.path = {"p", "b"}}}};
  Strings names;
  for (const Command* command : all_commands(root)) names.push_back(command->path.back());
  EXPECT_EQ(names, (Strings{"p", "a", "x", "b"}));
}

}  // namespace
}  // namespace dplda::cli

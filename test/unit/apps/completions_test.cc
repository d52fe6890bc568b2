#include "apps/cli/completions.h"

#include <gtest/gtest.h>

#include "unit/apps/command_line.h"

namespace dplda::cli {
namespace {

const Command& small() {
  static const Command root{
      .path = {"dplda"},
      .flags = {{.names = {"--version"}, .help = "say which"}},
      .commands = {{.path = {"dplda", "see"},
                    .description = "Look: [really]",
                    .arguments = {{.names = {"MODEL"}, .metavar = "MODEL"}},
                    .flags = {{.names = {"-o", "--output"}, .metavar = "FILE", .help = "it's here"},
                              {.names = {"--how"}, .metavar = "CHOICE", .choices = {"a", "b"}},
                              {.names = {"--into"}, .metavar = "DIR"},
                              {.names = {"--many"}, .metavar = "N"}}}}};
  return root;
}

TEST(ValueCompletion, FollowsChoicesThenTheMetavar) {
  EXPECT_EQ(value_completion({.names = {"--x"}, .metavar = "FILE", .choices = {"a"}}),
            Completion::kChoices);
  EXPECT_EQ(value_completion({.names = {"--x"}, .metavar = "FILE"}), Completion::kFiles);
  EXPECT_EQ(value_completion({.names = {"--x"}, .metavar = "CORPUS"}), Completion::kFiles);
  EXPECT_EQ(value_completion({.names = {"--x"}, .metavar = "DIR"}), Completion::kDirectories);
  EXPECT_EQ(value_completion({.names = {"--x"}, .metavar = "N"}), Completion::kNothing);
  EXPECT_EQ(argument_completion({.names = {"MODEL"}, .metavar = "MODEL"}), Completion::kFiles);
}

TEST(ShellQuoted, IsOneWordWhateverIsInIt) { EXPECT_EQ(shell_quoted("it's $x"), "'it'\\''s $x'"); }

TEST(BashCompletions, EachFlagAnswersByItsKind) {
  test::expect_parts(
      bash_completions(small()),
      {"' see') verb='see' ;;", "-o | --output) _dplda_paths -f", "--how) _dplda_words 'a b'",
       "--into) _dplda_paths -d", "--many) return ;;",
       "flags='-o --output --how --into --many' paths=-f", "flags='--version' words='see'"});
}

TEST(ZshCompletions, WhatZshReadsIsEscaped) {
  test::expect_parts(
      zsh_completions(small()),
      {"'see:Look\\: \\[really\\]'", "'(-o --output)-o[it'\\''s here]:FILE:_files'",
       "'(-o --output)--output=[it'\\''s here]:FILE:_files'", "--how=[]:CHOICE:(a b)'",
       "--into=[]:DIR:_files -/'", "':MODEL:_files'", "see) _dplda_see ;;"});
}

TEST(FishCompletions, EachLineHasItsVerb) {
  test::expect_parts(fish_completions(small()),
                     {"-n '__dplda_at ' -a see -d 'Look: [really]'",
                      "-n '__dplda_in see' -s o -l output -r -F -d 'it\\'s here'",
                      "-n '__dplda_in see' -l how -x -a 'a b'", "-n '__dplda_in see' -F"});
}

}  // namespace
}  // namespace dplda::cli

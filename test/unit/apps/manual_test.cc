#include "apps/cli/manual.h"

#include <gtest/gtest.h>

#include "apps/cli/exit_codes.h"
#include "apps/cli/program.h"
#include "apps/cli/roff.h"
#include "training/recipe.h"
#include "unit/apps/command_line.h"

namespace dplda::cli {
namespace {

std::string page_of(const std::vector<std::string>& verbs) {
  const Command root = test::program();
  return manual_page(root, *command_at(root, verbs));
}

TEST(ManualPage, SaysWhatAnOptionMayBeAndForWhomItIs) {
  test::expect_parts(
      page_of({"train"}),
      {".TH DPLDA\\-TRAIN 1 ", ".SH NAME\ndplda\\-train \\- learn topics",
       "\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\n",
       "One of: sequential, snapshot.\n.br\nDefault: snapshot; online\\-lp: sequential.\n",
       "Only for \\-\\-recipe hdp, doc.\n", ".SH FILES\n.TP\n\\fICORPUS\\fR.ledger\n",
       ".SH SEE ALSO\n\\fBdplda\\fR(1)\n"});
}

TEST(ManualPage, NamesEveryRecipeOnlyWhereThereIsAChoiceOfThem) {
  const std::string page = page_of({"train"});
  const std::string list = page.substr(page.find(".SH RECIPES"));
  for (const Recipe& recipe : recipes()) {
    test::expect_parts(list, {".TP\n" + roff_bold(recipe.name) + "\n"});
  }
  test::expect_parts(list, {"Defaults of its own: \\-\\-sweeps 20, "});
  EXPECT_EQ(page_of({"topics"}).find("RECIPES"), std::string::npos);
}

TEST(ManualPage, EveryVerbHasOneThatNamesItsFlagsAndTheExitCodes) {
  const Command root = test::program();
  for (const Command* command : all_commands(root)) {
    const std::string page = manual_page(root, *command);
    for (const Flag& flag : command->flags) {
      for (const std::string& name : flag.names) test::expect_parts(page, {roff_bold(name)});
    }
    for (const ExitMeaning& exit : kExitMeanings)
      test::expect_parts(page, {".TP\n\\fB" + std::to_string(exit.code) + "\\fR\n"});
    for (const Command& below : command->commands)
      test::expect_parts(page, {".TP\n\\fB" + below.path.back() + "\\fR\n"});
  }
}

TEST(ManualPage, TextOfTheTreeIsNeverTakenForARequest) {
  const Command odd{.path = {"odd"},
                    .description = ".so file",
                    .flags = {{.names = {"--x"}, .help = "'n \\n(.z", .choices = {".a", "b\\c"}}}};
  const std::string page = manual_page(odd, odd);
  EXPECT_EQ(page.find("\n.so"), std::string::npos);
  EXPECT_EQ(page.find("\n'"), std::string::npos);
  test::expect_parts(page, {"\\(aqn \\en(.z.\n", "One of: .a, b\\ec.\n"});
}

}  // namespace
}  // namespace dplda::cli

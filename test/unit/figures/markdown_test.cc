// Figures as Markdown: all numbers, and nothing that Markdown would take for its own.
#include "figures/markdown.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dplda {
namespace {

Figure sample() {
  Figure figure{.name = "sample",
                .title = "A <title> | with *signs*",
                .claim = "It grows.",
                .finding = "It does.",
                .verdict = Verdict::kHeld,
                .note = "Two seeds."};
  Panel panel;
  panel.title = "One";
  panel.x.label = "x";
  panel.y.label = "y";
  panel.series = {{.name = "first", .points = {{1, 100.4, 99, 102}, {2, 0.123456, 0.1, 0.1}}},
                  {.name = "second", .points = {{2, std::nan(""), 0, 0}}}};
  panel.levels = {{"floor", 781.44}};
  figure.panels = {panel};
  return figure;
}

TEST(Markdown, HoldsEveryNumberWithItsSpread) {
  const std::string text = markdown(sample(), "figures/sample.svg");
  EXPECT_NE(text.find("| 1 | 100 (99.0 to 102) |  |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 2 | 0.123 | - |"), std::string::npos) << text;
  EXPECT_NE(text.find("floor: 781"), std::string::npos);
  EXPECT_NE(text.find("](figures/sample.svg)"), std::string::npos);
  EXPECT_NE(text.find("**Here: held.** It does."), std::string::npos);
}

TEST(Markdown, TakesNothingOfTheTextForMarkup) {
  const std::string text = markdown(sample(), "x.svg");
  EXPECT_NE(text.find("### A \\<title\\> \\| with \\*signs\\*"), std::string::npos) << text;
}

TEST(Markdown, SaysNoVerdictWhereNothingWasClaimed) {
  Figure figure = sample();
  figure.claim.clear();
  figure.verdict = Verdict::kOurs;
  const std::string text = markdown(figure, "x.svg");
  EXPECT_EQ(text.find("The paper"), std::string::npos);
  EXPECT_NE(text.find("**Here.** It does."), std::string::npos);
}

const Table& small_table() {
  static const Table kTable{.title = "A [title]",
                            .header = {"run", "value"},
                            .rows = {{"`--topics 1`", "**7**"}, {"x", "12.5"}},
                            .note = "small * print"};
  return kTable;
}

TEST(Markdown, OfATableTakesCellsAsTheyAre) {
  EXPECT_EQ(markdown(small_table()),
            "### A \\[title\\]\n\n"
            "| run | value |\n|---|---|\n"
            "| `--topics 1` | **7** |\n| x | 12.5 |\n"
            "\nsmall \\* print\n");
}

TEST(Aligned, HasColumnsBelowOneAnother) {
  EXPECT_EQ(aligned(small_table()),
            "A [title]\n"
            "run           value\n"
            "`--topics 1`  **7**\n"
            "x             12.5\n"
            "(small * print)\n");
}

}  // namespace
}  // namespace dplda

#include "figures/page.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <set>

#include "figures/svg.h"
#include "reference/python.h"
#include "reference/sample_page.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

// What the first group matches, every time.
std::vector<std::string> all(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

// DPLDA_SAMPLE=directory keeps the sample for whoever wants to look at it.
TEST(Page, TheSampleIsWellFormedXml) {
  const test::TemporaryDirectory directory;
  const char* kept = std::getenv("DPLDA_SAMPLE");
  const std::string folder = kept != nullptr ? kept : directory.path();
  test::write_file(folder + "/page.html", html(test::sample_page()));
  test::write_file(folder + "/sample.svg", svg(test::sample_figure()));
  test::write_file(folder + "/odd.svg", svg(test::odd_figure()));
  EXPECT_EQ(test::python("import sys, xml.dom.minidom\n"
                         "for path in sys.argv[1:]: xml.dom.minidom.parse(path)",
                         {folder + "/page.html", folder + "/sample.svg", folder + "/odd.svg"}),
            0);
}

TEST(Page, TextIsEscapedWhereverItStands) {
  const std::string evil = "<b>\"&'";
  const Figure figure{.name = evil,
                      .title = evil,
                      .claim = evil,
                      .finding = evil,
                      .note = evil,
                      .panels = {{.title = evil,
                                  .x = {.label = evil},
                                  .y = {.label = evil},
                                  .series = {{.name = evil, .points = {{1, 1}}}},
                                  .levels = {{evil, 1}}}}};
  const Table table{.title = evil, .header = {evil}, .rows = {{evil, evil}}, .note = evil};
  const std::string text =
      html({.title = evil,
            .lead = evil,
            .sections = {{evil, {Paragraph{evil}, figure, table, Preformatted{evil}}}},
            .footer = evil});
  EXPECT_EQ(text.find("<b>"), std::string::npos);
  EXPECT_EQ(text.find("\"&'"), std::string::npos);
  EXPECT_NE(text.find("<p>&lt;b&gt;&quot;&amp;&#39;</p>"), std::string::npos);
}

TEST(Page, NothingIsFetched) {
  const std::string text = html(test::sample_page());
  for (const char* word : {"http", "src=", "url(", "@import", "<link", "fetch("})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST(Page, EveryLinkLeadsToOneElement) {
  Page page = test::sample_page();
  page.sections.push_back(page.sections.front());  // the same names again
  const std::string text = html(page);
  const auto anchors = all(text, " id=\"([^\"]*)\"");
  const std::set<std::string> known(anchors.begin(), anchors.end());
  EXPECT_EQ(known.size(), anchors.size());
  const auto links = all(text, "href=\"#([^\"]*)\"");
  EXPECT_EQ(links.size(), 4u + 6u);  // sections and figures
  for (const std::string& link : links) EXPECT_EQ(known.count(link), 1u) << link;
}

TEST(Page, EveryFigureHasItsVerdictCaptionNumbersAndDescribedPanels) {
  const std::string text = html(test::sample_page());
  const auto figures = all(text, "(<figure)");
  ASSERT_EQ(figures.size(), 4u);
  EXPECT_EQ(all(text, "(<figcaption>)").size(), figures.size());
  EXPECT_EQ(all(text, "(<details>)").size(), figures.size());
  EXPECT_EQ(all(text, "<span class=\"badge ([a-z]+)\"").size(), figures.size());
  EXPECT_EQ(all(text, "(<svg class=\"plot\" role=\"img\" aria-label=\"[^\"])").size(), 10u);
  for (const char* words :
       {"</span> held<", "</span> in part<", "</span> did not hold<", "</span> not in the paper<"})
    EXPECT_NE(text.find(words), std::string::npos) << words;
}

TEST(Page, RowsOfATableHaveTheSameNumberOfCells) {
  const std::string text = html(
      {.title = "",
       .sections = {{"", {Table{.header = {"a", "b"}, .rows = {{"x", "1", "more"}, {"y"}}}}}}});
  const std::size_t start = text.find("<table>");
  const std::string table = text.substr(start, text.find("</table>") - start);
  EXPECT_EQ(all(table, "(<t[hd][ >])").size(), 9u);
  // The second column holds numbers, the others words.
  EXPECT_EQ(all(table, "class=\"(number)\"").size(), 3u);
}

TEST(Page, TheBytesAreTheSameTwice) {
  EXPECT_EQ(html(test::sample_page()), html(test::sample_page()));
}

}  // namespace
}  // namespace dplda

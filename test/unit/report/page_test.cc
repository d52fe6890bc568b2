#include "report/page.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "reference/python.h"
#include "reference/sample_page.h"
#include "reference/temporary.h"
#include "report/svg.h"

namespace dplda {
namespace {

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

}  // namespace
}  // namespace dplda

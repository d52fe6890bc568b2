#include "collect/reports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/files.h"
#include "reference/chunked_source.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

using test::bits_of;
using test::header_of;
using test::report_of;
using test::stream_of;

TEST(Reports, TheSameIdCountsOnce) {
  const ReportHeader header = header_of(test::kReportWords);
  const std::string bytes =
      stream_of(header, 0, 3) + report_of(header, 1) + stream_of(header, 2, 2);
  const Reports reports = read_reports(test::chunked(bytes));
  EXPECT_EQ(reports.bits.documents(), 4);
  EXPECT_EQ(reports.refusals.duplicate, 2);
  EXPECT_EQ(reports.refusals.sum(), 2);
  for (std::uint64_t m = 0; m < 4; ++m)
    EXPECT_TRUE(std::ranges::equal(reports.bits.row(m), bits_of(test::kReportWords, m)));
  EXPECT_EQ(reports.parameters, header.parameters);
  EXPECT_EQ(reports.vocabulary, header.vocabulary);
}

TEST(Reports, TheDigestIsThatOfParametersAndBits) {
  const auto digest = [](const std::string& bytes) {
    return read_reports(test::chunked(bytes)).digest;
  };
  const ReportHeader header = header_of(test::kReportWords);
  const std::string once = digest(stream_of(header, 0, 3));
  EXPECT_EQ(digest(stream_of(header, 0, 3) + "junk" + report_of(header, 1)), once);
  std::set<std::string> others{once,
                               digest(stream_of(header, 0, 2)),
                               digest(stream_of(header, 1, 3)),
                               digest(stream_of(header_of(test::kReportWords, 99999, 3), 0, 0)),
                               digest(stream_of(header_of(test::kReportWords, 99999, 2), 0, 0)),
                               digest(stream_of(header_of(test::kReportWords), 0, 0)),
                               digest(stream_of(header_of(test::kReportWords + 1), 0, 0))};
  EXPECT_EQ(others.size(), 7);
}

TEST(Reports, AreTheSameFromWhateverSource) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 30, 10, 4), 2, 1);
  const Reports bytes = read_reports(memory_input(test::report_bytes(reports), "reports"));
  test::PushedReports source(reports);
  source.refused = 4;
  const Reports pushed = read_reports(source);
  EXPECT_EQ(pushed.digest, bytes.digest);
  EXPECT_EQ(pushed.bits.documents(), 30);
  EXPECT_EQ(pushed.refusals, ReportRefusals{.damaged = 4});
}

}  // namespace
}  // namespace dplda

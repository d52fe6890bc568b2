#include "training/report_stream.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "base/errors.h"
#include "collect/report_inbox.h"
#include "reference/options.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::MemorySource;
using test::numbers_of;
using test::run;
using test::stream_options;
using test::Way;
using test::ways;

class Sources : public testing::Test {
 protected:
  Way way = ways()[6];
  Reports reports = test::reports_of(test::planted_corpus(1, 25, 10, 4), 3, 1);
  test::TemporaryDirectory directory;
  std::string path = directory / "reports.dpr";
  TrainOptions options = with_batch(stream_options(way));

  static TrainOptions with_batch(TrainOptions options) {
    test::set(options, "batch", 10);
    return options;
  }
  StreamResult run_reports(const std::string& bytes, std::function<bool()> leaves_rest = {},
                           ReportRefusals* refusals = nullptr) {
    test::write_file(path, bytes);
    const std::unique_ptr<ReportSource> files = open_report_source(path);
    ReportStream source(*files, options->checkpoint, std::move(leaves_rest));
    StreamObserver observer;
    StreamResult result = run(way, source, options, observer);
    if (refusals != nullptr) *refusals = source.refusals();
    return result;
  }
};

TEST_F(Sources, ReportsOfAFileAreTheSameStreamAsInMemory) {
  MemorySource memory(reports, 10);
  StreamObserver observer;
  const StreamResult expected = run(way, memory, options, observer);
  EXPECT_EQ(expected.batches, 3U);
  const StreamResult result = run_reports(test::report_bytes(reports));
  EXPECT_EQ(result.documents, 25U);
  EXPECT_EQ(numbers_of(*result.model), numbers_of(*expected.model));
}

TEST_F(Sources, ReportsThatNoFileHoldsAreTheSameStream) {
  const StreamResult expected = run_reports(test::report_bytes(reports));
  test::PushedReports pushed(reports);
  pushed.refused = 2;
  ReportStream source(pushed, "");
  StreamObserver observer;
  const StreamResult result = run(way, source, options, observer);
  EXPECT_EQ(result.documents, 25U);
  EXPECT_EQ(numbers_of(*result.model), numbers_of(*expected.model));
  EXPECT_EQ(source.refusals(), ReportRefusals{.damaged = 2});
}

TEST_F(Sources, ABatchThatIsNotFullIsLeftForLaterWhereAsked) {
  EXPECT_EQ(run_reports(test::report_bytes(reports)).documents, 25U);
  EXPECT_EQ(run_reports(test::report_bytes(reports), [] { return false; }).documents, 25U);
  options->checkpoint = directory / "state";
  EXPECT_EQ(run_reports(test::report_bytes(reports), [] { return true; }).documents, 20U);
  // What was left comes in its turn.
  options->resume = options->checkpoint;
  ReportRefusals refusals;
  const StreamResult rest = run_reports(test::report_bytes(reports), {}, &refusals);
  EXPECT_EQ(rest.documents_here, 5U);
  EXPECT_EQ(refusals.already_counted, 20U);
  options->checkpoint.clear();
  options->resume.clear();
  EXPECT_EQ(numbers_of(*rest.model), numbers_of(*run_reports(test::report_bytes(reports)).model));
}

TEST_F(Sources, AReportCountsOnceHoweverOftenItComes) {
  const std::string bytes = test::report_bytes(reports);
  const std::vector<float> once = numbers_of(*run_reports(bytes).model);
  for (const char* state : {"", "state"}) {
    if (*state != '\0') options->checkpoint = directory / state;
    ReportRefusals refusals;
    // The header of the second time is one that differs in nothing.
    const StreamResult twice = run_reports(bytes + bytes, {}, &refusals);
    EXPECT_EQ(twice.documents, 25U);
    EXPECT_EQ(refusals.duplicate, 25U);
    // The last batch is filled up by none of them.
    EXPECT_EQ(numbers_of(*twice.model), once);
  }
}

TEST_F(Sources, IdsThatAreMissingOrDamagedAreRefused) {
  options->checkpoint = directory / "state";
  run_reports(test::report_bytes(reports));
  options->resume = options->checkpoint;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    if (entry.path().string().find(".ids-") != std::string::npos) files.push_back(entry.path());
  }
  ASSERT_FALSE(files.empty());
  for (const std::string& file : files) {
    const std::string bytes = test::read_file(file);
    std::string damaged = bytes;
    damaged[damaged.size() / 2] ^= 1;
    for (const std::string& other : {damaged, bytes.substr(1), bytes.substr(16), std::string()}) {
      test::write_file(file, other);
      EXPECT_THROW(run_reports(test::report_bytes(reports)), InputError);
    }
    std::filesystem::remove(file);
    EXPECT_THROW(run_reports(test::report_bytes(reports)), InputError);
    test::write_file(file, bytes);
  }
  EXPECT_EQ(run_reports(test::report_bytes(reports)).documents_here, 0U);
}

}  // namespace
}  // namespace dplda

#include "runs/stream.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "reference/options.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"
#include "runs/train.h"

namespace dplda::runs {
namespace {

class ReportRuns : public testing::Test {
 protected:
  ReportRuns() { test::write_file(home / "reports.dpr", test::report_bytes(reports)); }

  TrainRequest asked(const std::string& recipe) {
    TrainRequest request;
    request.options = options_for(recipe);
    request.options->topics = 4;
    request.options->sweeps = 6;
    request.options->seed = 3;
    request.options->threads = 1;
    request.options->checkpoint = recipe == "lp" ? "" : home / ("state" + std::to_string(++runs));
    return request;
  }
  TrainRequest from_file(const std::string& recipe) {
    TrainRequest request = asked(recipe);
    request.input.path = home / "reports.dpr";
    return request;
  }
  TrainRequest from(ReportSource& source, const std::string& recipe) {
    TrainRequest request = asked(recipe);
    request.report_source = &source;
    return request;
  }

  test::TemporaryDirectory home;
  Reports reports = test::reports_of(test::planted_corpus(1, 400, 10, 4), 3, 1);
  int runs = 0;
  TrainWatcher nobody;
};

TEST_F(ReportRuns, AStreamOfReportsNeedsNoFile) {
  const StreamOutcome expected = stream(from_file("online-lp"), nobody);
  test::PushedReports source(reports);
  source.refused = 3;
  const StreamOutcome outcome = stream(from(source, "online-lp"), nobody);
  EXPECT_EQ(outcome.result.batches, expected.result.batches);
  EXPECT_EQ(outcome.result.documents, 400U);
  EXPECT_EQ(test::numbers_of(*outcome.result.model), test::numbers_of(*expected.result.model));
  EXPECT_EQ(outcome.refusals, ReportRefusals{.damaged = 3});
}

TEST_F(ReportRuns, NeitherDoesTrainingOnAllReportsAtOnce) {
  const TrainOutcome expected = train(from_file("lp"), nobody);
  test::PushedReports source(reports);
  const TrainOutcome outcome = train(from(source, "lp"), nobody);
  EXPECT_EQ(test::numbers_of(outcome.result.model), test::numbers_of(expected.result.model));
}

TEST_F(ReportRuns, RecipesForDocumentsRefuseThem) {
  test::PushedReports source(reports);
  EXPECT_THROW(stream(from(source, "online"), nobody), InputError);
  EXPECT_THROW(train(from(source, "cgs"), nobody), InputError);
}

}  // namespace
}  // namespace dplda::runs

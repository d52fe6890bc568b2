// Reports as a stream of batches.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collect/report_ids.h"
#include "collect/report_source.h"
#include "collect/seen_reports.h"
#include "training/stream.h"

namespace dplda {

// Every report is counted once, by its id, however often it comes; nothing but the ids decides
// where a resumed run goes on, so the stream may be sent again from its beginning or go on where it
// was.
class ReportStream final : public StreamSource {
 public:
  // `state`: the path of the stream's state, beside which ids are kept; empty: they are kept in
  // memory and forgotten. `leaves_rest`: whether a batch that is not full is left for later; asked
  // when the source has no more. REQUIRES: `source` outlives this.
  ReportStream(ReportSource& source, const std::string& state,
               std::function<bool()> leaves_rest = {});

  const Vocabulary& vocabulary() const override { return source_.header().vocabulary; }
  const Preparation& preparation() const override { return preparation_; }
  const ReportParameters* reports() const override { return &source_.header().parameters; }
  bool next(std::uint64_t size, StreamBatch& batch) override;
  std::string count() override;
  void settle() override;
  void resume(const std::string& counted) override;

  // What the reports of a state must be made for; nothing before its first batch. Throws InputError
  // if the state is damaged.
  static std::optional<ReportKind> expected(const std::string& counted);

  // What was not taken in by this run, by reason.
  ReportRefusals refusals() const;

 private:
  // Whether the id is new; notes it if not.
  bool is_new(const ReportId& id);

  ReportSource& source_;
  Preparation preparation_;
  std::string state_;
  std::function<bool()> leaves_rest_;
  std::optional<SeenReports> seen_;  // on disk
  ReportIds seen_here_;              // in memory, where there is no state
  ReportIds in_batch_;
  std::vector<ReportId> ids_;  // of the batch at hand
  WordSets bits_;
  bool resumed_ = false;
  ReportRefusals repeated_;
};

}  // namespace dplda

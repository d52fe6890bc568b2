// Reports of small corpora for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collect/report_source.h"
#include "collect/reports.h"
#include "corpus/corpus.h"

namespace dplda::test {

// The corpus as it arrives, a report for each document. `flags`: those of the header.
Reports reports_of(const Corpus& corpus, double epsilon, std::uint64_t seed,
                   std::uint32_t flags = 0);

// The same as a stream of bytes; report m has an id of its own.
std::string report_bytes(const Reports& reports);

// The same reports as a source that has nothing to do with files.
class PushedReports final : public ReportSource {
 public:
  // REQUIRES: `reports` outlives this.
  explicit PushedReports(const Reports& reports);

  const ReportHeader& header() override { return header_; }
  bool next(Report& report) override;
  ReportRefusals refusals() const override { return {.damaged = refused}; }

  std::uint64_t refused = 0;  // what it claims to have refused

 private:
  const Reports& reports_;
  ReportHeader header_;
  std::uint64_t next_ = 0;
};

// Some of the rows, `size` from `first` on.
WordSets rows_of(const WordSets& sets, std::uint64_t first, std::uint64_t size);

}  // namespace dplda::test

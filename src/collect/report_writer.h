// Writes a stream of reports (docs/use/reports.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/files.h"
#include "collect/report_format.h"

namespace dplda {

class ReportWriter {
 public:
  // Writes the header. REQUIRES: `file` outlives this. Leaves flush() and commit() to the caller.
  ReportWriter(AtomicFile& file, ReportHeader header);

  // REQUIRES: bits.size() fits the vocabulary, no bit from V on is set.
  void write(const ReportId& id, std::span<const std::uint64_t> bits);

  const ReportHeader& header() const { return header_; }
  std::uint64_t reports() const { return reports_; }

 private:
  AtomicFile& file_;
  ReportHeader header_;
  std::uint64_t reports_ = 0;
  std::string record_;
};

}  // namespace dplda

// All reports of a stream, in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/files.h"
#include "collect/report_format.h"
#include "collect/report_refusals.h"
#include "collect/report_source.h"
#include "corpus/word_sets.h"

namespace dplda {

struct Reports {
  ReportParameters parameters;
  Vocabulary vocabulary;
  WordSets bits;  // a row for each report, in the order of the stream
  ReportRefusals refusals;
  // BLAKE2b-256 over parameters and bits, in hexadecimal (docs/use/reports.md, "Digest of
  // reports").
  std::string digest;
};

// Called now and then with the bytes taken from the file and the reports kept so far.
using ReportsProgress = std::function<void(std::uint64_t bytes, std::uint64_t reports)>;

// Reads a source to its end; a second report with the same id is refused. Throws InputError if it
// has no good header. `expected`: how many reports there are, 0 if that is not known.
Reports read_reports(ReportSource& source, const ReportsProgress& progress = {},
                     std::uint64_t expected = 0);
// The same of a stream of bytes. `expected_bytes`: the size of the stream, 0 if it is not known.
Reports read_reports(std::unique_ptr<ByteSource> source, const ReportsProgress& progress = {},
                     std::uint64_t expected_bytes = 0);
// The same for a file ("-": standard input).
Reports read_reports(const std::string& path, const ReportsProgress& progress = {});

}  // namespace dplda

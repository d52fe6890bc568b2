#include "collect/reports.h"

#include <filesystem>
#include <utility>

#include "base/digest.h"
#include "collect/report_ids.h"
#include "collect/report_reader.h"

namespace dplda {

namespace {

constexpr std::uint64_t kReportsBetweenProgress = 4096;

void digest_parameters(Digest& digest, const ReportHeader& header) {
  digest.text("dplda-reports-1");
  digest.number(header.parameters.threshold);
  digest.number(header.parameters.words);
  digest.number(header.parameters.cap);
  digest.number(header.parameters.flags);
  digest.bytes(std::as_bytes(std::span(header.digest)));
}

// One stream of bytes, which ends at its end.
class StreamedReports final : public ReportSource {
 public:
  explicit StreamedReports(std::unique_ptr<ByteSource> bytes) : reader_(std::move(bytes)) {}

  const ReportHeader& header() override { return reader_.header(); }
  bool next(Report& report) override {
    if (ended_ || reader_.next(report)) return !ended_;
    reader_.finish();
    ended_ = true;
    return false;
  }
  ReportRefusals refusals() const override { return reader_.refusals(); }
  std::uint64_t bytes_taken() const override { return reader_.bytes_taken(); }

 private:
  ReportReader reader_;
  bool ended_ = false;
};

}  // namespace

Reports read_reports(ReportSource& source, const ReportsProgress& progress,
                     std::uint64_t expected) {
  const ReportHeader& header = source.header();
  Reports reports{.parameters = header.parameters,
                  .vocabulary = header.vocabulary,
                  .bits = WordSets(header.parameters.words),
                  .refusals = {},
                  .digest = {}};
  ReportIds ids;
  reports.bits.reserve(expected);
  ids.reserve(expected);
  Digest digest;
  digest_parameters(digest, header);
  std::uint64_t duplicates = 0;
  Report report;
  while (source.next(report)) {
    if (!ids.insert(report.id)) {
      ++duplicates;
      continue;
    }
    check_row(report, reports.bits);
    digest.bytes(std::as_bytes(std::span(report.bits)));
    reports.bits.append(report.bits);
    if (progress && reports.bits.documents() % kReportsBetweenProgress == 0)
      progress(source.bytes_taken(), reports.bits.documents());
  }
  digest.number(reports.bits.documents());
  reports.digest = digest.finish_hex();
  reports.refusals = source.refusals();
  reports.refusals.duplicate = duplicates;
  return reports;
}

Reports read_reports(std::unique_ptr<ByteSource> source, const ReportsProgress& progress,
                     std::uint64_t expected_bytes) {
  StreamedReports streamed(std::move(source));
  const std::uint32_t words = streamed.header().parameters.words;
  // At most as much memory as the file has bytes, or twice for few words.
  const std::size_t record = kRecordHead + report_body_size(words) + kRecordCheck;
  return read_reports(streamed, progress, expected_bytes / record);
}

Reports read_reports(const std::string& path, const ReportsProgress& progress) {
  std::error_code unknown;
  const std::uint64_t size = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
  return read_reports(open_input(path), progress, unknown ? 0 : size);
}

}  // namespace dplda

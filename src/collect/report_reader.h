// Reads a stream of reports and keeps those that are what they should be (docs/use/reports.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "collect/report_format.h"
#include "collect/report_refusals.h"

namespace dplda {

// Whatever a sender does, its bytes cost others nothing but time: bad records are counted and
// passed over, and no good one is lost beside them. Not thread-safe.
class ReportReader {
 public:
  // Reads the header. Throws InputError if the stream does not start with one, or with one that is
  // damaged or of a newer version.
  explicit ReportReader(std::unique_ptr<ByteSource> source);

  const ReportHeader& header() const { return header_; }

  // The next good report, in the order of the stream; false at its present end. May be called again
  // when the source has grown: what was unfinished is kept. Never throws for a bad report; throws
  // what the source throws.
  bool next(Report& report);
  // To be called once, when nothing will follow: an unfinished record is counted as cut short.
  void finish();

  // What was not given out so far. Repeated ids are the caller's to find.
  const ReportRefusals& refusals() const { return refusals_; }
  std::uint64_t bytes_taken() const { return source_->bytes_taken(); }
  // Bytes of records whose checks were computed: the work that the stream made.
  std::uint64_t bytes_checked() const { return checked_; }

 private:
  // A place where a record seems to start.
  struct Candidate {
    std::size_t size = 0;   // of the whole record, as claimed
    bool expected = false;  // of the size that the header gives it
    bool possible = false;  // of a size that is waited for
    bool matching = false;  // of the expected size, and its fields are those of the header
  };

  std::string_view rest() const { return {storage_.data() + begin_, end_ - begin_}; }
  bool fill();
  void read_header();
  Candidate candidate(std::string_view at) const;
  bool checks(const Candidate& found, std::string_view at);
  bool find_record(bool at_end);
  void pass_over(std::size_t bytes);
  bool accept(std::string_view record, Report& report);

  std::unique_ptr<ByteSource> source_;
  ReportHeader header_;
  std::string header_record_;
  ReportBand band_;
  ReportRefusals refusals_;
  std::vector<char> storage_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool in_gap_ = false;           // something was passed over, and counted, since the last record
  std::size_t damaged_left_ = 0;  // bytes of a damaged record that are still to be passed over
  std::uint64_t checked_ = 0;
  std::uint64_t budget_;  // bytes of unlikely records that may still be checked
};

// Whether the file at `path` is a stream of reports, compressed or not; false where there is no
// such regular file.
bool is_report_file(const std::string& path);

}  // namespace dplda

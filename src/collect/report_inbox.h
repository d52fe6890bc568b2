// Reports from files while they come in: a file, a pipe, or a directory that senders fill
// (docs/use/reports.md).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/watched_directory.h"
#include "collect/report_format.h"
#include "collect/report_reader.h"
#include "collect/report_refusals.h"
#include "collect/report_source.h"

namespace dplda {

// `path` is one of:
// - a file of reports, possibly compressed. It ends at its end.
// - "-" (standard input) or a pipe, not compressed. What a sender writes next is waited for until
//   it closes it, or wait.stop says true.
// - a directory: the files NAME.dpr in it, not compressed, are read in the order of their names
//   among those that are there; then new ones, and further bytes of those that grow, are waited for
//   as `wait` says. A file that is replaced or cut is not read again. Nothing is kept of a file but
//   how far it was read.
// The first header decides which reports are good. In a directory that is the header of the first
// file that has a good one, and every other report is judged by itself: a file whose header is
// damaged or differs is no error, both are counted, and so is each of its reports that is not made
// for this vocabulary and these parameters.
class ReportInbox final : public ReportSource {
 public:
  // Throws InputError if there is no such path. Waits for nothing.
  // `expected`: what the reports must be made for, where that is known: in a directory no other
  // header decides then.
  explicit ReportInbox(std::string path, Wait wait = {},
                       std::optional<ReportKind> expected = std::nullopt);
  ~ReportInbox() override;
  ReportInbox(const ReportInbox&) = delete;
  ReportInbox& operator=(const ReportInbox&) = delete;

  // What the reports share. Waits for it if need be. Throws InputError if a file or pipe does not
  // start with a good header, or the wait was ended before one came.
  const ReportHeader& header() override;

  // The next good report. False at the end, or when a wait was ended: then what is unfinished was
  // counted as cut short, and the end stays the end. Repeated ids are the caller's to find. Throws
  // InputError if a file or pipe does not start with a good header, or the directory is gone.
  bool next(Report& report) override;

  // What was not given out so far, of all files together.
  ReportRefusals refusals() const override;

  bool can_be_read_again() const override;

 private:
  // How far a file of the directory was read.
  struct Progress {
    std::uint64_t taken = 0;  // bytes of whole records, and of what is none
    std::uint64_t seen = 0;   // bytes that were there
  };
  class WholeRecords;

  bool find_header();
  bool find_header_in_directory();
  bool take_header(const std::string& path);
  void look();
  bool open_next();
  void open(const std::string& path);
  void close();
  void end();

  std::string path_;
  Wait wait_;
  std::optional<ReportKind> expected_;
  bool stopped_ = false;  // the wait for a pipe was ended
  bool ended_ = false;
  std::optional<WatchedDirectory> directory_;
  std::optional<ReportHeader> header_;
  std::string header_record_;
  std::map<std::string, Progress> files_;
  std::deque<std::string> found_;  // files with something new
  std::string current_;            // the file that is being read
  WholeRecords* records_ = nullptr;
  std::unique_ptr<ReportReader> reader_;
  ReportRefusals refusals_;  // without those of reader_
};

// The reports of a path, as ReportInbox has them: the one place where files become a source.
std::unique_ptr<ReportSource> open_report_source(std::string path, Wait wait = {},
                                                 std::optional<ReportKind> expected = std::nullopt);

}  // namespace dplda

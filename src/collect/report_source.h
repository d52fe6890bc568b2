// Where reports come from, whatever carries them: files, a socket, a database.
#pragma once

#include <cstdint>

#include "collect/report_format.h"
#include "collect/report_refusals.h"
#include "corpus/word_sets.h"

namespace dplda {

// Not thread-safe.
class ReportSource {
 public:
  virtual ~ReportSource() = default;

  // What the reports share, the same all along. Waits for it if need be. Throws InputError if it
  // does not come.
  virtual const ReportHeader& header() = 0;

  // The next good report, made for that header; waits for one that may still come. False when none
  // will, or when whoever made the source ended the wait, and the end stays the end. Repeated ids
  // are the caller's to find. Throws InputError if it cannot go on.
  virtual bool next(Report& report) = 0;

  // What came and was not given out so far.
  virtual ReportRefusals refusals() const = 0;

  // Whether it gives the same reports again to who asks anew, as files do: then a batch that is not
  // full can be left for later. What came through a pipe is gone.
  virtual bool can_be_read_again() const { return false; }

  // Bytes that were taken in so far, for who shows progress; 0 where they are not counted.
  virtual std::uint64_t bytes_taken() const { return 0; }
};

// Throws InputError unless the report has a bit for every word of `sets` and none beyond: a source
// that hands out anything else is at fault, and every row after it would be.
void check_row(const Report& report, const WordSets& sets);

}  // namespace dplda

// Where a ledger is written: a file, or the memory of this process. Several ledgers, of several
// processes even, may write into one book; whoever is between begin() and end() has it alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dplda {

class LedgerBook {
 public:
  virtual ~LedgerBook() = default;

  // Keeps everybody else out until end(). Gives the lines that others have added since the last
  // end(). Throws FileInUse if others kept it for too long, InputError if the book is damaged.
  virtual std::vector<std::string> begin() = 0;
  // Adds a line, safely, when it returns. Throws SystemError if that fails: the line is not there
  // then. REQUIRES: between begin() and end().
  virtual void append(std::string_view line) = 0;
  virtual void end() noexcept = 0;
};

}  // namespace dplda

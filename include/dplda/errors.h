// The errors that the library throws. It never prints, exits or aborts; a front end turns these
// into exit codes.
#pragma once

#include <stdexcept>
#include <string>

#include "dplda/export.h"

namespace dplda {

// The caller's fault (bad file, bad option). The message is one sentence that names the file, line
// or option and says what to do; options stand in backticks, with a value if need be: `seed`,
// `noise none`. Exit code 2.
class DPLDA_API InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A release was refused because the privacy budget does not cover it. Exit code 3.
class DPLDA_API BudgetExhausted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Another process holds a file, a ledger most of the time, for longer than was waited. Exit code 4.
class DPLDA_API FileInUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The machine's fault: disk full, no permission to write, out of file handles. Exit code 1.
class DPLDA_API SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dplda

// A list of ledgers of a test's own, in place of the one that the process was given.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace dplda::test {

class OwnLedgerList {
 public:
  explicit OwnLedgerList(const std::string& path) {
    if (const char* before = std::getenv(kName)) before_ = before;
    ::setenv(kName, path.c_str(), 1);
  }
  ~OwnLedgerList() {
    if (before_) {
      ::setenv(kName, before_->c_str(), 1);
    } else {
      ::unsetenv(kName);
    }
  }
  OwnLedgerList(const OwnLedgerList&) = delete;
  OwnLedgerList& operator=(const OwnLedgerList&) = delete;

 private:
  static constexpr const char* kName = "DPLDA_LEDGERS";
  std::optional<std::string> before_;
};

}  // namespace dplda::test

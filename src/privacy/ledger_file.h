// The ledger on disk: one line an entry, each chained to the one before by its digest, so that
// damage shows (docs/formats.md, "Ledger").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/append_file.h"

namespace dplda {

class LedgerFile {
 public:
  // Opens and locks the file, if there is one, and fills `lines` with the text of the entries.
  // Throws InputError if it is damaged, ends within a line, is no ledger or is in use.
  LedgerFile(const std::string& path, std::vector<std::string>& lines);

  // The text of the entries, without a lock.
  static std::vector<std::string> read(const std::string& path);

  // Appends one line, to a new file if there was none, and returns when it is on disk. Throws
  // SystemError otherwise, and InputError if another process has made the file meanwhile.
  void append(std::string_view line);

 private:
  std::string path_;
  std::optional<AppendFile> file_;
  std::string check_;  // of the last line
};

}  // namespace dplda

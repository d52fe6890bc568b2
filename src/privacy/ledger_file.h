// The ledger on disk: one line an entry, each chained to the one before by its digest, so that
// damage shows (docs/use/formats.md, "Ledger").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/append_file.h"
#include "privacy/ledger_book.h"

namespace dplda {

class LedgerFile final : public LedgerBook {
 public:
  // The ledger at `path`, which appears with its first line if it is not there yet. `wait`: how
  // many seconds other processes are waited for.
  LedgerFile(std::string path, double wait);

  // Throws InputError if it is damaged, ends within a line, is no ledger or was replaced by
  // another, FileInUse if another process holds it.
  std::vector<std::string> begin() override;
  void append(std::string_view line) override;
  void end() noexcept override;

  // The text of the entries of a ledger, for whoever only looks.
  static std::vector<std::string> read(const std::string& path, double wait);

 private:
  std::string path_;
  double wait_;
  std::optional<AppendFile> file_;
  std::uint64_t read_ = 0;  // bytes that are known
  std::string check_;       // of the last line of them
};

}  // namespace dplda

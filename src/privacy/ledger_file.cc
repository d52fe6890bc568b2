#include "privacy/ledger_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/digest.h"
#include "base/errors.h"
#include "base/files.h"

namespace dplda {
namespace {

constexpr std::size_t kCheckLength = 32;
constexpr std::string_view kHeader = R"({"format":"dplda-ledger","version":1})";

std::string check_of(std::string_view previous, std::string_view line) {
  Digest digest;
  digest.text(previous);
  digest.text(line);
  return digest.finish_hex().substr(0, kCheckLength);
}

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  throw InputError(fmt::format("the ledger {} {}; restore it from a copy", path, what));
}

// Takes the file apart; `check` becomes that of the last line.
std::vector<std::string> parse(const std::string& path, std::string_view text, std::string& check) {
  if (text.empty()) refuse(path, "is empty, as no ledger ever is");
  std::vector<std::string> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool shaped = line.size() > kCheckLength && line[kCheckLength] == ' ';
    if (number == 1 && (!shaped || line.substr(kCheckLength + 1) != kHeader))
      refuse(path, "is not one of this version of dplda");
    if (end == std::string_view::npos) {
      refuse(path,
             "ends in the middle of a line (if the machine went down while it was written, that "
             "line may be cut off: what it announced was not released)");
    }
    if (!shaped || check_of(check, line.substr(kCheckLength + 1)) != line.substr(0, kCheckLength))
      refuse(path, fmt::format("is damaged in line {}", number));
    check = line.substr(0, kCheckLength);
    if (number > 1) lines.emplace_back(line.substr(kCheckLength + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

LedgerFile::LedgerFile(const std::string& path, std::vector<std::string>& lines) : path_(path) {
  if (!std::filesystem::exists(std::filesystem::symlink_status(path))) return;
  file_.emplace(path);
  lines = parse(path, file_->contents(), check_);
}

std::vector<std::string> LedgerFile::read(const std::string& path) {
  const MappedFile file(path);
  std::string check;
  return parse(path, {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()},
               check);
}

void LedgerFile::append(std::string_view line) {
  std::string bytes;
  std::string check = check_;
  const auto add = [&](std::string_view text) {
    check = check_of(check, text);
    bytes += fmt::format("{} {}\n", check, text);
  };
  if (!file_) {
    file_.emplace(path_);
    if (!file_->created()) {
      file_.reset();
      refuse(path_, "was started by another run meanwhile (run this one again)");
    }
    add(kHeader);
  }
  add(line);
  file_->append(bytes);
  check_ = check;
}

}  // namespace dplda

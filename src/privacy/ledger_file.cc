#include "privacy/ledger_file.h"

#include <fmt/format.h>

#include <utility>

#include "base/digest.h"
#include "base/errors.h"

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

// Takes what follows a line with that check apart; `check` becomes that of the last line. An empty
// one: the file from its front, the header with it.
std::vector<std::string> parse(const std::string& path, std::string_view text, std::string& check) {
  std::vector<std::string> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool shaped = line.size() > kCheckLength && line[kCheckLength] == ' ';
    const bool first = check.empty();
    if (first && (!shaped || line.substr(kCheckLength + 1) != kHeader))
      refuse(path, "is not one of this version of dplda");
    if (end == std::string_view::npos) {
      refuse(path,
             "ends in the middle of a line (if the machine went down while it was written, that "
             "line may be cut off: what it announced was not released)");
    }
    if (!shaped || check_of(check, line.substr(kCheckLength + 1)) != line.substr(0, kCheckLength))
      refuse(path, fmt::format("is damaged in line {}", number));
    check = line.substr(0, kCheckLength);
    if (!first) lines.emplace_back(line.substr(kCheckLength + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

LedgerFile::LedgerFile(std::string path, double wait) : path_(std::move(path)), wait_(wait) {}

std::vector<std::string> LedgerFile::begin() {
  if (!file_) {
    file_.emplace(path_, wait_);
  } else if (!file_->lock(wait_)) {
    refuse(path_, "was replaced by another while it was in use");
  }
  try {
    // What is known must still stand there, up to its last line feed.
    const std::string all = file_->contents(read_ > 0 ? read_ - 1 : 0);
    if (read_ > 0 && !all.starts_with('\n')) refuse(path_, "was cut off while it was in use");
    const std::string text = all.substr(read_ > 0 ? 1 : 0);
    if (text.empty() && read_ == 0 && !file_->created())
      refuse(path_, "is empty, as no ledger ever is");
    std::vector<std::string> lines = parse(path_, text, check_);
    read_ += text.size();
    return lines;
  } catch (...) {
    file_->unlock();
    throw;
  }
}

void LedgerFile::append(std::string_view line) {
  std::string bytes;
  std::string check = check_;
  const auto add = [&](std::string_view text) {
    check = check_of(check, text);
    bytes += fmt::format("{} {}\n", check, text);
  };
  if (read_ == 0) add(kHeader);
  add(line);
  file_->append(bytes);
  check_ = check;
  read_ += bytes.size();
}

void LedgerFile::end() noexcept {
  if (!file_) return;
  if (read_ > 0) return file_->unlock();
  file_->remove();  // nothing was written after all
  file_.reset();
}

std::vector<std::string> LedgerFile::read(const std::string& path, double wait) {
  const std::string text = settled_contents(path, wait);
  if (text.empty()) refuse(path, "is empty, as no ledger ever is");
  std::string check;
  return parse(path, text, check);
}

}  // namespace dplda

#include "collect/report_inbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/errors.h"
#include "base/patient_input.h"

namespace dplda {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 16;
constexpr std::size_t kSlack = 64 << 10;  // above the size of a record that is waited for
constexpr std::string_view kSuffix = ".dpr";

// Reads `bytes` more, if there are so many, after what `to` holds. Returns how many it were.
std::size_t append_from(ByteSource& source, std::size_t bytes, std::string& to) {
  const std::size_t before = to.size();
  to.resize(before + bytes);
  std::size_t size = before;
  while (size < to.size()) {
    const std::size_t got = source.read(std::span(to).subspan(size));
    if (got == 0) break;
    size += got;
  }
  to.resize(size);
  return size - before;
}

// The record at the front of a file if that is a header and all of it is there, else less.
std::string first_record(const std::string& path) {
  const auto file = continued_input(path, 0);
  std::string record;
  if (append_from(*file, kRecordHead, record) < kRecordHead || !has_tag(record, kHeaderTag))
    return record;
  const std::size_t body = body_size(record);
  if (body > kMostHeaderBody) return record;
  // Memory grows with what is there, not with what is claimed.
  for (std::size_t left = body + kRecordCheck; left > 0;) {
    const std::size_t got = append_from(*file, std::min(left, kBlock), record);
    if (got == 0) break;
    left -= got;
  }
  return record;
}

// What is wrong with the first record of a file that has no good header.
std::uint64_t ReportRefusals::*why_no_header(std::string_view record) {
  if (record.size() < kRecordHead) return &ReportRefusals::cut_short;
  if (!has_tag(record, kHeaderTag)) return &ReportRefusals::foreign;
  const bool whole = record.size() == kRecordHead + body_size(record) + kRecordCheck;
  return whole ? &ReportRefusals::damaged : &ReportRefusals::cut_short;
}

}  // namespace

// What has come of a file since it was last read, up to the first record that is unfinished; before
// it the header that decides.
class ReportInbox::WholeRecords final : public ByteSource {
 public:
  // With `all` the unfinished record is given, too. REQUIRES: `header` outlives this.
  WholeRecords(std::unique_ptr<ByteSource> file, const ReportHeader& header,
               const std::string& header_record, bool all)
      : file_(std::move(file)),
        header_(header),
        header_size_(header_record.size()),
        report_size_(kRecordHead + report_body_size(header.parameters.words) + kRecordCheck),
        all_(all),
        bytes_(header_record),
        whole_(header_record.size()) {}

  std::size_t read(std::span<char> buffer) override {
    while (given_ == whole_)
      if (!fill()) return 0;
    const std::size_t size = std::min(buffer.size(), whole_ - given_);
    std::memcpy(buffer.data(), bytes_.data() + given_, size);
    given_ += size;
    given_before_ += size;
    return size;
  }
  const std::string& name() const override { return file_->name(); }
  std::uint64_t bytes_taken() const override { return file_->bytes_taken(); }

  // Bytes of the file that were given.
  std::uint64_t taken() const { return given_before_ - header_size_; }

 private:
  // False if there is nothing more to give.
  bool fill() {
    bytes_.erase(0, given_);
    given_ = 0;
    const bool more = append_from(*file_, kBlock, bytes_) > 0;
    whole_ = all_ && !more ? bytes_.size() : whole_part();
    return more || whole_ > 0;
  }

  // The size of the record that begins at the front of `here`, as far as can be told; 0 if none
  // does. One that is larger than the records that can be expected is none: nobody waits for it.
  std::size_t claimed_size(std::string_view here) const {
    const std::size_t front = std::min(here.size(), sizeof(RecordTag));
    const bool report = std::memcmp(here.data(), kReportTag.data(), front) == 0;
    if (!report && std::memcmp(here.data(), kHeaderTag.data(), front) != 0) return 0;
    if (here.size() < kRecordHead) return kRecordHead;
    const std::size_t most = (report ? 4 * report_size_ : 2 * header_size_) + kSlack;
    const std::size_t size = kRecordHead + body_size(here) + kRecordCheck;
    return size <= most ? size : 0;
  }

  // Only such a record is stepped over: the size of a damaged one may be wrong, and the first half
  // of a good one after it must not be given.
  bool is_good(std::string_view record) const {
    if (record.size() != report_size_ || !has_tag(record, kReportTag)) return false;
    const ReportFields fields = parse_fields(record.substr(kRecordHead));
    return fields.digest == header_.digest && fields.parameters == header_.parameters &&
           check_fits(record);
  }

  // How much of bytes_ stands before the first record that is unfinished.
  std::size_t whole_part() const {
    const std::string_view bytes = bytes_;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::string_view here = bytes.substr(at);
      const std::size_t size = claimed_size(here);
      if (size > here.size()) return at;
      at = size > 0 && is_good(here.substr(0, size))
               ? at + size
               : std::min(bytes.find(kReportTag[0], at + 1), bytes.size());
    }
    return bytes.size();
  }

  std::unique_ptr<ByteSource> file_;
  const ReportHeader& header_;
  std::size_t header_size_;
  std::size_t report_size_;
  bool all_;
  std::string bytes_;
  std::size_t whole_;      // bytes at the front of bytes_ that may be given
  std::size_t given_ = 0;  // of those
  std::uint64_t given_before_ = 0;
};

ReportInbox::ReportInbox(std::string path, Wait wait, std::optional<ReportKind> expected)
    : path_(std::move(path)), wait_(std::move(wait)), expected_(expected) {
  std::error_code ignored;
  if (path_ == "-") return;
  if (!fs::exists(path_, ignored))
    throw InputError(fmt::format("there is no file or directory '{}'", path_));
  if (fs::is_directory(path_, ignored)) directory_.emplace(path_, std::string(kSuffix));
}

ReportInbox::~ReportInbox() = default;

const ReportHeader& ReportInbox::header() {
  if (!find_header()) {
    throw InputError(
        fmt::format("no report came to {} while it was waited for; look whether "
                    "senders know of it",
                    path_ == "-" ? "standard input" : "'" + path_ + "'"));
  }
  return *header_;
}

// False if the wait for it was ended.
bool ReportInbox::find_header() {
  if (header_ || ended_) return header_.has_value();
  if (directory_) return find_header_in_directory();
  auto stop = [this] { return stopped_ = stopped_ || (wait_.stop && wait_.stop()); };
  try {
    reader_ = std::make_unique<ReportReader>(patient_input(path_, std::move(stop)));
  } catch (const InputError&) {
    ended_ = true;
    if (!stopped_) throw;
    return false;
  }
  header_ = reader_->header();
  return true;
}

bool ReportInbox::find_header_in_directory() {
  for (Patience patience(wait_);;) {
    for (const auto& path : directory_->files())
      if (take_header(path)) return true;
    if (!patience.sleep()) break;
  }
  // Without a header nothing can be said of the reports.
  for (const auto& path : directory_->files()) ++(refusals_.*why_no_header(first_record(path)));
  ended_ = true;
  return false;
}

// Whether the file has a good header, which then decides.
bool ReportInbox::take_header(const std::string& path) {
  try {
    header_record_ = first_record(path);
    ReportHeader header = ReportReader(memory_input(header_record_, path)).header();
    if (expected_ && kind_of(header) != *expected_) return false;
    header_ = std::move(header);
    return true;
  } catch (const InputError&) {
    return false;  // counted when the file is read
  }
}

bool ReportInbox::next(Report& report) {
  if (!find_header()) return false;
  while (reader_ || open_next()) {
    if (reader_->next(report)) return true;
    close();
  }
  return false;
}

// Finds the files that have grown.
void ReportInbox::look() {
  for (auto& path : directory_->files()) {
    std::error_code gone;
    const std::uintmax_t size = fs::file_size(path, gone);
    const auto known = files_.find(path);
    if (!gone && size > (known == files_.end() ? 0 : known->second.seen))
      found_.push_back(std::move(path));
  }
}

bool ReportInbox::open_next() {
  if (!directory_) return false;
  for (Patience patience(wait_);;) {
    if (found_.empty() && !ended_) look();
    while (!found_.empty()) {
      const std::string path = std::move(found_.front());
      found_.pop_front();
      open(path);
      if (reader_) return true;
    }
    if (ended_) return false;
    if (!patience.sleep()) end();
  }
}

// Goes on reading a file, if it is still there.
void ReportInbox::open(const std::string& path) {
  Progress& progress = files_[path];
  current_ = path;
  try {
    auto records = std::make_unique<WholeRecords>(continued_input(path, progress.taken), *header_,
                                                  header_record_, ended_);
    records_ = records.get();
    reader_ = std::make_unique<ReportReader>(std::move(records));
  } catch (const InputError&) {
    std::error_code gone;
    const std::uintmax_t size = fs::file_size(path, gone);
    if (ended_) ++refusals_.cut_short;
    if (ended_ || gone) return;
    ++refusals_.damaged;
    progress = {.taken = size, .seen = size};
  }
}

void ReportInbox::close() {
  if (records_ != nullptr) {
    Progress& progress = files_[current_];
    progress.seen = progress.taken + records_->bytes_taken();
    progress.taken += records_->taken();
    records_ = nullptr;
  }
  reader_->finish();
  refusals_ += reader_->refusals();
  reader_.reset();
}

// What is unfinished now stays so: it is read once more, to be counted.
void ReportInbox::end() {
  ended_ = true;
  for (const auto& [path, progress] : files_)
    if (progress.seen > progress.taken) found_.push_back(path);
}

bool ReportInbox::can_be_read_again() const {
  std::error_code ignored;
  return directory_ || (path_ != "-" && fs::is_regular_file(path_, ignored));
}

ReportRefusals ReportInbox::refusals() const {
  ReportRefusals sum = refusals_;
  if (reader_) sum += reader_->refusals();
  return sum;
}

std::unique_ptr<ReportSource> open_report_source(std::string path, Wait wait,
                                                 std::optional<ReportKind> expected) {
  return std::make_unique<ReportInbox>(std::move(path), std::move(wait), expected);
}

}  // namespace dplda

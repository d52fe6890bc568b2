#include "collect/report_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/errors.h"

namespace dplda {

namespace {

constexpr std::size_t kChunk = 256 << 10;
// A report of another size is read to its end, so that it can be said what is wrong with it, if it
// is no longer than this; the same for headers.
constexpr std::size_t kReportSlack = 4096;
constexpr std::size_t kHeaderSlack = 64 << 10;
// Bytes full of tags must not cost a check of a whole record each: for every byte that comes in, so
// many bytes of what would be refused anyway are looked at.
constexpr std::uint64_t kBudgetPerByte = 16;
constexpr std::uint64_t kFirstBudget = 1 << 20;

// Whether a tag, or as much of one as there is room for, stands at the front.
bool starts_with_tag(std::string_view bytes) {
  const std::size_t size = std::min(bytes.size(), sizeof(RecordTag));
  return std::memcmp(bytes.data(), kReportTag.data(), size) == 0 ||
         std::memcmp(bytes.data(), kHeaderTag.data(), size) == 0;
}

// The first place from `at` on where a tag stands or may be about to, or the end.
std::size_t next_tag(std::string_view bytes, std::size_t at) {
  for (; at < bytes.size(); ++at) {
    at = std::min(bytes.find(kReportTag[0], at), bytes.size());
    if (at < bytes.size() && starts_with_tag(bytes.substr(at))) break;
  }
  return std::min(at, bytes.size());
}

}  // namespace

ReportReader::ReportReader(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), budget_(kFirstBudget) {
  read_header();
  band_ = report_band(header_.parameters);
}

// False at the present end of the source. Memory grows with what has come, not with what is
// claimed.
bool ReportReader::fill() {
  if (begin_ > 0) {
    std::memmove(storage_.data(), storage_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (storage_.size() - end_ < kChunk) storage_.resize(end_ + std::max(end_, kChunk));
  const std::size_t got = source_->read(std::span(storage_).subspan(end_));
  end_ += got;
  budget_ += kBudgetPerByte * got;
  return got > 0;
}

void ReportReader::read_header() {
  const auto fill_to = [this](std::size_t size) {
    while (rest().size() < size && fill()) {
    }
    return rest().size() >= size;
  };
  const std::string& name = source_->name();
  if (!fill_to(1)) throw InputError(fmt::format("{} is empty; it should hold reports", name));
  if (!fill_to(kRecordHead) || !has_tag(rest(), kHeaderTag)) {
    throw InputError(fmt::format(
        "{} does not start as reports do; give what 'dplda perturb' or a client of its wrote",
        name));
  }
  const std::size_t body = body_size(rest());
  const std::size_t size = kRecordHead + body + kRecordCheck;
  const bool possible = body <= kMostHeaderBody;
  if (possible && !fill_to(size)) {
    throw InputError(
        fmt::format("{} ends within the header of its reports, or the header is damaged; ask its "
                    "sender for it again",
                    name));
  }
  if (!possible || !check_fits(rest().substr(0, size))) {
    throw InputError(
        fmt::format("{}: the header of its reports is damaged; ask its sender for it again", name));
  }
  header_ = parse_header(rest().substr(kRecordHead, body), name);
  header_record_ = rest().substr(0, size);
  begin_ += size;
}

// REQUIRES: a tag stands at the front of `at`, and kRecordHead bytes are there.
ReportReader::Candidate ReportReader::candidate(std::string_view at) const {
  const std::size_t body = body_size(at);
  Candidate found{.size = kRecordHead + body + kRecordCheck};
  if (has_tag(at, kHeaderTag)) {
    found.expected = found.size == header_record_.size();
    found.possible = found.size <= 2 * header_record_.size() + kHeaderSlack;
    found.matching = found.expected && at.starts_with(header_record_);
    return found;
  }
  const std::size_t expected = report_body_size(header_.parameters.words);
  found.expected = body == expected;
  found.possible = body <= 4 * expected + kReportSlack;
  if (found.expected && at.size() >= kRecordHead + kReportFields) {
    const ReportFields fields = parse_fields(at.substr(kRecordHead));
    found.matching = fields.digest == header_.digest && fields.parameters == header_.parameters;
  }
  return found;
}

// REQUIRES: all of the record is there.
bool ReportReader::checks(const Candidate& found, std::string_view at) {
  if (found.matching) {
    if (has_tag(at, kHeaderTag)) return true;  // the first one again, byte for byte
  } else {
    if (budget_ < found.size) return false;
    budget_ -= found.size;
  }
  checked_ += found.size;
  return check_fits(at.substr(0, found.size));
}

// Moves to the next whole record whose check fits. If there is none, moves to the first place where
// one may be completed by what is still to come, and returns false. What claims to go beyond the
// present end is believed until that end is reached (`at_end`), and then only if no good record
// follows its tag.
bool ReportReader::find_record(bool at_end) {
  const std::string_view bytes = rest();
  std::size_t keep = bytes.size();
  for (std::size_t at = next_tag(bytes, 0); at < bytes.size(); at = next_tag(bytes, at + 1)) {
    const std::string_view here = bytes.substr(at);
    if (here.size() >= kRecordHead) {
      const Candidate found = candidate(here);
      if (!found.possible) continue;
      if (here.size() >= found.size) {
        if (!checks(found, here)) continue;
        pass_over(at);
        return true;
      }
    }
    keep = std::min(keep, at);
    if (!at_end) break;
  }
  pass_over(keep);
  return false;
}

// Counts what is passed over: damaged records by their tags where the size says that another
// follows, anything else once a gap.
void ReportReader::pass_over(std::size_t bytes) {
  for (std::size_t at = 0; at < bytes;) {
    if (damaged_left_ > 0) {
      const std::size_t step = std::min(bytes - at, damaged_left_);
      damaged_left_ -= step;
      at += step;
      continue;
    }
    const std::size_t start = next_tag(rest(), at);
    if (start > at && !std::exchange(in_gap_, true)) ++refusals_.foreign;
    if (start >= bytes) break;
    const Candidate found = candidate(rest().substr(start));
    if (found.expected || !in_gap_) ++refusals_.damaged;
    if (found.expected) damaged_left_ = found.size;
    in_gap_ = true;
    at = start + (found.expected ? 0 : 1);
  }
  begin_ += bytes;
}

// Whether a record that checks is a good report; what it is otherwise is counted.
bool ReportReader::accept(std::string_view record, Report& report) {
  if (has_tag(record, kHeaderTag)) {
    if (record != header_record_) ++refusals_.header;
    return false;
  }
  const std::string_view body =
      record.substr(kRecordHead, record.size() - kRecordHead - kRecordCheck);
  if (body.size() < kReportFields) {
    ++refusals_.size;
    return false;
  }
  const ReportFields fields = parse_fields(body);
  const std::uint32_t words = header_.parameters.words;
  if (fields.digest != header_.digest) {
    ++refusals_.vocabulary;
    return false;
  }
  if (fields.parameters != header_.parameters) {
    ++refusals_.parameters;
    return false;
  }
  if (body.size() != report_body_size(words)) {
    ++refusals_.size;
    return false;
  }
  report.id = fields.id;
  report.bits.assign(bit_words(words), 0);
  std::memcpy(report.bits.data(), body.data() + kReportFields, body.size() - kReportFields);
  if (words % 64 != 0 && report.bits.back() >> (words % 64) != 0) {
    ++refusals_.size;
    return false;
  }
  std::uint64_t ones = 0;
  for (const std::uint64_t word : report.bits) ones += static_cast<unsigned>(std::popcount(word));
  if (ones < band_.least || ones > band_.most) {
    ++refusals_.implausible;
    return false;
  }
  return true;
}

bool ReportReader::next(Report& report) {
  for (bool at_end = false;;) {
    if (!find_record(at_end)) {
      if (at_end) return false;
      at_end = !fill();
      continue;
    }
    in_gap_ = false;
    damaged_left_ = 0;
    const std::string_view record = rest().substr(0, candidate(rest()).size);
    begin_ += record.size();
    if (accept(record, report)) return true;
  }
}

void ReportReader::finish() {
  // The last bytes of something that was counted already may look like the start of a tag.
  const std::size_t left = rest().size();
  if (left > damaged_left_ && (!in_gap_ || left >= sizeof(RecordTag))) ++refusals_.cut_short;
  begin_ = end_;
  in_gap_ = false;
  damaged_left_ = 0;
}

bool is_report_file(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return false;
  const auto source = open_input(path);
  RecordTag start{};
  for (std::size_t size = 0; size < start.size();) {
    const std::size_t got = source->read(std::span(start).subspan(size));
    if (got == 0) return false;
    size += got;
  }
  return start == kHeaderTag;
}

}  // namespace dplda

#include "collect/report_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/digest.h"
#include "base/errors.h"
#include "collect/reports.h"
#include "reference/chunked_source.h"
#include "reference/errors.h"
#include "reference/temporary.h"
#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

using test::bits_of;
using test::header_of;
using test::id_of;
using test::report_of;
using test::stream_of;

struct ReadBack {
  std::vector<std::uint64_t> numbers;  // of report_of(), -1: not one of those
  ReportRefusals refusals;

  bool operator==(const ReadBack&) const = default;
};

ReadBack read_back(const std::string& bytes, std::size_t chunk = 1 << 16) {
  ReportReader reader(test::chunked(bytes, "stream", chunk));
  ReadBack read;
  Report report;
  while (reader.next(report))
    read.numbers.push_back(test::number_of(report, reader.header().parameters.words));
  reader.finish();
  read.refusals = reader.refusals();
  return read;
}

// Makes the check of a changed record fit again.
std::string checked(std::string record) {
  record.resize(record.size() - kRecordCheck);
  const auto check = short_digest(std::as_bytes(std::span(std::string_view(record))));
  record.append(reinterpret_cast<const char*>(check.data()), check.size());
  return record;
}

std::string with_byte(std::string record, std::size_t at, char value) {
  record[at] = value;
  return record;
}

TEST(ReportReader, GivesBackWhatWasWrittenInOrder) {
  const ReportHeader header = header_of(test::kReportWords);
  for (const std::size_t chunk : {1, 3, 100, 1 << 16}) {
    const ReadBack read = read_back(stream_of(header, 0, 5), chunk);
    EXPECT_EQ(read.numbers, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(read.refusals, ReportRefusals{});
  }
}

TEST(ReportReader, FilesEndToEndAreOneStream) {
  const ReportHeader header = header_of(test::kReportWords);
  const ReadBack read = read_back(stream_of(header, 0, 2) + stream_of(header, 2, 2));
  EXPECT_EQ(read.numbers, (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(read.refusals, ReportRefusals{});
}

struct Fault {
  const char* name;
  std::string bytes;
  std::uint64_t ReportRefusals::*reason;
};

// Everything that can be wrong with a record, each as bytes that stand between good ones.
std::vector<Fault> faults() {
  const ReportHeader header = header_of(test::kReportWords);
  const std::string good = report_of(header, 1000);
  const std::size_t fields = kRecordHead;
  std::string all_zero;
  append_report(all_zero, header, id_of(1), std::vector<std::uint64_t>{0, 0});
  std::string all_one;
  append_report(all_one, header, id_of(1), std::vector<std::uint64_t>{~0ULL, ~0ULL >> 28});
  std::string longer =
      good.substr(0, good.size() - kRecordCheck) + std::string(1 + kRecordCheck, 0);
  longer[4] = static_cast<char>(longer[4] + 1);
  std::string shorter = good.substr(0, good.size() - 1);
  shorter[4] = static_cast<char>(shorter[4] - 1);
  std::string huge = good;
  huge.replace(4, 4, "\xff\xff\xff\xff");
  return {
      {"bits", with_byte(good, 80, static_cast<char>(good[80] ^ 1)), &ReportRefusals::damaged},
      {"check", with_byte(good, good.size() - 1, static_cast<char>(good.back() ^ 1)),
       &ReportRefusals::damaged},
      {"claimed size far too large", huge, &ReportRefusals::damaged},
      {"claimed size larger", with_byte(good, 5, 1), &ReportRefusals::damaged},
      {"claimed size smaller", with_byte(good, 4, 60), &ReportRefusals::damaged},
      {"truncated", good.substr(0, good.size() - 10), &ReportRefusals::damaged},
      {"tag", with_byte(good, 0, 'x'), &ReportRefusals::foreign},
      {"text", "some text that has no place here", &ReportRefusals::foreign},
      {"a lone tag", "dplR", &ReportRefusals::damaged},
      {"digest", checked(with_byte(good, fields + 20, static_cast<char>(good[fields + 20] ^ 1))),
       &ReportRefusals::vocabulary},
      {"threshold", checked(with_byte(good, fields + 48, 1)), &ReportRefusals::parameters},
      {"cap", checked(with_byte(good, fields + 56, 1)), &ReportRefusals::parameters},
      {"flags", checked(with_byte(good, fields + 60, 1)), &ReportRefusals::parameters},
      {"words", checked(with_byte(good, fields + 64, 1)), &ReportRefusals::parameters},
      {"unused bits", checked(with_byte(good, fields + kReportFields + 12, 64)),
       &ReportRefusals::size},
      {"one byte more", checked(longer), &ReportRefusals::size},
      {"one byte less", checked(shorter), &ReportRefusals::size},
      {"all zero", all_zero, &ReportRefusals::implausible},
      {"all one", all_one, &ReportRefusals::implausible},
      {"other header", header_record(header_of(test::kReportWords, 12345)),
       &ReportRefusals::header},
      {"other vocabulary's header", header_record(header_of(test::kReportWords + 1)),
       &ReportRefusals::header},
      {"other vocabulary's report", report_of(header_of(test::kReportWords + 100), 5),
       &ReportRefusals::vocabulary},
      {"other threshold's report", report_of(header_of(test::kReportWords, 12345), 5),
       &ReportRefusals::parameters},
  };
}

TEST(ReportReader, CountsEachFaultOnceAndLosesNoGoodReport) {
  const ReportHeader header = header_of(test::kReportWords);
  for (const Fault& fault : faults()) {
    const std::string bytes =
        stream_of(header, 0, 2) + fault.bytes + report_of(header, 2) + report_of(header, 3);
    for (const std::size_t chunk : {1, 50, 1 << 16}) {
      const ReadBack read = read_back(bytes, chunk);
      EXPECT_EQ(read.numbers, (std::vector<std::uint64_t>{0, 1, 2, 3})) << fault.name;
      EXPECT_EQ(read.refusals.*fault.reason, 1) << fault.name;
      EXPECT_EQ(read.refusals.sum(), 1) << fault.name << ": " << refusals_text(read.refusals);
    }
  }
}

TEST(ReportReader, ManyFaultsInOneStream) {
  const ReportHeader header = header_of(test::kReportWords);
  std::string bytes = header_record(header);
  std::vector<std::uint64_t> numbers;
  ReportRefusals wanted;
  for (const Fault& fault : faults()) {
    bytes += fault.bytes + report_of(header, numbers.size());
    numbers.push_back(numbers.size());
    ++(wanted.*fault.reason);
  }
  for (const std::size_t chunk : {1, 7, 1000, 1 << 16}) {
    const ReadBack read = read_back(bytes, chunk);
    EXPECT_EQ(read.numbers, numbers);
    EXPECT_EQ(read.refusals, wanted) << refusals_text(read.refusals);
  }
}

TEST(ReportReader, DamagedReportsInARowAreCountedOneByOne) {
  const ReportHeader header = header_of(test::kReportWords);
  std::string damaged = report_of(header, 7);
  damaged[90] = static_cast<char>(damaged[90] ^ 4);
  const ReadBack read =
      read_back(header_record(header) + damaged + damaged + damaged + report_of(header, 1));
  EXPECT_EQ(read.numbers, std::vector<std::uint64_t>{1});
  EXPECT_EQ(read.refusals.damaged, 3);
  EXPECT_EQ(read.refusals.sum(), 3);
}

TEST(ReportReader, AChangedByteCostsTheReportThatItIsIn) {
  const ReportHeader header = header_of(test::kReportWords);
  const std::string bytes = stream_of(header, 0, 6);
  const std::size_t start = header_record(header).size();
  const std::size_t record = report_of(header, 0).size();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ change);
      if (at < start) {
        EXPECT_THROW(read_back(changed), InputError) << at;
        continue;
      }
      const std::uint64_t hit = (at - start) / record;
      std::vector<std::uint64_t> rest;
      for (std::uint64_t m = 0; m < 6; ++m)
        if (m != hit) rest.push_back(m);
      const ReadBack read = read_back(changed);
      EXPECT_EQ(read.numbers, rest) << at;
      EXPECT_EQ(read.refusals.sum(), 1) << at << ' ' << refusals_text(read.refusals);
      EXPECT_EQ(read_back(changed, 1), read) << at;
    }
  }
}

TEST(ReportReader, AStreamCutAnywhereKeepsItsWholeReports) {
  const ReportHeader header = header_of(test::kReportWords);
  const std::string bytes = stream_of(header, 0, 3);
  const std::size_t start = header_record(header).size();
  const std::size_t record = report_of(header, 0).size();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    if (size < start) {
      EXPECT_THROW(read_back(cut), InputError) << size;
      continue;
    }
    const ReadBack read = read_back(cut);
    EXPECT_EQ(read.numbers.size(), (size - start) / record) << size;
    EXPECT_EQ(read.refusals.cut_short, (size - start) % record == 0 ? 0 : 1) << size;
    EXPECT_EQ(read.refusals.sum(), read.refusals.cut_short) << size;
  }
}

// Hands out what it was given so far.
class GrowingSource final : public ByteSource {
 public:
  explicit GrowingSource(const std::string& bytes) : bytes_(bytes) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min(buffer.size(), bytes_.size() - at_);
    std::memcpy(buffer.data(), bytes_.data() + at_, size);
    at_ += size;
    return size;
  }
  const std::string& name() const override { return name_; }

 private:
  const std::string& bytes_;
  std::string name_ = "growing";
  std::size_t at_ = 0;
};

TEST(ReportReader, AFileThatGrowsIsReadAsItGrows) {
  const ReportHeader header = header_of(test::kReportWords);
  const std::string all = stream_of(header, 0, 2) + with_byte(report_of(header, 9), 5, 1) +
                          report_of(header, 2) + "junk" + report_of(header, 3);
  const std::size_t start = header_record(header).size();
  for (const std::size_t step : {1, 10, 133, 1000}) {
    std::string bytes = all.substr(0, start);
    ReportReader reader(std::make_unique<GrowingSource>(bytes));
    std::vector<std::uint64_t> numbers;
    Report report;
    while (bytes.size() < all.size()) {
      bytes += all.substr(bytes.size(), step);
      while (reader.next(report)) numbers.push_back(test::number_of(report, test::kReportWords));
    }
    EXPECT_EQ(reader.refusals().cut_short, 0);
    reader.finish();
    EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1, 2, 3})) << step;
    EXPECT_EQ(reader.refusals().damaged, 1);
    EXPECT_EQ(reader.refusals().foreign, 1);
    EXPECT_EQ(reader.refusals().sum(), 2);
  }
}

// A report is given out as soon as its last byte is there: nothing after it is waited for.
TEST(ReportReader, GivesOutAReportWithItsLastByte) {
  const ReportHeader header = header_of(test::kReportWords);
  std::string bytes = header_record(header);
  ReportReader reader(std::make_unique<GrowingSource>(bytes));
  Report report;
  for (std::uint64_t m = 0; m < 3; ++m) {
    const std::string record = report_of(header, m);
    bytes += record.substr(0, record.size() - 1);
    EXPECT_FALSE(reader.next(report));
    bytes += record.back();
    EXPECT_TRUE(reader.next(report));
    EXPECT_EQ(test::number_of(report, test::kReportWords), m);
  }
}

// Bytes full of tags make no more work than docs/use/reports.md says.
TEST(ReportReader, TagsWithoutRecordsMakeLittleWork) {
  const ReportHeader header = header_of(1000);
  std::string junk;
  while (junk.size() < 1 << 20) junk += std::string("dplR\xff\x0f\x00\x00", 8);
  const std::string bytes =
      stream_of(header, 0, 1) + junk + report_of(header, 1) + report_of(header, 2);
  ReportReader reader(test::chunked(bytes));
  std::vector<std::uint64_t> numbers;
  Report report;
  while (reader.next(report)) numbers.push_back(test::number_of(report, 1000));
  reader.finish();
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(reader.refusals().sum(), 1);
  EXPECT_LE(reader.bytes_checked(), 17 * bytes.size() + (1 << 20));
}

void expect_refused(const std::string& bytes, std::string_view why) {
  const std::string message = test::input_error([&] { read_back(bytes); });
  EXPECT_NE(message.find(why), std::string::npos) << message << ", not: " << why;
}

TEST(ReportReader, AStreamWithoutAGoodHeaderIsRefused) {
  const std::string good = header_record(header_of(test::kReportWords));
  expect_refused("", "is empty");
  expect_refused("dpl", "does not start");
  expect_refused("one document a line\n", "does not start");
  expect_refused(report_of(header_of(test::kReportWords), 1), "does not start");
  expect_refused(good.substr(0, 40), "ends within");
  expect_refused(with_byte(good, 80, '\n'), "damaged");
  expect_refused(with_byte(good, 7, '\x7f'), "damaged");
  expect_refused(checked(with_byte(good, 8, 2)), "version 2");
  expect_refused(checked(with_byte(good, 8, 0)), "version 0");
  expect_refused(checked(with_byte(good, 12, 101)), "number of words");
  expect_refused(checked(with_byte(good, 23, '\x80')), "threshold");
  expect_refused(checked(with_byte(good, 28, 2)), "flags");
  expect_refused(checked(with_byte(good, 32, 0)), "came from");
  expect_refused(checked(with_byte(good, 32, 4)), "came from");
  expect_refused(checked(with_byte(good, 40, 'x')), "digest");
}

TEST(ReportReader, AFileIsRecognised) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "a.dpr", stream_of(header_of(test::kReportWords), 0, 2));
  test::write_file(directory / "b.txt", "dplda is no report\n");
  test::write_file(directory / "c", "");
  EXPECT_TRUE(is_report_file(directory / "a.dpr"));
  EXPECT_FALSE(is_report_file(directory / "b.txt"));
  EXPECT_FALSE(is_report_file(directory / "c"));
  EXPECT_FALSE(is_report_file(directory.path()));
  EXPECT_FALSE(is_report_file(directory / "none"));
  EXPECT_EQ(read_reports(directory / "a.dpr").bits.documents(), 2);
}

}  // namespace
}  // namespace dplda

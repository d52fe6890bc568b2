#include "collect/report_inbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/errors.h"
#include "reference/archives.h"
#include "reference/temporary.h"
#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers from_to(std::uint64_t first, std::uint64_t end) {
  Numbers numbers(end - first);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

Numbers all_of(ReportInbox& inbox) {
  Numbers numbers;
  Report report;
  while (inbox.next(report)) numbers.push_back(test::number_of(report, test::kReportWords));
  EXPECT_FALSE(inbox.next(report)) << "the end must stay the end";
  return numbers;
}

class Inbox : public testing::Test {
 protected:
  Inbox() { std::filesystem::create_directory(path()); }

  std::string path() const { return directory / "inbox"; }
  std::string path(std::string_view name) const { return path() + "/" + std::string(name); }
  void write(std::string_view name, std::string_view bytes) const {
    test::write_file(path(name), bytes);
  }
  void append(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary | std::ios::app) << bytes;
  }
  std::string reports(std::uint64_t first, std::uint64_t end) const {
    std::string bytes;
    for (std::uint64_t m = first; m < end; ++m) bytes += test::report_of(header, m);
    return bytes;
  }
  std::string stream(std::uint64_t first, std::uint64_t end) const {
    return header_record(header) + reports(first, end);
  }

  test::TemporaryDirectory directory;
  const ReportHeader header = test::header_of(test::kReportWords);
  const Wait at_once{.idle_seconds = 0};
};

TEST_F(Inbox, AFileIsReadToItsEnd) {
  for (const std::string& bytes : {stream(0, 3), test::gzipped(stream(0, 3))}) {
    write("x", bytes);
    ReportInbox inbox(path("x"));
    EXPECT_EQ(inbox.header().digest, header.digest);
    EXPECT_EQ(all_of(inbox), from_to(0, 3));
    EXPECT_EQ(inbox.refusals(), ReportRefusals{});
  }
  write("x", stream(0, 3) + "dplR");
  ReportInbox cut(path("x"));
  EXPECT_EQ(all_of(cut), from_to(0, 3)) << "without a question for the header";
  EXPECT_EQ(cut.refusals(), ReportRefusals{.cut_short = 1});
}

TEST_F(Inbox, WhatIsNotThereOrNoReportsIsRefused) {
  EXPECT_THROW(ReportInbox(path("absent")), InputError);
  write("x", "text\n");
  ReportInbox inbox(path("x"));
  Report report;
  EXPECT_THROW(inbox.next(report), InputError);
}

TEST_F(Inbox, GivesAReportBeforeTheNextIsSent) {
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ReportInbox inbox(pipe);
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t taken = 0;
  constexpr std::uint64_t kReports = 50;
  std::thread sender([&] {
    const int to = ::open(pipe.c_str(), O_WRONLY);
    for (std::uint64_t m = 0; m < kReports; ++m) {
      const std::string bytes = m == 0 ? stream(0, 1) : reports(m, m + 1);
      EXPECT_EQ(::write(to, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return taken == m + 1; });
    }
    ::close(to);
  });
  Report report;
  for (std::uint64_t m = 0; m < kReports; ++m) {
    EXPECT_TRUE(inbox.next(report));
    EXPECT_EQ(test::number_of(report, test::kReportWords), m);
    const std::lock_guard lock(mutex);
    taken = m + 1;
    changed.notify_one();
  }
  EXPECT_FALSE(inbox.next(report));
  sender.join();
}

TEST_F(Inbox, AStopEndsTheWaitForAPipe) {
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int both = ::open(pipe.c_str(), O_RDWR);
  const Wait stop{.stop = [] { return true; }};
  ReportInbox nothing(pipe, stop);
  EXPECT_EQ(all_of(nothing), Numbers{});
  EXPECT_THROW(nothing.header(), InputError);
  const std::string bytes = stream(0, 2) + reports(2, 3).substr(0, 50);
  EXPECT_EQ(::write(both, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ReportInbox some(pipe, stop);
  EXPECT_EQ(all_of(some), from_to(0, 2));
  EXPECT_EQ(some.refusals(), ReportRefusals{.cut_short = 1});
  ::close(both);
}

TEST_F(Inbox, FilesAreReadInTheOrderOfTheirNames) {
  write("b.dpr", stream(2, 4));
  write("a.dpr", stream(0, 2));
  write("c.dpr", stream(4, 5));
  write(".d.dpr", stream(5, 6));
  write("e.tmp", stream(6, 7));
  ReportInbox inbox(path(), at_once);
  EXPECT_EQ(inbox.header().vocabulary, header.vocabulary);
  EXPECT_EQ(all_of(inbox), from_to(0, 5));
  EXPECT_EQ(inbox.refusals(), ReportRefusals{});
}

TEST_F(Inbox, WaitsForTheFirstFileAndThoseThatFollow) {
  int asked = 0;
  const auto stop = [&] {
    if (++asked == 1) append("b.dpr", stream(0, 2).substr(100));
    return asked == 12;
  };
  write("b.dpr", stream(0, 2).substr(0, 100));  // within the header
  ReportInbox inbox(path(), {.stop = stop});
  EXPECT_EQ(inbox.header().parameters, header.parameters);
  Report report;
  for (std::uint64_t m = 0; m < 2; ++m) {
    EXPECT_TRUE(inbox.next(report));
    EXPECT_EQ(test::number_of(report, test::kReportWords), m);
  }
  write("a.dpr", stream(2, 4));
  EXPECT_EQ(all_of(inbox), from_to(2, 4));
  EXPECT_EQ(asked, 12);
}

TEST_F(Inbox, NothingCameWhileItWasWaitedFor) {
  ReportInbox empty(path(), {.idle_seconds = 0.01});
  EXPECT_EQ(all_of(empty), Numbers{});
  EXPECT_THROW(empty.header(), InputError);
  EXPECT_EQ(empty.refusals(), ReportRefusals{});
  write("a.dpr", "something else");
  write("b.dpr", header_record(header).substr(0, 40));
  write("c.dpr", "");
  std::string damaged = stream(0, 1);
  damaged[30] ^= 1;
  write("d.dpr", damaged);
  ReportInbox bad(path(), at_once);
  EXPECT_EQ(all_of(bad), Numbers{});
  EXPECT_EQ(bad.refusals(), (ReportRefusals{.damaged = 1, .foreign = 1, .cut_short = 2}));
}

TEST_F(Inbox, AGrowingFileLosesNothingWhereverItIsCut) {
  // Two files grow in turns, each time by the rest of a report and the start of another, so that
  // nobody has to wait and every report is found by another look at the directory.
  constexpr std::uint64_t kReports = 240;
  const std::array<const char*, 2> names{"a.dpr", "b.dpr"};
  std::array<std::string, 2> rest;
  const std::size_t record = reports(0, 1).size();
  for (std::uint64_t m = 0; m < kReports + 4; ++m) rest[m % 2] += reports(m, m + 1);
  for (auto& bytes : rest) bytes = header_record(header) + bytes;
  std::array<std::size_t, 2> sent{};
  ReportInbox inbox(path(), at_once);
  Report report;
  for (std::uint64_t m = 0; m < kReports; ++m) {
    const std::size_t end =
        header_record(header).size() + record * (m / 2 + 1) + m / 2 * 4 % record;
    append(names[m % 2], rest[m % 2].substr(sent[m % 2], end - sent[m % 2]));
    sent[m % 2] = end;
    ASSERT_TRUE(inbox.next(report));
    EXPECT_EQ(test::number_of(report, test::kReportWords), m);
  }
  EXPECT_EQ(inbox.refusals(), ReportRefusals{});
}

TEST_F(Inbox, AfterADamagedRecordNothingOfAnUnfinishedOneIsLost) {
  // The damaged record claims a size that ends within the unfinished one.
  const std::string good = reports(0, 1);
  const std::uint32_t claimed = static_cast<std::uint32_t>(good.size()) + 20;
  std::string damaged = reports(7, 8);
  std::memcpy(damaged.data() + 4, &claimed, sizeof claimed);
  const std::string next = reports(1, 2);
  write("a.dpr", stream(0, 1) + damaged + next.substr(0, 60));
  int asked = 0;
  const auto stop = [&] {
    if (++asked == 1) append("a.dpr", next.substr(60));
    return asked == 10;
  };
  ReportInbox inbox(path(), {.stop = stop});
  EXPECT_EQ(all_of(inbox), from_to(0, 2));
  EXPECT_EQ(inbox.refusals().sum(), 1u);
}

TEST_F(Inbox, WhatStaysUnfinishedIsCutShortOnceAFile) {
  write("a.dpr", stream(0, 2) + reports(9, 10).substr(0, 99));
  write("b.dpr", header_record(header).substr(0, 100));
  write("c.dpr", stream(2, 4));
  write("d.dpr", stream(4, 5) + "dp");
  ReportInbox inbox(path(), at_once);
  EXPECT_EQ(all_of(inbox), from_to(0, 5));
  EXPECT_EQ(inbox.refusals(), ReportRefusals{.cut_short = 3});
}

TEST_F(Inbox, ARecordThatOnlyClaimsToBeUnfinishedHidesNothing) {
  std::string liar = reports(9, 10).substr(0, 8);
  const std::uint32_t claimed = 4 * static_cast<std::uint32_t>(reports(9, 10).size());
  std::memcpy(liar.data() + 4, &claimed, sizeof claimed);
  write("a.dpr", stream(0, 1) + liar + reports(1, 2));
  write("b.dpr", stream(2, 3));
  ReportInbox inbox(path(), at_once);
  Numbers numbers = all_of(inbox);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(numbers, from_to(0, 3));
  EXPECT_EQ(inbox.refusals().sum(), 1u);
}

TEST_F(Inbox, BadFilesAreCountedAndTheOthersAreRead) {
  const ReportHeader other = test::header_of(test::kReportWords + 1);
  const ReportHeader louder = test::header_of(test::kReportWords, std::uint64_t{1} << 61);
  std::string damaged = stream(3, 5);
  damaged[30] ^= 1;
  write("a.dpr", "no reports at all");
  write("b.dpr", stream(0, 3));
  write("c.dpr", header_record(other) + test::report_of(other, 0) + test::report_of(other, 1));
  write("d.dpr", header_record(louder) + test::report_of(louder, 0));
  write("e.dpr", damaged);
  write("f.dpr", stream(5, 7));
  write("g.dpr", "");
  ReportInbox inbox(path(), at_once);
  // Reports are judged by themselves: those after a damaged header are as good as any.
  EXPECT_EQ(all_of(inbox), from_to(0, 7));
  EXPECT_EQ(
      inbox.refusals(),
      (ReportRefusals{.damaged = 1, .vocabulary = 2, .parameters = 1, .foreign = 1, .header = 2}));
}

TEST_F(Inbox, FilesThatGoAwayAreNoError) {
  write("a.dpr", stream(0, 1));
  write("b.dpr", stream(1, 2));
  write("c.dpr", stream(2, 3));
  ReportInbox inbox(path(), at_once);
  Report report;
  EXPECT_TRUE(inbox.next(report));
  std::filesystem::remove(path("b.dpr"));
  EXPECT_EQ(all_of(inbox), (Numbers{2}));
}

TEST_F(Inbox, AThousandFilesNeedOneDescriptor) {
  for (std::uint64_t m = 0; m < 1000; ++m)
    write(fmt::format("{:04}.dpr", m), stream(m, m + 1) + "dplR");
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = descriptors();
  ReportInbox inbox(path(), at_once);
  Report report;
  for (std::uint64_t m = 0; m < 1000; ++m) {
    EXPECT_TRUE(inbox.next(report));
    EXPECT_EQ(test::number_of(report, test::kReportWords), m);
  }
  EXPECT_LE(descriptors(), before + 1);
  EXPECT_EQ(all_of(inbox), Numbers{});
  EXPECT_EQ(inbox.refusals(), ReportRefusals{.cut_short = 1000});
}

}  // namespace
}  // namespace dplda

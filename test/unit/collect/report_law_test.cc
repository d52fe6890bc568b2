// The law of reports: the bits that are sent differ from the documents' own as often as the
// threshold in the contributor's ledger says, each by a coin of its own, and the cap is applied.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/files.h"
#include "collect/contributor.h"
#include "collect/reports.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

constexpr std::uint32_t kLawWords = 1000;
constexpr std::uint32_t kLawDocuments = 2200;

// Every document has every second word, from its number's parity on: 1,100,000 bits of either kind.
// A flip has probability q = 0.269, so that 1% of it is 6.3 standard errors.
Corpus striped_corpus() {
  std::vector<std::vector<std::uint32_t>> documents(kLawDocuments);
  for (std::uint32_t m = 0; m < kLawDocuments; ++m) {
    for (std::uint32_t word = m % 2; word < kLawWords; word += 2) documents[m].push_back(word);
  }
  return test::corpus_of(documents, kLawWords);
}

bool present(std::uint32_t m, std::uint32_t word) { return word % 2 == m % 2; }

struct Sent {
  Reports reports;
  double flip;       // the probability that was charged for
  std::size_t bits;  // in which two documents differ, as charged
};

// Charges, writes and reads back.
Sent sent_reports(const Corpus& corpus, std::int64_t cap, const test::TemporaryDirectory& directory,
                  char key) {
  ContributorOptions options;
  options.epsilon = 1;
  options.cap = cap;
  options.key.emplace().fill(static_cast<std::uint8_t>(key));
  const Contributor contributor(corpus, options);
  const std::string name = directory / (std::to_string(cap) + key);
  Ledger ledger(name + ".ledger");
  charge_reports(contributor, ledger);
  AtomicFile file(name);
  write_reports(contributor, corpus.documents(), 2, file);
  file.commit();
  const Ledger read = Ledger::read(name + ".ledger");
  for (const LedgerEntry& entry : read.entries()) EXPECT_EQ(entry.charge.count, kLawDocuments);
  const Charge charge = read.entries().back().charge;
  EXPECT_EQ(charge.mechanism.name, "randomized_response");
  const std::string threshold = charge.mechanism.parameters.text("threshold");
  return {.reports = read_reports(name),
          .flip = std::stod(threshold) * 0x1p-64,
          .bits = charge.mechanism.parameters.count("bits")};
}

// Six standard errors of a share of n independent events of probability p.
double six_errors(double p, double n) { return 6 * std::sqrt(p * (1 - p) / n); }

TEST(ReportLaw, BitsAreFlippedAsOftenAsChargedPresentOrNot) {
  const test::TemporaryDirectory directory;
  const auto [reports, q, bits] = sent_reports(striped_corpus(), 0, directory, 'k');
  ASSERT_EQ(reports.bits.documents(), kLawDocuments);
  EXPECT_EQ(bits, kLawWords);
  double ones[2] = {0, 0};
  double pairs = 0;
  for (std::uint32_t m = 0; m < kLawDocuments; ++m) {
    for (std::uint32_t word = 0; word < kLawWords; ++word) {
      ones[present(m, word) ? 1 : 0] += reports.bits.has(m, word) ? 1 : 0;
      if (m + 1 == kLawDocuments) continue;
      // Flips of the same word in the next report.
      const bool flipped = reports.bits.has(m, word) != present(m, word);
      const bool next = reports.bits.has(m + 1, word) != present(m + 1, word);
      pairs += flipped && next ? 1 : 0;
    }
  }
  const double n = kLawWords * kLawDocuments / 2.0;
  ASSERT_LE(six_errors(q, n), 0.01 * q) << "too few bits for 1%";
  EXPECT_NEAR(ones[0] / n, q, 0.01 * q);
  EXPECT_NEAR(1 - ones[1] / n, q, 0.01 * q);
  EXPECT_NEAR(pairs / (2 * n), q * q, six_errors(q * q, n));
}

// Of 500 words 125 are kept: an absent word is sent as often as before, one of the document's in
// q + (1 - 2 q) / 4 of the reports, and two documents differ in 250 bits at most.
TEST(ReportLaw, UnderACapADocumentsWordsAreKeptAsOftenAsItLeavesRoomForThem) {
  const test::TemporaryDirectory directory;
  const auto [reports, q, bits] = sent_reports(striped_corpus(), 125, directory, 'k');
  EXPECT_EQ(bits, 250u);
  double ones[2] = {0, 0};
  for (std::uint32_t m = 0; m < kLawDocuments; ++m) {
    for (std::uint32_t word = 0; word < kLawWords; ++word)
      ones[present(m, word) ? 1 : 0] += reports.bits.has(m, word) ? 1 : 0;
  }
  const double n = kLawWords * kLawDocuments / 2.0;
  EXPECT_NEAR(ones[0] / n, q, 0.01 * q);
  EXPECT_NEAR(ones[1] / n, q + (1 - 2 * q) / 4, six_errors(0.5, n));
}

// 2,200,000 bits under two keys, and under one key with another document: shared coins would flip
// the same bits.
TEST(ReportLaw, OtherKeysAndOtherDocumentsFlipOtherBits) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = striped_corpus();
  std::vector<std::vector<std::uint32_t>> documents(kLawDocuments);
  for (std::uint32_t m = 0; m < kLawDocuments; ++m) {
    for (std::uint32_t word = m % 2; word < kLawWords; word += 2) documents[m].push_back(word);
  }
  documents[0].push_back(1);
  const auto [first, q, bits] = sent_reports(corpus, 0, directory, 'k');
  const test::TemporaryDirectory elsewhere;
  const Sent others[] = {sent_reports(corpus, 0, directory, 'l'),
                         sent_reports(test::corpus_of(documents, kLawWords), 0, elsewhere, 'k')};
  const double n = kLawWords * (kLawDocuments - 1.0);
  for (const Sent& other : others) {
    double same = 0;
    for (std::uint32_t m = 1; m < kLawDocuments; ++m) {
      for (std::uint32_t word = 0; word < kLawWords; ++word)
        same += first.bits.has(m, word) == other.reports.bits.has(m, word) ? 1 : 0;
    }
    const double p = q * q + (1 - q) * (1 - q);
    EXPECT_NEAR(same / n, p, six_errors(p, n));
  }
}

// Whoever has a report has its id: coins that it shared with the flips would undo them.
TEST(ReportLaw, TheIdOfAReportSaysNothingOfItsFlips) {
  constexpr std::uint32_t kBits = 320;
  constexpr std::uint64_t kReports = 400;
  // Of empty documents the flips are all that is sent; at so small an epsilon half of the bits.
  const Corpus corpus = test::corpus_of(std::vector<std::vector<std::uint32_t>>(kReports), kBits);
  ContributorOptions options;
  options.epsilon = 0x1p-10;
  options.key.emplace(key_from_seed(1));
  const Contributor contributor(corpus, options);
  std::array<std::array<int, kBits / 64>, 2> equal{};
  std::vector<std::uint64_t> flips(kBits / 64);
  for (std::uint64_t m = 0; m < kReports; ++m) {
    contributor.perturbed(m, flips);
    std::array<std::uint64_t, 2> id;
    const ReportId bytes = contributor.id(m);
    static_assert(sizeof bytes == sizeof id);
    std::memcpy(id.data(), bytes.data(), sizeof id);
    for (std::size_t i = 0; i < id.size(); ++i) {
      for (std::size_t j = 0; j < flips.size(); ++j)
        equal[i][j] += std::popcount(~(id[i] ^ flips[j]));
    }
  }
  // Coins: 12,800 of 25,600 agree, to six standard errors.
  for (const auto& row : equal) {
    for (const int agree : row) EXPECT_NEAR(agree, 12800, 480);
  }
}

}  // namespace
}  // namespace dplda

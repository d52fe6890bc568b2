#include "collect/report_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/digest.h"
#include "base/errors.h"
#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

using test::hex;
using test::small_header;

// The vectors of docs/use/reports.md, "Test vectors".
TEST(ReportFormat, TheVectorsOfThePage) {
  const ReportHeader header = small_header();
  EXPECT_EQ(hex(header_record(header)),
            "64706c484c000000010000000900000000000000000000400200000001000000"
            "0183b53cfb6ffe6f5d75e41aff53b494cdb114d39d49702f0a86b0735515a4e6"
            "cf610a620a630a640a650a660a670a680ac3a90ad9d1bbaa65a3deb90573344a"
            "6b25cd84");
  std::string report;
  append_report(report, header, test::id_of(0x0f0e0d0c0b0a0908, 0x0706050403020100),
                std::vector<std::uint64_t>{0x105});
  EXPECT_EQ(hex(report),
            "64706c524600000008090a0b0c0d0e0f000102030405060783b53cfb6ffe6f5d"
            "75e41aff53b494cdb114d39d49702f0a86b0735515a4e6cf0000000000000040"
            "02000000010000000900000005016b21f0c6bb30a7899cc06fe284155915");
}

TEST(ReportFormat, AHeaderComesBackAsItWas) {
  for (const auto origin :
       {VocabularyOrigin::kPublic, VocabularyOrigin::kAssumedPublic, VocabularyOrigin::kPrivate}) {
    const ReportHeader header =
        report_header(0x0123456789abcdef, 7, kSeedKnown, Vocabulary({"na\xC3\xAFve", "b"}, origin));
    const std::string record = header_record(header);
    ASSERT_TRUE(has_tag(record, kHeaderTag));
    ASSERT_EQ(record.size(), kRecordHead + body_size(record) + kRecordCheck);
    ASSERT_TRUE(check_fits(record));
    const ReportHeader read =
        parse_header(std::string_view(record).substr(kRecordHead, body_size(record)), "test");
    EXPECT_EQ(read.parameters, header.parameters);
    EXPECT_EQ(read.digest, header.digest);
    EXPECT_EQ(read.vocabulary, header.vocabulary);
    EXPECT_EQ(read.vocabulary.origin(), origin);
  }
}

TEST(ReportFormat, TheDigestOfAVocabularyIsThatOfItsLines) {
  const Vocabulary words({"ant", "bee"}, VocabularyOrigin::kPublic);
  Digest digest;
  digest.bytes(std::as_bytes(std::span(std::string_view("ant\nbee\n"))));
  EXPECT_EQ(vocabulary_digest(words), digest.finish());
}

TEST(ReportFormat, RefusesWhatCannotBeSent) {
  const auto make = [](std::vector<std::string> words, VocabularyOrigin origin,
                       std::uint64_t threshold = 5) {
    return report_header(threshold, 0, 0, Vocabulary(std::move(words), origin));
  };
  EXPECT_NO_THROW(make({"a"}, VocabularyOrigin::kPublic));
  EXPECT_THROW(make({"a"}, VocabularyOrigin::kData), InputError);
  EXPECT_THROW(make({}, VocabularyOrigin::kPublic), InputError);
  EXPECT_THROW(make({"a\nb"}, VocabularyOrigin::kPublic), InputError);
  EXPECT_THROW(make({"a"}, VocabularyOrigin::kPublic, 0), InputError);
  EXPECT_THROW(make({"a"}, VocabularyOrigin::kPublic, std::uint64_t{1} << 63), InputError);
  EXPECT_NO_THROW(make({"a"}, VocabularyOrigin::kPublic, (std::uint64_t{1} << 63) - 1));
}

// The law of the ones: Bin(x, 1 - q) + Bin(V - x, q), by convolution one bit at a time.
std::vector<double> ones_law(std::uint32_t words, std::uint32_t true_words, double q) {
  std::vector<double> law(words + 1, 0.0);
  law[0] = 1;
  for (std::uint32_t t = 0; t < words; ++t) {
    const double p = t < true_words ? 1 - q : q;
    for (std::uint32_t k = t + 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

// Sums of doubles that are all of one sign: their errors are far below a billionth of them.
TEST(ReportBand, HonestReportsAreRefusedLessThanOnceInABillion) {
  for (const std::uint32_t words : {1U, 2U, 7U, 64U, 300U, 1000U}) {
    for (const double epsilon : {0.001, 0.5, 3.0, 8.0, 30.0}) {
      for (const std::uint32_t cap : {0U, 1U, 50U, 5000U}) {
        const double q = 1 / (1 + std::exp(epsilon));
        const ReportParameters parameters{
            .threshold = static_cast<std::uint64_t>(q * 0x1p64), .words = words, .cap = cap};
        const ReportBand band = report_band(parameters);
        const std::uint32_t most = cap == 0 ? words : std::min(words, cap);
        ASSERT_LE(band.least, band.most);
        for (const std::uint32_t x : {0U, most / 2, most}) {
          const std::vector<double> law = ones_law(words, x, q);
          double outside = 0;
          for (std::uint32_t k = 0; k <= words; ++k)
            if (k < band.least || k > band.most) outside += law[k];
          EXPECT_LE(outside, 1e-9) << words << ' ' << epsilon << ' ' << cap << ' ' << x;
        }
      }
    }
  }
}

// Chernoff's exponent is the true one but for a factor of the order of the square root of the
// variance: what lies 9 deviations and more outside is refused.
TEST(ReportBand, FarOutIsRefused) {
  const double q = 1 / (1 + std::exp(3.0));
  const ReportBand band =
      report_band({.threshold = static_cast<std::uint64_t>(q * 0x1p64), .words = 10000, .cap = 50});
  const double deviation = std::sqrt(10000 * q * (1 - q));
  EXPECT_GT(band.least, 10000 * q - 9 * deviation);
  EXPECT_LT(band.most, 10000 * q + 50 + 9 * deviation);
  EXPECT_LT(band.least, 10000 * q - 6 * deviation + 1);
}

}  // namespace
}  // namespace dplda

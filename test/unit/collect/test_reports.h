// Small streams of reports that the tests of this room share.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "collect/report_format.h"

namespace dplda::test {

inline std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

// 9 words, a flip in four, a cap of 2, seed known.
inline ReportHeader small_header() {
  return report_header(
      std::uint64_t{1} << 62, 2, kSeedKnown,
      Vocabulary({"a", "b", "c", "d", "e", "f", "g", "h", "\xC3\xA9"}, VocabularyOrigin::kPublic));
}

inline constexpr std::uint32_t kReportWords = 100;

// `words` words, a flip in four.
inline ReportHeader header_of(std::uint32_t words, std::uint64_t threshold = std::uint64_t{1} << 62,
                              std::uint32_t cap = 0) {
  std::vector<std::string> names;
  for (std::uint32_t t = 0; t < words; ++t) names.push_back(fmt::format("w{}", t));
  return report_header(threshold, cap, 0, Vocabulary(std::move(names), VocabularyOrigin::kPublic));
}

inline ReportId id_of(std::uint64_t low, std::uint64_t high = 0) {
  ReportId id;
  std::memcpy(id.data(), &low, sizeof low);
  std::memcpy(id.data() + sizeof low, &high, sizeof high);
  return id;
}

// Bits with about a quarter of ones, different for every number.
inline std::vector<std::uint64_t> bits_of(std::uint32_t words, std::uint64_t number) {
  const RandomStreams random(key_from_seed(1));
  std::vector<std::uint64_t> bits(bit_words(words));
  RandomStream draws(random, Purpose::kSynthetic, 0, number);
  for (std::uint64_t& word : bits) word = draws.next() & draws.next();
  if (words % 64 != 0) bits.back() &= (std::uint64_t{1} << (words % 64)) - 1;
  return bits;
}

inline std::string report_of(const ReportHeader& header, std::uint64_t number) {
  std::string record;
  append_report(record, header, id_of(number + 1), bits_of(header.parameters.words, number));
  return record;
}

// A header, and `count` reports from number `first` on.
inline std::string stream_of(const ReportHeader& header, std::uint64_t first, std::uint64_t count) {
  std::string bytes = header_record(header);
  for (std::uint64_t m = first; m < first + count; ++m) bytes += report_of(header, m);
  return bytes;
}

// The number that report_of() made the report from; checks its bits.
inline std::uint64_t number_of(const Report& report, std::uint32_t words) {
  std::uint64_t number;
  std::memcpy(&number, report.id.data(), sizeof number);
  EXPECT_EQ(report.bits, bits_of(words, number - 1));
  return number - 1;
}

}  // namespace dplda::test

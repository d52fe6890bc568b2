// Contributors' reports as bytes: a stream of checked records, headers with the public parameters
// and the vocabulary, and reports with one document's perturbed bits each (docs/use/reports.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/vocabulary.h"

namespace dplda {

// What everyone who sends reports has agreed on, beside the words.
struct ReportParameters {
  std::uint64_t threshold = 0;  // a bit is flipped with probability threshold / 2^64
  std::uint32_t words = 0;      // V: bits of a report
  std::uint32_t cap = 0;        // the most true bits before perturbation; 0: no cap
  std::uint32_t flags = 0;      // kSeedKnown

  bool operator==(const ReportParameters&) const = default;
};

// Flag: the contributor's seed is public, so that the report protects nobody.
inline constexpr std::uint32_t kSeedKnown = 1;

using VocabularyDigest = std::array<std::uint8_t, 32>;
using ReportId = std::array<std::uint8_t, 16>;

struct ReportHeader {
  ReportParameters parameters;
  VocabularyDigest digest{};
  Vocabulary vocabulary;
};

// What a report must be made for to be counted: all but the words themselves.
struct ReportKind {
  VocabularyDigest digest{};
  ReportParameters parameters;

  bool operator==(const ReportKind&) const = default;
};
inline ReportKind kind_of(const ReportHeader& header) {
  return {.digest = header.digest, .parameters = header.parameters};
}
// As JSON, and back. Throws InputError if it is none.
nlohmann::ordered_json to_json(const ReportKind& kind);
ReportKind report_kind_from_json(const nlohmann::ordered_json& json);

struct Report {
  ReportId id{};
  std::vector<std::uint64_t> bits;  // bit t is bit t % 64 of bits[t / 64]; those from V on are zero
};

// The words in order, each followed by a line feed.
std::string vocabulary_text(const Vocabulary& vocabulary);
// BLAKE2b-256 of vocabulary_text().
VocabularyDigest vocabulary_digest(const Vocabulary& vocabulary);

// A header as it is written. Throws InputError if the vocabulary was chosen from the data, is empty
// or has a word with a line feed, or the threshold is not between 1 and 2^63 - 1.
ReportHeader report_header(std::uint64_t threshold, std::uint32_t cap, std::uint32_t flags,
                           Vocabulary vocabulary);

// The number of 64-bit words that hold V bits.
inline std::size_t bit_words(std::uint32_t words) { return (std::size_t{words} + 63) / 64; }

// The ones that an honest report may have.
struct ReportBand {
  std::uint32_t least = 0;
  std::uint32_t most = 0;
};

// Bounds outside of which the ones of an honest report lie with probability at most 1e-9, whatever
// its document (docs/use/reports.md, "Plausible reports"). REQUIRES: 1 <= threshold < 2^63, words
// >= 1.
ReportBand report_band(const ReportParameters& parameters);

// The frame of a record.
using RecordTag = std::array<char, 4>;
inline constexpr RecordTag kHeaderTag = {'d', 'p', 'l', 'H'};
inline constexpr RecordTag kReportTag = {'d', 'p', 'l', 'R'};
inline constexpr std::size_t kRecordHead = 8;    // tag and size of the body
inline constexpr std::size_t kRecordCheck = 16;  // after the body
inline constexpr std::uint32_t kReportVersion = 1;
// The largest body of a header: what is larger is taken for damage.
inline constexpr std::size_t kMostHeaderBody = std::size_t{1} << 30;

std::size_t report_body_size(std::uint32_t words);

// Whole records. REQUIRES: bits.size() == bit_words(V), no bit from V on is set.
std::string header_record(const ReportHeader& header);
void append_report(std::string& out, const ReportHeader& header, const ReportId& id,
                   std::span<const std::uint64_t> bits);

// The tag at the front of `bytes`, if one stands there; REQUIRES: at least kRecordHead bytes.
bool has_tag(std::string_view bytes, const RecordTag& tag);
// The claimed size of the body, which is not to be trusted. REQUIRES: at least kRecordHead bytes.
std::uint32_t body_size(std::string_view bytes);
// Whether the check after the body fits. REQUIRES: `record` is a whole record.
bool check_fits(std::string_view record);

// A header from the body of its record. Throws InputError, naming `source`, unless it is one of
// this version and makes sense.
ReportHeader parse_header(std::string_view body, const std::string& source);

// What stands before the bits of a report.
struct ReportFields {
  ReportId id{};
  VocabularyDigest digest{};
  ReportParameters parameters;
};
inline constexpr std::size_t kReportFields = 68;

// REQUIRES: body.size() >= kReportFields.
ReportFields parse_fields(std::string_view body);

}  // namespace dplda

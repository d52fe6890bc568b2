#include "collect/report_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/steady_math.h"

namespace dplda {

static_assert(std::endian::native == std::endian::little, "numbers are written as they stand");

namespace {

constexpr std::size_t kHeaderFields = 57;
constexpr std::uint64_t kFairCoin = std::uint64_t{1} << 63;

// The numbers of origins in a header. What was chosen from the data has none.
constexpr std::array kOrigins = {VocabularyOrigin::kPublic, VocabularyOrigin::kAssumedPublic,
                                 VocabularyOrigin::kPrivate};

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Takes values off the front. REQUIRES: there are enough bytes.
template <class T>
T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

// Makes a whole record of what stands in `out` from `start` on: a tag, room for the size, a body.
void finish_record(std::string& out, std::size_t start) {
  const auto size = static_cast<std::uint32_t>(out.size() - start - kRecordHead);
  std::memcpy(out.data() + start + sizeof(RecordTag), &size, sizeof size);
  put(out, short_digest(bytes_of(std::string_view(out).substr(start))));
}

void begin_record(std::string& out, const RecordTag& tag) {
  put(out, tag);
  put(out, std::uint32_t{0});
}

[[noreturn]] void refuse_header(const std::string& source, std::string_view what) {
  throw InputError(
      fmt::format("{}: the header of its reports {}; ask its sender for it again", source, what));
}

// V * KL(ones / V || p): the exponent of Chernoff's bound.
double divergence(double ones, double words, double p, double not_p) {
  double sum = 0;
  if (ones > 0) sum += ones * steady_log(ones / (words * p));
  if (ones < words) sum += (words - ones) * steady_log((words - ones) / (words * not_p));
  return sum;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return words;
}

}  // namespace

std::string vocabulary_text(const Vocabulary& vocabulary) {
  std::string text;
  for (const auto& word : vocabulary.words()) {
    text += word;
    text += '\n';
  }
  return text;
}

VocabularyDigest vocabulary_digest(const Vocabulary& vocabulary) {
  Digest digest;
  for (const auto& word : vocabulary.words()) {
    digest.bytes(bytes_of(word));
    digest.bytes(bytes_of("\n"));
  }
  return digest.finish();
}

nlohmann::ordered_json to_json(const ReportKind& kind) {
  return {{"digest", fmt::format("{:02x}", fmt::join(kind.digest, ""))},
          {"threshold", std::to_string(kind.parameters.threshold)},
          {"words", kind.parameters.words},
          {"cap", kind.parameters.cap},
          {"flags", kind.parameters.flags}};
}

ReportKind report_kind_from_json(const nlohmann::ordered_json& json) {
  try {
    ReportKind kind;
    const auto digest = json.at("digest").get<std::string>();
    if (digest.size() != 2 * kind.digest.size()) throw InputError("no kind of reports");
    for (std::size_t i = 0; i < kind.digest.size(); ++i)
      kind.digest[i] = static_cast<std::uint8_t>(std::stoul(digest.substr(2 * i, 2), nullptr, 16));
    kind.parameters = {.threshold = std::stoull(json.at("threshold").get<std::string>()),
                       .words = json.at("words").get<std::uint32_t>(),
                       .cap = json.at("cap").get<std::uint32_t>(),
                       .flags = json.at("flags").get<std::uint32_t>()};
    return kind;
  } catch (const std::logic_error&) {  // of std::stoul
  } catch (const nlohmann::json::exception&) {
  }
  throw InputError("the state of the stream does not say which reports it counts; start it again");
}

ReportHeader report_header(std::uint64_t threshold, std::uint32_t cap, std::uint32_t flags,
                           Vocabulary vocabulary) {
  if (vocabulary.origin() == VocabularyOrigin::kData) {
    throw InputError(
        "the words were chosen from the documents themselves, and every report would show them: "
        "name a public list of words with `vocab`, or prepare the corpus with `vocab`, "
        "`private-vocab` or `assume-public-vocab`");
  }
  if (vocabulary.size() == 0) throw InputError("reports need a vocabulary of at least one word");
  for (std::uint32_t t = 0; t < vocabulary.size(); ++t) {
    if (vocabulary.word(t).find('\n') != std::string::npos) {
      throw InputError(fmt::format(
          "word {} of the vocabulary holds a line feed, which no report can carry; leave it out",
          t + 1));
    }
  }
  if (threshold == 0 || threshold >= kFairCoin) {
    throw InputError(
        fmt::format("reports with a threshold of {}; give one between 1 and 2^63 - 1", threshold));
  }
  ReportHeader header{.parameters = {.threshold = threshold,
                                     .words = vocabulary.size(),
                                     .cap = cap,
                                     .flags = flags},
                      .digest = vocabulary_digest(vocabulary),
                      .vocabulary = std::move(vocabulary)};
  return header;
}

ReportBand report_band(const ReportParameters& parameters) {
  // ln(2e9), and more than the rounding of a sum of terms below 2^31 in all can take away.
  const double enough = steady_log(2e9) + 1e-4;
  const double words = parameters.words;
  const double q = static_cast<double>(parameters.threshold) * 0x1p-64;
  const double true_words =
      parameters.cap == 0 ? words : std::min(words, static_cast<double>(parameters.cap));
  const double most_p = (true_words * (1 - q) + (words - true_words) * q) / words;
  const double most_not_p = (true_words * q + (words - true_words) * (1 - q)) / words;
  const auto implausible = [&](double ones, double p, double not_p) {
    return divergence(ones, words, p, not_p) > enough;
  };
  ReportBand band{.least = 0, .most = parameters.words};
  // Towards the mean the divergence falls: bisect for its last implausible number on each side.
  for (auto high = static_cast<std::uint32_t>(words * q); band.least < high;) {
    const std::uint32_t middle = band.least + (high - band.least) / 2;
    if (implausible(middle, q, 1 - q)) {
      band.least = middle + 1;
    } else {
      high = middle;
    }
  }
  for (auto low = static_cast<std::uint32_t>(std::ceil(words * most_p)); low < band.most;) {
    const std::uint32_t middle = band.most - (band.most - low) / 2;
    if (implausible(middle, most_p, most_not_p)) {
      band.most = middle - 1;
    } else {
      low = middle;
    }
  }
  return band;
}

std::size_t report_body_size(std::uint32_t words) {
  return kReportFields + (std::size_t{words} + 7) / 8;
}

std::string header_record(const ReportHeader& header) {
  const auto origin = std::find(kOrigins.begin(), kOrigins.end(), header.vocabulary.origin());
  if (origin == kOrigins.end())
    throw InputError("words that were chosen from the documents cannot go into a report");
  const std::string text = vocabulary_text(header.vocabulary);
  if (kHeaderFields + text.size() > kMostHeaderBody)
    throw InputError("a vocabulary of 1 GiB or more is too large for reports; use fewer words");
  std::string out;
  begin_record(out, kHeaderTag);
  put(out, kReportVersion);
  put(out, header.parameters.words);
  put(out, header.parameters.threshold);
  put(out, header.parameters.cap);
  put(out, header.parameters.flags);
  put(out, static_cast<std::uint8_t>(origin - kOrigins.begin() + 1));
  put(out, header.digest);
  out += text;
  finish_record(out, 0);
  return out;
}

void append_report(std::string& out, const ReportHeader& header, const ReportId& id,
                   std::span<const std::uint64_t> bits) {
  const std::size_t start = out.size();
  begin_record(out, kReportTag);
  put(out, id);
  put(out, header.digest);
  put(out, header.parameters.threshold);
  put(out, header.parameters.cap);
  put(out, header.parameters.flags);
  put(out, header.parameters.words);
  out.append(reinterpret_cast<const char*>(bits.data()),
             (std::size_t{header.parameters.words} + 7) / 8);
  finish_record(out, start);
}

bool has_tag(std::string_view bytes, const RecordTag& tag) {
  return std::memcmp(bytes.data(), tag.data(), tag.size()) == 0;
}

std::uint32_t body_size(std::string_view bytes) {
  bytes.remove_prefix(sizeof(RecordTag));
  return take<std::uint32_t>(bytes);
}

bool check_fits(std::string_view record) {
  const std::string_view checked = record.substr(0, record.size() - kRecordCheck);
  const auto check = short_digest(bytes_of(checked));
  return std::memcmp(check.data(), record.data() + checked.size(), kRecordCheck) == 0;
}

ReportHeader parse_header(std::string_view body, const std::string& source) {
  std::string_view rest = body;
  if (rest.size() < sizeof(std::uint32_t)) refuse_header(source, "is too short");
  const auto version = take<std::uint32_t>(rest);
  if (version > kReportVersion) {
    throw InputError(
        fmt::format("{}: its reports are of version {}, this dplda reads up to {}; update dplda",
                    source, version, kReportVersion));
  }
  if (version == 0) refuse_header(source, "is of version 0, which there is not");
  if (body.size() < kHeaderFields) refuse_header(source, "is too short");
  ReportHeader header;
  header.parameters.words = take<std::uint32_t>(rest);
  header.parameters.threshold = take<std::uint64_t>(rest);
  header.parameters.cap = take<std::uint32_t>(rest);
  header.parameters.flags = take<std::uint32_t>(rest);
  const auto origin = take<std::uint8_t>(rest);
  header.digest = take<VocabularyDigest>(rest);
  if (header.parameters.threshold == 0 || header.parameters.threshold >= kFairCoin)
    refuse_header(source, "has a threshold that is not between 1 and 2^63 - 1");
  if ((header.parameters.flags & ~kSeedKnown) != 0)
    refuse_header(source, "has flags that are not known");
  if (origin == 0 || origin > kOrigins.size())
    refuse_header(source, "does not say where its words came from");
  Digest digest;
  digest.bytes(bytes_of(rest));
  if (digest.finish() != header.digest)
    refuse_header(source, "has words that are not those of its digest");
  if (header.parameters.words == 0 || rest.empty() || rest.back() != '\n' ||
      std::count(rest.begin(), rest.end(), '\n') != header.parameters.words)
    refuse_header(source, "has another number of words than it says");
  header.vocabulary = Vocabulary(split_words(rest), kOrigins[origin - 1U], source);
  return header;
}

ReportFields parse_fields(std::string_view body) {
  ReportFields fields;
  fields.id = take<ReportId>(body);
  fields.digest = take<VocabularyDigest>(body);
  fields.parameters.threshold = take<std::uint64_t>(body);
  fields.parameters.cap = take<std::uint32_t>(body);
  fields.parameters.flags = take<std::uint32_t>(body);
  fields.parameters.words = take<std::uint32_t>(body);
  return fields;
}

}  // namespace dplda

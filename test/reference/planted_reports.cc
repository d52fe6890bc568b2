#include "reference/planted_reports.h"

#include <cstring>

#include "base/digest.h"
#include "base/random.h"
#include "privacy/randomized_response.h"

namespace dplda::test {
namespace {

ReportHeader header_of(const Reports& reports) {
  return report_header(reports.parameters.threshold, reports.parameters.cap,
                       reports.parameters.flags, reports.vocabulary);
}

ReportId id_of_row(std::uint64_t m) {
  ReportId id{};
  const std::uint64_t number = m + 1;
  std::memcpy(id.data(), &number, sizeof number);
  return id;
}

}  // namespace

Reports reports_of(const Corpus& corpus, double epsilon, std::uint64_t seed, std::uint32_t flags) {
  const RandomizedResponse response(epsilon);
  const RandomStreams random(key_from_seed(seed));
  const ReportHeader header = report_header(response.threshold(), 0, flags, corpus.vocabulary());
  WordSets sets = WordSets::from_corpus(corpus);
  Digest digest;
  digest.number(response.threshold());
  for (std::uint64_t m = 0; m < sets.documents(); ++m) {
    const std::span<std::uint64_t> row = sets.row(m);
    response.perturb(row, random, {.purpose = Purpose::kReport, .document = m});
    if (sets.words() % 64 != 0) row.back() &= (std::uint64_t{1} << (sets.words() % 64)) - 1;
    digest.bytes(std::as_bytes(row));
  }
  return {.parameters = header.parameters,
          .vocabulary = corpus.vocabulary(),
          .bits = std::move(sets),
          .refusals = {},
          .digest = digest.finish_hex()};
}

std::string report_bytes(const Reports& reports) {
  const ReportHeader header = header_of(reports);
  std::string bytes = header_record(header);
  for (std::uint64_t m = 0; m < reports.bits.documents(); ++m)
    append_report(bytes, header, id_of_row(m), reports.bits.row(m));
  return bytes;
}

PushedReports::PushedReports(const Reports& reports)
    : reports_(reports), header_(header_of(reports)) {}

bool PushedReports::next(Report& report) {
  if (next_ == reports_.bits.documents()) return false;
  const std::span<const std::uint64_t> row = reports_.bits.row(next_);
  report.id = id_of_row(next_++);
  report.bits.assign(row.begin(), row.end());
  return true;
}

WordSets rows_of(const WordSets& sets, std::uint64_t first, std::uint64_t size) {
  WordSets rows(sets.words());
  for (std::uint64_t m = first; m < first + size; ++m) rows.append(sets.row(m));
  return rows;
}

}  // namespace dplda::test

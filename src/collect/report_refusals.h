// What was not counted of a stream of reports, and why.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dplda {

struct ReportRefusals {
  std::uint64_t damaged = 0;          // the check does not fit
  std::uint64_t vocabulary = 0;       // made for other words
  std::uint64_t parameters = 0;       // other threshold, cap, flags or number of words
  std::uint64_t size = 0;             // of another length than its words take, or unused bits set
  std::uint64_t implausible = 0;      // more or fewer ones than an honest report has
  std::uint64_t foreign = 0;          // gaps with bytes that are no record
  std::uint64_t cut_short = 0;        // the stream ends within it
  std::uint64_t header = 0;           // headers that differ from the first
  std::uint64_t duplicate = 0;        // for callers: the same id twice in one stream
  std::uint64_t already_counted = 0;  // for callers: an id that was counted before

  std::uint64_t sum() const;
  ReportRefusals& operator+=(const ReportRefusals& other);
  bool operator==(const ReportRefusals&) const = default;
};

// All of them by name: {"damaged": 0, ...}.
nlohmann::ordered_json to_json(const ReportRefusals& refusals);

// Those that occurred, as people read them: "2 damaged, 1 cut short"; empty: none.
std::string refusals_text(const ReportRefusals& refusals);

}  // namespace dplda

#include "privacy/report_charges.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "privacy/randomized_response.h"

namespace dplda {

std::vector<Charge> report_charges(std::uint64_t threshold, std::uint32_t words, std::uint32_t cap,
                                   std::uint64_t reports) {
  if (words == 0) throw InputError("a report about no words; give a vocabulary with at least one");
  const std::uint64_t all = words;
  // A cap that no document reaches is none.
  const bool capped = cap > 0 && cap < words;
  const std::uint64_t two = std::min<std::uint64_t>(all, 2);
  const std::pair<Unit, std::uint64_t> bits[] = {
      {Unit::kPresence, capped ? two : 1},
      {Unit::kWord, two},
      {Unit::kDocument, capped ? std::min(all, 2 * std::uint64_t{cap}) : all}};
  std::vector<Charge> charges;
  for (const auto& [unit, differing] : bits) {
    charges.push_back({.release = "perturbed document",
                       .mechanism = randomized_response_mechanism(threshold, differing),
                       .unit = unit,
                       .view = View::kReport,
                       .count = reports});
  }
  return charges;
}

}  // namespace dplda

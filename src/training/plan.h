// What a run is going to release and what that costs, known before any data is read.
#pragma once

#include <string>
#include <vector>

#include "privacy/ledger.h"

namespace dplda {

struct Plan {
  Unit unit = Unit::kWord;
  View view = View::kTopicsAndCounts;
  std::vector<Charge> at_start = {};      // before the first sweep: one of each
  std::vector<Charge> each_sweep = {};    // in a sweep: one of each
  std::vector<Charge> at_end = {};        // with the model: one of each
  std::vector<Exposure> exposures = {};   // what nothing protects; empty: the run is private
  std::vector<std::string> remarks = {};  // sentences for people: nominal figures, refuted claims

  // What sweeps first..last release, numbered; the start goes with the first.
  std::vector<Charge> sweeps(std::uint32_t first, std::uint32_t last) const;
  // What the end of a run of that many sweeps releases.
  std::vector<Charge> end(std::uint32_t sweeps) const;
  // All of a run.
  std::vector<Charge> whole(std::uint32_t sweeps) const;
  // Whether anything it does is protected; exposures may spoil that.
  bool charges() const { return !each_sweep.empty(); }
  // Whether the run protects nobody.
  bool exposes() const { return !exposures.empty(); }
  // Whether all that it does is protected, by the run or by the contributors.
  bool is_private() const { return (charges() || view == View::kReport) && !exposes(); }
  // Of the protected part of a whole run.
  PrivacyLoss total(std::uint32_t sweeps) const;
};

}  // namespace dplda

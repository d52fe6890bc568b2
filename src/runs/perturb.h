// Perturbing as contributors ask for it: documents in, reports out, charged before they are made.
#pragma once

#include <cstdint>
#include <string>

#include "collect/contributor.h"
#include "runs/source.h"
#include "runs/watcher.h"

namespace dplda::runs {

struct PerturbRequest {
  Source input = {};
  std::string output = {};  // the reports' file; "-": standard output; empty: they stay in memory
  ContributorOptions options = {};
};

struct PerturbOutcome {
  std::uint64_t reports = 0;
  std::uint32_t words = 0;
  VocabularyOrigin origin = VocabularyOrigin::kPublic;
  std::string bytes = {};  // the reports, where no output was named
};

// Throws InputError if options and documents do not fit, BudgetExhausted before anything is made
// that a budget does not cover.
PerturbOutcome perturb(const PerturbRequest& request, Watcher& watcher);

}  // namespace dplda::runs

// Training as users ask for it, on documents or reports: what is refused, which ledger is charged,
// what is written and in which order is decided here, for every front end.
#pragma once

#include <string>

#include "collect/reports.h"
#include "eval/report.h"
#include "runs/source.h"
#include "runs/watcher.h"
#include "training/ledger_options.h"
#include "training/training.h"

namespace dplda::runs {

struct TrainRequest {
  Source input = {};                 // documents; or the path of reports
  const Reports* reports = nullptr;  // those of contributors, where somebody holds them
  TrainOptions options = {};
  LedgerOptions ledger = {};
  std::string test = {};     // documents to measure on; empty: none
  std::string output = {};   // the model's file; empty: it is not written
  std::string record = {};   // the run's record as JSON; empty: none
  std::string publish = {};  // streams: a directory for the model of every batch; empty: none
  bool force = false;        // a model that was paid for may be overwritten
};

struct TrainOutcome {
  TrainResult result;
  Quality quality;
};

// Throws InputError if options, input and outputs do not fit together, BudgetExhausted before
// anything is released that a budget does not cover. What is thrown after the first release leaves
// a ledger that says so.
TrainOutcome train(const TrainRequest& request, TrainWatcher& watcher);

// Throws InputError if the options do not fit one another: before anything else is looked at.
void check(const TrainRequest& request);

}  // namespace dplda::runs

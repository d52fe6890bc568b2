// Training as users ask for it, on documents or reports: what is refused, which ledger is charged,
// what is written and in which order is decided here, for every front end.
#pragma once

#include "eval/run_record.h"
#include "runs/train_request.h"
#include "runs/watcher.h"
#include "training/training.h"

namespace dplda::runs {

struct TrainOutcome {
  TrainResult result;
  Quality quality;
};

// Throws InputError if options, input and outputs do not fit together, BudgetExhausted before
// anything is released that a budget does not cover. What is thrown after the first release leaves
// a ledger that says so.
TrainOutcome train(const TrainRequest& request, TrainWatcher& watcher);

}  // namespace dplda::runs

// What users ask of a training: data, options, ledger and outputs; the same for documents, reports
// and streams.
#pragma once

#include <string>

#include "collect/report_source.h"
#include "collect/reports.h"
#include "runs/source.h"
#include "training/ledger_options.h"
#include "training/training.h"

namespace dplda::runs {

struct TrainRequest {
  Source input = {};                 // documents; or the path of reports
  const Reports* reports = nullptr;  // those of contributors, where somebody holds them
  // Those of contributors, where they come from elsewhere than a path; it is read to its end.
  ReportSource* report_source = nullptr;
  TrainOptions options = {};
  LedgerOptions ledger = {};
  std::string test = {};     // documents to measure on; empty: none
  std::string output = {};   // the model's file; empty: it is not written
  std::string record = {};   // the run's record as JSON; empty: none
  std::string publish = {};  // streams: a directory for the model of every batch; empty: none
  bool force = false;        // a model that was paid for may be overwritten
};

// Throws InputError if the options do not fit one another: before anything else is looked at.
void check(const TrainRequest& request);

}  // namespace dplda::runs

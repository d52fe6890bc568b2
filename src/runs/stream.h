// Training on a stream as users ask for it: from a path, or on batches that somebody holds.
#pragma once

#include <optional>
#include <string>

#include "collect/report_refusals.h"
#include "eval/run_record.h"
#include "runs/train_request.h"
#include "runs/watcher.h"
#include "training/stream.h"
#include "training/stream_state.h"

namespace dplda::runs {

struct StreamOutcome {
  StreamResult result;  // without a model only if the watcher ended the run before a batch came
  Quality quality;      // of the model
  ReportRefusals refusals;
  std::string state;  // where the stream's state is; empty: in memory
};

// A file, a pipe, standard input or a directory that is being filled, until it ends or the watcher
// stops it. The state is kept beside the model unless it is named. Throws as train() does, and
// InputError if nothing came that could be learnt from.
StreamOutcome stream(const TrainRequest& request, TrainWatcher& watcher);

// The documents or reports that the request holds, as the next batches of a stream whose state is
// in memory. Throws as stream() does.
StreamOutcome learn(const TrainRequest& request, StreamState& state, TrainWatcher& watcher);

}  // namespace dplda::runs

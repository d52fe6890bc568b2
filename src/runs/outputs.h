// What a training run reads and writes beside its input, the same for documents, reports and
// streams.
#pragma once

#include <optional>
#include <string>

#include "corpus/corpus.h"
#include "eval/run_record.h"
#include "runs/train_request.h"
#include "runs/watcher.h"
#include "training/custody.h"

namespace dplda::runs {

// Throws InputError if a file stands for two things, if an output cannot be written, or if it is a
// model that was paid for: hours of training must not end there. `state`: its path, if one is kept,
// or empty.
void check_outputs(const TrainRequest& request, const RunSetup& setup, const std::string& state);

// Finds the ledger of the documents and says so where it is not where one would look. Throws
// InputError if it is named for something else, too.
void tell_ledger(const TrainRequest& request, const RunSetup& setup, const Holdings& data,
                 const std::string& state, TrainWatcher& watcher);

// The documents to measure on, over the vocabulary of the training; none if none were named.
// Throws InputError if they have no word of it.
std::optional<Corpus> open_test(const TrainRequest& request, const Vocabulary& vocabulary,
                                const Preparation& preparation);

// Perplexities and diversity.
Quality measured(const TrainRequest& request, const Model& model,
                 const std::optional<Corpus>& held_out);

}  // namespace dplda::runs

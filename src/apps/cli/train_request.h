// What `dplda train` was asked for, and what its kinds of input share.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "apps/cli/recipe_flags.h"
#include "corpus/corpus.h"
#include "eval/report.h"
#include "recipes/custody.h"

namespace dplda::cli {

struct TrainRequest {
  std::string input;
  std::string test;
  std::string output;
  std::string report;
  std::string publish;  // streams
  bool force = false;
  bool quiet = false;
  RecipeFlags flags;
  LedgerOptions ledger_options;

  const TrainOptions& options() const { return flags.options; }
};

// Throws InputError if a file stands for two things, if an output cannot be written, or if it is a
// model that was paid for: hours of training must not end there. `state`: its path, if one is kept,
// or empty.
void check_outputs(const TrainRequest& request, const std::string& state);

// Where the ledger of the documents is; tells the curator if it is not where one would look.
// Throws InputError if it is named for something else, too.
void tell_ledger(const TrainRequest& request, const Holdings& data, const std::string& state);

// The documents to measure on, over the vocabulary of the training; none if none were named.
std::optional<Corpus> open_test(const TrainRequest& request, const Vocabulary& vocabulary,
                                const nlohmann::ordered_json& preparation);

// Perplexities and diversity.
Quality measured(const TrainRequest& request, const Model& model,
                 const std::optional<Corpus>& held_out);

// "model: m.npz (50 topics, ...)".
void print_model(const TrainRequest& request, const TrainResult& result);

// Throws what is to be said of a run that did not go to its end, now that its model is safe:
// SystemError if a checkpoint could not be written, Interrupted.
void check_end(const TrainRequest& request, const TrainResult& result);

// The lines about quality and privacy that end a run.
void print_summary(const TrainRequest& request, const Model& model, const Quality& quality);

// One line on standard error where topics cannot be told from noise, even when quiet, or were not
// checked.
void warn_of_noise(const TrainRequest& request, const Model& model);

// Trains on reports (train_reports.cc) and on streams (train_stream.cc).
void train_on_reports(const TrainRequest& request);
void train_on_stream(const TrainRequest& request);

// Watches sweeps: progress, interruption. `shows_likelihood`: not for private runs, since whoever
// stops a run should not do so in sight of it.
std::unique_ptr<Observer> sweep_watcher(bool quiet, bool shows_likelihood);

}  // namespace dplda::cli

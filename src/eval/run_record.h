// The record of a training run: one JSON for the terminal, files, plots and bindings
// (docs/use/formats.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/file_modes.h"
#include "collect/report_refusals.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "eval/perplexity.h"
#include "training/stream.h"
#include "training/training.h"

namespace dplda {

// Held-out figures; absent where no test corpus was given.
struct Quality {
  std::optional<Perplexity> same_tokens;
  std::optional<Perplexity> completion;
  std::optional<double> npmi;
  std::optional<double> diversity;
};

// The curator's own record: it holds functions of the data and says so.
// `data`: what summary_of() says of what was learnt from.
nlohmann::ordered_json training_record(nlohmann::ordered_json data, const TrainOptions& options,
                                       const TrainResult& result, const Quality& quality);
nlohmann::ordered_json summary_of(const Corpus& corpus);
nlohmann::ordered_json summary_of(const Reports& reports);

// The same for a stream. `refusals`: null where documents came as they are; `prior`: of the
// model of `prior` alone, where it was measured. REQUIRES: a model.
nlohmann::ordered_json stream_record(const TrainOptions& options, const StreamResult& result,
                                     const ReportRefusals* refusals, const Quality& quality,
                                     const std::optional<Quality>& prior);

// {"perplexity": ..., "perplexity_completion": ...}, null where they were not measured.
nlohmann::ordered_json perplexities(const Quality& quality);

// Measures the coherence of the topics on the training documents and returns the mean. It is a
// function of those: it goes into the model only where everything is exposed anyway.
double add_coherence(TrainResult& result, const Corpus& training);

// JSON as files hold it: indented, a line feed at the end, and what is no UTF-8 replaced.
std::string file_text(const nlohmann::ordered_json& json);
// Writes JSON to a file, atomically, or to standard output ("-").
void write_json(const std::string& path, const nlohmann::ordered_json& json,
                unsigned mode = kOwnerOnly);

}  // namespace dplda

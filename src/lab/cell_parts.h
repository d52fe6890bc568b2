// What the kinds of cells share.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "collect/reports.h"
#include "corpus/corpus.h"
#include "corpus/lda_generator.h"
#include "lab/cell.h"
#include "lda/model.h"
#include "training/training.h"

namespace dplda {

nlohmann::ordered_json identity_of(const char* kind, const std::string& data,
                                   const TrainOptions& options);

TrainOptions on_one_thread(TrainOptions options);

// Ends a run early where it is asked to; its model is of no use then.
class StoppableRun final : public Observer {
 public:
  explicit StoppableRun(const Stop& wanted) : wanted_(wanted) {}
  bool stop() override { return wanted_(); }

 private:
  const Stop& wanted_;
};

// Seconds of one core, roughly.
double training_cost(const Corpus& corpus, const TrainOptions& options);

// {"perplexity", "completion"} on test documents.
nlohmann::ordered_json quality_of(const Model& model, const Corpus& test);

// Documents first..last of a corpus.
Corpus documents_from(const Corpus& corpus, std::uint64_t first, std::uint64_t last);

// Reports of all documents, with `epsilon` a bit (unit: presence, view: report). The contributors'
// coins and the collector's are different: their keys are derived from the seed for different uses.
Reports perturbed(const Corpus& corpus, double epsilon, std::int64_t seed);
// Seconds of learning from such reports.
double report_cost(const Corpus& corpus, const TrainOptions& options);

// The documents that a stream begins with, chosen at random, and its own; none where it has no
// prior.
struct PriorAndRest {
  std::optional<Corpus> prior;
  std::optional<Corpus> rest;
};

PriorAndRest prior_and_rest(const Corpus& corpus, std::uint64_t prior, std::int64_t seed);
// The options of a stream that begins with so many documents, which are public where `reports`
// come.
TrainOptions with_prior(TrainOptions options, std::uint64_t prior, bool reports);

// A corpus drawn from an LDA model, in memory.
Corpus drawn_corpus(const LdaOptions& options);

}  // namespace dplda

// What the kinds of cells share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

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

// A corpus drawn from an LDA model, in memory.
Corpus drawn_corpus(const LdaOptions& options);

}  // namespace dplda

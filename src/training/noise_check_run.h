// The noise check of a run (training/noise_check.h): the same run is made again on documents or
// reports without topics.
#pragma once

#include <functional>

#include "base/key.h"
#include "base/threads.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "training/method.h"
#include "training/observer.h"
#include "training/setup.h"

namespace dplda {

// The run whose topics are checked. REQUIRES: what it refers to outlives it.
struct CheckedRun {
  const RunSetup& setup;
  const Vocabulary& vocabulary;
  const Preparation& preparation;
  const Reports* reports = nullptr;  // null: it learnt from documents
  const Key& key;
  ThreadPool& pool;
};

// Trains as the run itself was trained, from the beginning, and charges nothing.
struct MadeUpTraining {
  std::function<Model(const Corpus&, const RunSetup&, Observer&)> on_documents;
  std::function<Model(const Reports&, const RunSetup&, Observer&)> on_reports;
};

// What a model's meta says of its topics and noise: which can be told from it, or why that was not
// checked. `method`: in the state that `published` was made from.
NoiseCheck checked_against_noise(const CheckedRun& run, const Method& method,
                                 const Published& published, const MadeUpTraining& training,
                                 Observer& observer);

}  // namespace dplda

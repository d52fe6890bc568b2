// How a recipe learns from a stream: what it does with a batch, and what it publishes after it. The
// loop of training/stream.h drives it.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "collect/estimates.h"
#include "corpus/corpus.h"
#include "corpus/word_sets.h"
#include "training/method.h"

namespace dplda {

// What a method works with; all must outlive it.
struct StreamBench {
  const RunOptions& run;
  std::uint32_t words;
  const Channel* channel;  // of the reports; null where documents come as they are
  Backend& backend;
};

// Some documents as they are, or the bits of some reports.
struct StreamBatch {
  std::uint64_t number = 0;  // from 1
  const Corpus* documents = nullptr;
  const WordSets* reports = nullptr;

  std::uint64_t size() const {
    return documents != nullptr ? documents->documents() : reports->documents();
  }
};

class StreamMethod {
 public:
  virtual ~StreamMethod() = default;

  // Learns what stands in documents known from the beginning. At most once, before any batch.
  // `random`: coins for this alone, as below.
  virtual void begin(const Corpus& prior, const RandomStreams& random) = 0;
  // Learns a batch.
  virtual void learn(const StreamBatch& batch, const RandomStreams& random) = 0;
  // The model as it stands now.
  virtual Published publish() const = 0;

  // Everything that later batches need of earlier ones. Its size does not depend on how many there
  // were.
  virtual void save(StateWriter& state) const = 0;
  // Takes it back. Throws InputError unless it came from a method with the same options.
  virtual void restore(const StateReader& state) = 0;
};

}  // namespace dplda

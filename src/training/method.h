// How a recipe trains: what it learns from, what it does in a sweep, and what it publishes in the
// end. The loop of training/training.h drives it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "lda/offset_sampler.h"
#include "lda/sampler.h"
#include "lda/snapshot_law.h"
#include "lda/topic_table.h"
#include "training/backend.h"
#include "training/noise_check.h"
#include "training/release_witness.h"
#include "training/run_options.h"
#include "training/state.h"

namespace dplda {

// What a method works with; all must outlive it.
struct Workbench {
  const RunOptions& run;
  const RandomStreams& random;
  Backend& backend;
  // Who is told of every release; null outside of audits and tests.
  ReleaseWitness* witness = nullptr;
  // Public documents over the same vocabulary, where the run has some.
  const Corpus* public_text = nullptr;
};

// How the topics of a sweep were drawn, for whoever looks on; neither where no topics are drawn
// from a table.
struct DrawLaw {
  const SnapshotLaw* frozen = nullptr;  // by weights that stood still
  const Offsets* in_place = nullptr;    // by counts that changed in place, with these added
  double noise_scale = 0;  // of the integer Laplace noise in released(); 0: it has none
};

struct Published {
  std::vector<float> phi;         // K rows of V
  std::vector<float> prevalence;  // per topic
};

class Method {
 public:
  virtual ~Method() = default;

  // One sweep, numbered from 1. Whatever it releases was charged before.
  virtual void sweep(std::uint32_t sweep) = 0;
  // What is left to do after a sweep, once those who look on have seen its draws.
  virtual void end_sweep(std::uint32_t /*sweep*/) {}
  // What is published after `sweeps` sweeps; whatever it releases was charged before.
  virtual Published publish(std::uint32_t sweeps) = 0;

  // Tokens, or bits of reports, that a sweep visits.
  virtual std::uint64_t visited() const = 0;
  // The documents that it learns from; null for reports.
  virtual const TokenSequences* documents() const { return nullptr; }
  // The priors of the model as they are now; of no topics while it is open how many there are.
  virtual const Prior& prior() const = 0;
  // The topics of tokens; null where none are drawn. Whoever changes them starts the method anew.
  virtual const Chain* chain() const { return nullptr; }
  virtual Chain* chain() { return nullptr; }

  // The table that was released last, as everybody may see it; null where a recipe releases none.
  virtual const TopicTable* released() const { return nullptr; }

  // Documents without topics that look like the protected ones by all that was released: what the
  // noise check learns from (training/noise_check.h). Reads releases and what the unit leaves
  // public alone. Empty where no check can be made. REQUIRES: publish() was called.
  virtual TopiclessDocuments without_topics() const { return {}; }

  // The law of the last sweep, until the next one.
  virtual DrawLaw drawn_by() const { return {}; }

  // Everything that later sweeps or publish() need of earlier ones: goes into checkpoints.
  virtual void save(StateWriter& state) const = 0;
  // Takes back what is not the chain. Throws InputError unless it came from a method with the same
  // options.
  virtual void restore(const StateReader& /*state*/) {}
};

// A method that draws topics for tokens.
class ChainMethod : public Method {
 public:
  ChainMethod(Chain chain, Prior prior) : chain_(std::move(chain)), prior_(std::move(prior)) {}

  std::uint64_t visited() const override { return chain_.tokens.tokens(); }
  const TokenSequences* documents() const override { return &chain_.tokens; }
  const Prior& prior() const override { return prior_; }
  const Chain* chain() const override { return &chain_; }
  Chain* chain() override { return &chain_; }
  void save(StateWriter& state) const override;
  void restore(const StateReader& state) override;

 protected:
  Chain chain_;
  Prior prior_;
};

// The prior of a run that has learnt none: alpha for every topic.
Prior flat_prior(const RunOptions& run, double beta);

// The chain that ChainMethod::save() wrote, counted; `first`: the number of its first document.
// Throws InputError if it is damaged or not one over `words` words with so many topics.
Chain saved_chain(const StateReader& state, std::uint32_t words, std::size_t topics,
                  Backend& backend, std::uint64_t first = 0);

// A snapshot draw holds alpha as a fraction, which long documents make coarse: throws InputError
// where that is too far from what was asked for.
void check_alpha(double alpha, std::uint64_t longest);

}  // namespace dplda

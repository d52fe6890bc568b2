// online: its options, and O-LDA itself: each batch is sampled under a prior that holds the
// weighted counts of those before it (docs/internals/algorithms.md, "Streams"; the paper, section
// VI-A).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lda/prior_table.h"
#include "recipes/shared_options.h"
#include "training/setup.h"
#include "training/stream_method.h"

namespace dplda {

// Options of recipes that learn batch by batch.
struct BatchOptions {
  std::int64_t batch = 160;
  std::string lambda = "1";      // a number or "auto"
  std::optional<double> forget;  // most tokens that the past counts for
  double idle = -1;              // seconds

  OptionTable table();
  // How a stream is cut, and when it ends.
  StreamSettings stream() const;
};

Option prior_sweeps_option(std::int64_t& sweeps, std::function<std::string()> idle);

struct OnlineOptions final : OptionsOf<OnlineOptions> {
  OnlineOptions();
  const Recipe& of() const override;
  OptionTable own() override;
  void complete() override;
  RunSetup setup() const override;

  std::optional<double> beta;
  Choice<Sampling> sampler = Sampling::kSnapshot;
  std::string prior;
  std::int64_t prior_sweeps = 200;
  BatchOptions batches;
};

// O-LDA with nothing left open.
struct OnlineRun {
  double beta = 0.01;
  Sampling sampling = Sampling::kSnapshot;
  std::uint32_t prior_sweeps = 200;
  std::optional<double> lambda;  // the weight of a batch's counts; none: it is learnt
  std::optional<double> forget;
};

// REQUIRES: `batches` were checked.
OnlineRun online_run(double beta, Sampling sampling, std::int64_t prior_sweeps,
                     const BatchOptions& batches);

// What the paper says of streams.
OptionValues paper_stream_settings();

// --lambda; none for auto. Throws InputError unless it is a number from 0 to 1, or auto.
std::optional<double> lambda_of(const std::string& text);

class OnlineTopics {
 public:
  OnlineTopics(const StreamBench& bench, const OnlineRun& run);

  // Plain sampling of documents known from the beginning.
  void begin(const Corpus& prior, const RandomStreams& random);
  void learn(const Corpus& batch, const RandomStreams& random);
  // Every bit is a token.
  void learn(const WordSets& batch, const RandomStreams& random);
  Published publish() const;

  void save(StateWriter& state) const;
  void restore(const StateReader& state);

 private:
  // beta^l for a weight of the last batch's counts.
  PriorTable prior_with(double lambda) const;
  // A Metropolis-Hastings step on lambda, given the assignment at hand.
  bool redraw_lambda(const Chain& chain, PriorTable& beta, RandomStream& coins);
  void learn(TokenSequences tokens, const RandomStreams& random);
  void sample(Chain& chain, const RandomStreams& random);

  const StreamBench bench_;
  const OnlineRun run_;
  Prior prior_;
  double lambda_;
  PriorTable base_;                 // beta^{l-1}
  TopicTable last_;                 // N^{l-1}
  std::optional<PriorTable> beta_;  // beta^l, under which last_ was sampled; none before the first
};

}  // namespace dplda

#include "recipes/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "base/errors.h"
#include "base/threads.h"
#include "lda/alpha.h"
#include "lda/inference.h"
#include "lda/snapshot_law.h"
#include "recipes/checkpoint.h"
#include "recipes/registry.h"

namespace dplda {
namespace {

using Clock = std::chrono::steady_clock;

// How far the alpha of a snapshot draw may be from the one that was asked for, relatively.
constexpr double kAlphaError = 0.01;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The options that decide a run's result, `sweeps` aside: what a checkpoint must agree with.
nlohmann::ordered_json lasting_options(const TrainOptions& options) {
  TrainOptions copy = options;
  OptionTable table = option_table(copy);
  std::erase_if(table, [](const Option& option) {
    return !option.affects_result || option.name == "sweeps";
  });
  return to_json(table);
}

void check_resumable(const Checkpoint& checkpoint, const nlohmann::ordered_json& options,
                     const TrainOptions& given, const std::string& digest) {
  if (checkpoint.corpus_digest != digest) {
    throw InputError(
        fmt::format("{} was written for another corpus; resume it with its own", given.resume));
  }
  if (checkpoint.options != options) {
    throw InputError(fmt::format(
        "{} was written with other options: {}; resume with the same ones (--sweeps and "
        "--threads may differ)",
        given.resume, checkpoint.options.dump()));
  }
  if (checkpoint.sweeps > given.sweeps) {
    throw InputError(fmt::format("{} has {} sweeps already; ask for more with --sweeps",
                                 given.resume, checkpoint.sweeps));
  }
}

// A cell of the topic-word table is a 32-bit count.
void check_counts(const Corpus& corpus) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (corpus.tokens() <= kMost) return;
  std::vector<std::uint64_t> occurrences(corpus.words());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i) {
      occurrences[static_cast<std::size_t>(bag.words[i])] +=
          static_cast<std::uint64_t>(bag.counts[i]);
    }
  }
  if (*std::max_element(occurrences.begin(), occurrences.end()) > kMost) {
    throw InputError(
        "a word occurs more than 2^31 - 1 times; leave the most frequent words out with --max-df");
  }
}

// A snapshot draw holds alpha as a fraction, which long documents make coarse.
void check_alpha(const Corpus& corpus, const TrainOptions& options) {
  if (options.sampler != "snapshot") return;
  const std::uint64_t longest = longest_document(corpus);
  const AlphaFractions fractions = alpha_fractions(std::vector<double>{options.alpha}, longest);
  const double used =
      static_cast<double>(fractions.numerators[0]) / static_cast<double>(fractions.denominator);
  if (std::abs(used / options.alpha - 1) > kAlphaError) {
    throw InputError(
        fmt::format("with a document of {} tokens the snapshot sampler can hold an alpha of {} "
                    "only as {}; choose that one, split the "
                    "longest documents or use --sampler sequential",
                    longest, options.alpha, used));
  }
}

void check_trainable(const Corpus& corpus, const TrainOptions& options) {
  if (corpus.tokens() == 0)
    throw InputError("the corpus has no tokens; nothing can be learnt from it");
  check_counts(corpus);
  check_alpha(corpus, options);
}

// One run: what stays the same over its sweeps, and its state.
class Run {
 public:
  Run(const Corpus& corpus, const TrainOptions& options)
      : corpus_(corpus),
        options_(options),
        recipe_(recipe_named(options.recipe)),
        lasting_(lasting_options(options)),
        digest_(options.checkpoint.empty() && options.resume.empty() ? "" : corpus.digest()),
        streams_(options.seed ? key_from_seed(static_cast<std::uint64_t>(*options.seed))
                              : random_key()),
        pool_(thread_count(options.threads)),
        state_(start()) {}

  TrainResult go(Observer& observer);

 private:
  Checkpoint start();
  void after_sweep(std::uint32_t sweep);
  void save();
  Model model(bool interrupted) const;

  const Corpus& corpus_;
  const TrainOptions& options_;
  const Recipe& recipe_;
  nlohmann::ordered_json lasting_;
  std::string digest_;
  Streams streams_;
  ThreadPool pool_;
  Checkpoint state_;
  std::string checkpoint_failure_;
};

Checkpoint Run::start() {
  if (!options_.resume.empty()) {
    Checkpoint checkpoint = load_checkpoint(options_.resume, corpus_.words(), pool_);
    check_resumable(checkpoint, lasting_, options_, digest_);
    return checkpoint;
  }
  const auto topics = static_cast<std::size_t>(options_.topics);
  TokenSequences tokens(corpus_, streams_, pool_);
  std::vector<Topic> initial = initial_topics(tokens, options_.topics, streams_, pool_);
  Checkpoint fresh{
      .sweeps = 0,
      .prior = {.alpha = std::vector<double>(topics, options_.alpha), .beta = options_.beta},
      .options = lasting_,
      .corpus_digest = digest_,
      .chain = {std::move(tokens), std::move(initial), TopicTable(topics, corpus_.words())}};
  fresh.chain.table.recount(fresh.chain.tokens, fresh.chain.topics, pool_);
  return fresh;
}

void Run::after_sweep(std::uint32_t sweep) {
  state_.sweeps = sweep;
  if (options_.optimize_alpha != "none" && sweep > options_.optimize_after &&
      sweep % options_.optimize_every == 0) {
    optimise_alpha(state_.prior, state_.chain, options_.optimize_alpha == "asymmetric");
  }
  if (sweep % options_.every == 0) save();
}

// A disk that is full must not cost the model: the run ends and says so.
void Run::save() {
  if (options_.checkpoint.empty()) return;
  try {
    save_checkpoint(options_.checkpoint, state_.sweeps, state_.prior, lasting_, digest_,
                    state_.chain);
  } catch (const SystemError& error) {
    checkpoint_failure_ = error.what();
  }
}

Model Run::model(bool interrupted) const {
  nlohmann::ordered_json meta = {
      {"recipe", recipe_.name}, {"options", lasting_}, {"sweeps", state_.sweeps}};
  if (interrupted) meta["interrupted"] = true;
  meta["preparation"] = corpus_.preparation();
  return Model({.vocabulary = corpus_.vocabulary(),
                .phi = phi_from_counts(state_.chain.table, state_.prior.beta),
                .prior = state_.prior,
                .prevalence = prevalence_from_counts(state_.chain.table),
                .coherence = {},
                .meta = std::move(meta)},
               "the trained model");
}

TrainResult Run::go(Observer& observer) {
  Ledger ledger;
  recipe_.account(options_, ledger);
  const std::unique_ptr<Sampler> sampler = recipe_.sampler(options_, streams_, pool_);
  const auto last = static_cast<std::uint32_t>(options_.sweeps);
  const std::uint32_t first = state_.sweeps;
  observer.on_start(state_.chain, first, last);

  const Clock::time_point loop_start = Clock::now();
  double sampling = 0;
  bool interrupted = false;
  for (std::uint32_t sweep = first + 1; sweep <= last && !interrupted; ++sweep) {
    const Clock::time_point sweep_start = Clock::now();
    sampler->sweep(state_.chain, state_.prior, sweep);
    sampling += seconds_since(sweep_start);
    after_sweep(sweep);
    observer.on_sweep(state_.chain, state_.prior, sweep);
    interrupted = sweep < last && (observer.stop() || !checkpoint_failure_.empty());
  }
  const double loop = seconds_since(loop_start);
  if (interrupted && checkpoint_failure_.empty()) save();
  return {.model = model(interrupted),
          .ledger = std::move(ledger),
          .sweeps = state_.sweeps,
          .swept_here = state_.sweeps - first,
          .interrupted = interrupted,
          .checkpoint_failure = checkpoint_failure_,
          .seconds = 0,
          .loop_seconds = loop,
          .sampling_seconds = sampling};
}

}  // namespace

TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer) {
  const Clock::time_point start = Clock::now();
  TrainOptions copy = options;
  check(option_table(copy));
  check_trainable(corpus, options);
  TrainResult result = Run(corpus, options).go(observer);
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace dplda

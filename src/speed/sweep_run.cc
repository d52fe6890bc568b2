#include "speed/sweep_run.h"

#include <utility>

#include "recipes/registry.h"

namespace dplda {
namespace {

// No release is averaged, and the end is never reached.
constexpr std::int64_t kEndless = 1000000000;

}  // namespace

SweepRun::SweepRun(const TrainOptions& options, Chain chain, int threads)
    : options_(resolved(options)),
      plan_(plan_of(options_)),
      streams_(key_from_seed(1)),
      pool_(threads),
      prior_{
          .alpha = std::vector<double>(static_cast<std::size_t>(options_.topics), options_.alpha),
          .beta = *options_.beta},
      chain_(std::move(chain)),
      method_(recipe_named(options_.recipe).method({options_, streams_, pool_}, chain_.tokens)) {}

void SweepRun::sweep(std::uint64_t times) {
  for (std::uint64_t i = 0; i < times; ++i) {
    ++done_;
    if (done_ > charged_) {
      charged_ = done_ + static_cast<std::uint32_t>(options_.every) - 1;
      for (const Charge& charge : plan_.sweeps(done_, charged_)) ledger_.charge("bench", charge);
    }
    method_->sweep(chain_, prior_, done_);
  }
}

TrainOptions endless_hdp(std::int64_t topics) {
  TrainOptions options = options_for("hdp");
  options.topics = topics;
  options.sweeps = kEndless;
  options.epsilon_noise = 1;
  return options;
}

TrainOptions endless_cgs(std::int64_t topics, const std::string& sampler) {
  TrainOptions options = options_for("cgs");
  options.topics = topics;
  options.sweeps = kEndless;
  options.sampler = sampler;
  return options;
}

Chain warmed_chain(const TokenSequences& tokens, std::int64_t topics, std::uint32_t sweeps) {
  ThreadPool pool(thread_count(0));
  const Streams streams(key_from_seed(2));
  Chain chain = started_chain(tokens, topics, streams, pool);
  SweepRun run(endless_cgs(topics, "snapshot"), std::move(chain), pool.threads());
  run.sweep(sweeps);
  return run.chain();
}

}  // namespace dplda

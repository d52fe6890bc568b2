#include "lab/speed/sweep_run.h"

#include <utility>

namespace dplda {
namespace {

// No release is averaged, and the end is never reached.
constexpr std::int64_t kEndless = 1000000000;

}  // namespace

SweepRun::SweepRun(const TrainOptions& options, Chain chain, int threads)
    : setup_(setup_of(options)),
      random_(key_from_seed(1)),
      pool_(threads),
      backend_(pool_, part_),
      method_(setup_.on_documents({setup_.run, random_, backend_}, std::move(chain))) {}

void SweepRun::sweep(std::uint64_t times) {
  for (std::uint64_t i = 0; i < times; ++i) {
    ++done_;
    if (done_ > charged_) {
      charged_ = done_ + static_cast<std::uint32_t>(setup_.run.every) - 1;
      for (const Charge& charge : setup_.plan.sweeps(done_, charged_))
        ledger_.charge("bench", charge);
    }
    method_->sweep(done_);
  }
}

HdpOptions endless_hdp(std::int64_t topics) {
  HdpOptions options;
  options.topics = topics;
  options.sweeps = kEndless;
  options.epsilon_noise = 1;
  return options;
}

CgsOptions endless_cgs(std::int64_t topics, Sampling sampler) {
  CgsOptions options;
  options.topics = topics;
  options.sweeps = kEndless;
  options.sampler = sampler;
  return options;
}

Chain warmed_chain(const TokenSequences& tokens, std::int64_t topics, std::uint32_t sweeps) {
  ThreadPool pool(thread_count(0));
  const RandomStreams random(key_from_seed(2));
  Chain chain = started_chain(tokens, topics, random, pool);
  SweepRun run(endless_cgs(topics, Sampling::kSnapshot), std::move(chain), pool.threads());
  run.sweep(sweeps);
  return run.chain();
}

}  // namespace dplda

#include "lda/snapshot.h"

#include <algorithm>
#include <atomic>

#include "lda/kernels/dense.h"
#include "lda/kernels/sparse.h"

namespace dplda {
namespace {

// Documents of one sweep, handed out to all threads.
class SharedQueue final : public SweepQueue {
 public:
  SharedQueue(const TokenSequences& tokens, std::span<Topic> topics,
              std::span<const std::uint32_t> order)
      : tokens_(tokens), topics_(topics), order_(order) {}

  bool next(SweepDocument& document) override {
    const std::size_t place = next_.fetch_add(1, std::memory_order_relaxed);
    if (place >= order_.size()) return false;
    const std::uint64_t m = order_[place];
    document = {.words = tokens_.document(m),
                .topics = topics_.subspan(tokens_.begin(m), tokens_.length(m)),
                .number = tokens_.number(m)};
    return true;
  }

 private:
  const TokenSequences& tokens_;
  std::span<Topic> topics_;
  std::span<const std::uint32_t> order_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace

void snapshot_sweep(const SnapshotLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                    const RandomStreams& random, RandomPosition at, ThreadPool& pool) {
  // The longest first, so that threads end together and documents in step have like lengths.
  const std::span<const std::uint32_t> order = tokens.by_length();
  const auto first_narrow = std::partition_point(
      order.begin(), order.end(),
      [&](std::uint32_t document) { return !law.narrow(tokens.length(document)); });
  const auto first_empty =
      std::partition_point(first_narrow, order.end(),
                           [&](std::uint32_t document) { return tokens.length(document) > 0; });
  SharedQueue wide(tokens, topics, {order.begin(), first_narrow});
  SharedQueue narrow(tokens, topics, {first_narrow, first_empty});
  pool.for_each(static_cast<std::size_t>(pool.threads()), [&](std::size_t, int) {
    DenseScratch scratch(law);
    dense_sweep(law, SumWidth::kWide, wide, random, at, scratch);
    dense_sweep(law, SumWidth::kNarrow, narrow, random, at, scratch);
  });
}

Kernel kernel_for(KernelChoice choice, std::size_t topics, std::size_t most_dense) {
  if (choice == KernelChoice::kAuto) return topics > most_dense ? Kernel::kSparse : Kernel::kDense;
  return choice == KernelChoice::kSparse ? Kernel::kSparse : Kernel::kDense;
}

void SnapshotSweep::set_law(const SnapshotLaw& law, ThreadPool& pool) {
  law_ = &law;
  if (kernel_ == Kernel::kSparse) sparse_.build(law, pool);
}

void SnapshotSweep::run(const TokenSequences& tokens, std::span<Topic> topics,
                        const RandomStreams& random, RandomPosition at, ThreadPool& pool) const {
  if (kernel_ == Kernel::kSparse) {
    sparse_sweep(sparse_, tokens, topics, random, at, pool);
  } else {
    snapshot_sweep(*law_, tokens, topics, random, at, pool);
  }
}

void SnapshotSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  if (!law_ || alpha_ != prior.alpha) {
    law_.emplace(prior, chain.tokens.vocabulary(), chain.tokens.longest());
    alpha_ = prior.alpha;
  }
  law_->set_table(chain.table, prior.beta, pool_);
  sweep_.set_law(law_->law(), pool_);
  sweep_.run(chain.tokens, chain.topics, random_, {.purpose = Purpose::kTopic, .sweep = sweep},
             pool_);
  chain.table.recount(chain.tokens, chain.topics, pool_);
}

}  // namespace dplda

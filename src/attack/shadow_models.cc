#include "attack/shadow_models.h"

#include "base/random.h"

namespace dplda {
namespace {

// Where the coins and the seed of a model stand in its stream.
constexpr std::uint64_t kCoins = 0;
constexpr std::uint64_t kSeed = 1;

RandomPosition place(std::uint64_t index, std::uint64_t what, std::uint64_t position) {
  return {.purpose = Purpose::kShadow,
          .sweep = static_cast<std::uint32_t>(index),
          .document = what,
          .position = position};
}

class Stopping : public Observer {
 public:
  explicit Stopping(const std::function<bool()>& stop) : stop_(stop) {}
  bool stop() override { return stop_ && stop_(); }

 private:
  const std::function<bool()>& stop_;
};

}  // namespace

std::vector<std::uint8_t> shadow_memberships(std::uint64_t documents, std::uint64_t index,
                                             std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  std::vector<std::uint64_t> coins((documents + 7) / 8 * 8);
  random.draws(place(index, kCoins, 0), coins);
  std::vector<std::uint8_t> members(documents);
  for (std::uint64_t m = 0; m < documents; ++m)
    members[m] = static_cast<std::uint8_t>(coins[m] >> 63);
  return members;
}

std::vector<std::uint64_t> shadow_members(std::uint64_t documents, std::uint64_t index,
                                          std::uint64_t seed) {
  const std::vector<std::uint8_t> memberships = shadow_memberships(documents, index, seed);
  std::vector<std::uint64_t> members;
  for (std::uint64_t m = 0; m < documents; ++m) {
    if (memberships[m] != 0) members.push_back(m);
  }
  return members;
}

TrainOptions shadow_options(const TrainOptions& options, std::uint64_t index, std::uint64_t seed) {
  TrainOptions own = options;
  own->threads = 1;
  own->key_file.clear();
  own->key.reset();
  own->checkpoint.clear();
  own->noise_check = false;
  own->resume.clear();
  const std::uint64_t bits = RandomStreams(key_from_seed(seed)).draw(place(index, kSeed, 0));
  own->seed = static_cast<std::int64_t>(bits >> 1);
  return own;
}

std::vector<double> shadow_statistics(const Corpus& corpus, const TrainOptions& options,
                                      std::uint64_t index, std::uint64_t seed,
                                      const std::function<bool()>& stop) {
  const Corpus members = selected(corpus, shadow_members(corpus.documents(), index, seed));
  Stopping observer(stop);
  const TrainResult trained = train(members, shadow_options(options, index, seed), observer);
  std::vector<double> statistics;
  if (trained.interrupted) return statistics;
  BestLikelihood likelihood(trained.model);
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    statistics.push_back(likelihood(corpus.document(m)));
  return statistics;
}

}  // namespace dplda

// Learning from reports: sweeps through the channel over documents of 1000 words with 50 topics,
// and the reconstruction of a corpus, by instruction set.
#include <cmath>
#include <string>
#include <vector>

#include "base/simd.h"
#include "collect/reconstruction.h"
#include "parts.h"
#include "reference/naive_channel.h"

namespace dplda::bench {
namespace {

constexpr std::uint32_t kWords = 1000;
constexpr std::size_t kTopics = 50;
constexpr std::uint64_t kDocuments = 1024;
constexpr double kFlip = 0.047;
constexpr const char* kEpsilon = "eps_bit = 3 (unit: presence, view: report)";

struct ChannelSetting {
  explicit ChannelSetting(std::uint64_t documents)
      : random(key_from_seed(1)),
        bits(test::channel_bits(kWords, documents, 2)),
        phi(test::channel_phi(kTopics, kWords, 3)),
        kernel_phi(kTopics, kWords),
        rates(documents, kTopics, 0.1, 60) {
    kernel_phi.set(phi);
  }

  RandomStreams random;
  WordSets bits;
  std::vector<double> phi;
  ChannelPhi kernel_phi;
  DocumentRates rates;
  ThreadPool pool{1};
  ChannelSweep how{.flip = kFlip, .sweep = 0};
  std::vector<double> table;  // of presences
};

void check_channel(const std::string& set) {
  ChannelSetting setting(20);
  DocumentRates naive_rates = setting.rates;
  const test::NaiveTables naive = test::naive_channel_sweep(setting.bits, setting.phi, setting.how,
                                                            0.5, naive_rates, setting.random);
  require(channel_counts(setting.bits, setting.kernel_phi, setting.how, setting.rates,
                         setting.random, setting.pool) == naive.tokens,
          "the sweep through the channel with " + set);
}

// An eighth of the bits is set; words are thinned and filled.
std::vector<double> estimates() {
  std::vector<double> result(kWords);
  for (std::uint32_t t = 0; t < kWords; ++t) result[t] = kDocuments * (t % 10) / 30.0 + 0.25;
  return result;
}

// Every word is in as many documents as was estimated, and bits were only set or only cleared.
void check_reconstruction(const std::string& set) {
  ChannelSetting setting(kDocuments);
  WordSets sets = setting.bits;
  reconstruct(sets, estimates(), setting.random, setting.pool);
  const std::vector<std::uint64_t> before = setting.bits.frequencies(setting.pool);
  const std::vector<std::uint64_t> after = sets.frequencies(setting.pool);
  for (std::uint32_t t = 0; t < kWords; ++t) {
    std::uint64_t changed = 0;
    for (std::uint64_t m = 0; m < kDocuments; ++m)
      changed += sets.has(m, t) != setting.bits.has(m, t) ? 1 : 0;
    const std::uint64_t needed = after[t] > before[t] ? after[t] - before[t] : before[t] - after[t];
    require(std::abs(static_cast<double>(after[t]) - estimates()[t]) < 1 && changed == needed,
            "the reconstruction with " + set);
  }
}

Timed entry(const char* name, const std::string& set, double amount, const char* unit,
            std::function<void()> once) {
  return {.rate = {.name = name,
                   .settings = {{"topics", whole(kTopics)},
                                {"words", kWords},
                                {"instruction_set", set},
                                {"epsilon", kEpsilon}},
                   .amount = amount,
                   .unit = unit},
          .once = std::move(once),
          .set = set};
}

std::vector<Measurement> channel_speeds(bool quick) {
  ChannelSetting setting(kDocuments);
  std::vector<Timed> entries;
  const auto counts = [&setting](std::vector<double>* presences) {
    ++setting.how.sweep;
    channel_counts(setting.bits, setting.kernel_phi, setting.how, setting.rates, setting.random,
                   setting.pool, presences);
  };
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    check_channel(set);
    check_reconstruction(set);
    use_instruction_set("best");
    entries.push_back(
        entry("channel: counts", set, kDocuments, "documents/s", [=] { counts(nullptr); }));
    entries.push_back(entry("channel: counts and presences", set, kDocuments, "documents/s",
                            [=, &setting] { counts(&setting.table); }));
    entries.push_back(
        entry("channel: reconstruction", set, 1e-6 * kDocuments * kWords, "Mbits/s", [&setting] {
          WordSets sets = setting.bits;
          reconstruct(sets, estimates(), setting.random, setting.pool);
        }));
  }
  return timed(entries, race_length(quick));
}

}  // namespace

SuitePart channel_part(bool quick) {
  return {.name = "channel", .measure = [=] { return channel_speeds(quick); }};
}

}  // namespace dplda::bench

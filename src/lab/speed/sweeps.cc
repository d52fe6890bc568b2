#include "lab/speed/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/errors.h"
#include "base/simd.h"
#include "lab/speed/made_tokens.h"
#include "lab/speed/sweep_run.h"
#include "lab/speed/textbook.h"

namespace dplda {
namespace {

constexpr const char* kTextbook = "textbook sampler";
// Tokens times topics of what is checked beforehand, and the fewest tokens.
constexpr std::uint64_t kWorkChecked = 1000000;
constexpr std::uint64_t kTokensChecked = 2000;
// The textbook's cost is the same for every token: the first documents are enough, and in their
// smaller tables it is, if anything, faster.
constexpr std::uint64_t kTextbookTokens = 100000;
// From here on both kernels are timed.
constexpr std::int64_t kManyTopics = 1000;

// A way of sweeping that is timed: a recipe with options.
struct Way {
  std::string name;
  TrainOptions options;
};

Way with_kernel(Way way, const std::string& kernel) {
  way.name += ", " + kernel;
  set_option(way.options, "kernel", kernel);
  return way;
}

// hdp where bounds and prior are chosen so that a weight takes one byte instead of two, and sums of
// 31 bits are enough for all but the longest documents.
Way fastest_hdp(std::int64_t topics) {
  HdpOptions options = endless_hdp(topics);
  options.clip = 74;
  options.alpha = 1;
  return {"hdp, --clip 74 --alpha 1", options};
}

std::vector<Way> ways(std::int64_t topics) {
  std::vector<Way> result = {{"cgs, snapshot", endless_cgs(topics, Sampling::kSnapshot)},
                             {"cgs, sequential", endless_cgs(topics, Sampling::kSequential)},
                             {"hdp", endless_hdp(topics)},
                             fastest_hdp(topics)};
  if (topics < kManyTopics) return result;
  for (const std::size_t i : {0, 2}) {
    const Way way = result[i];
    result[i] = with_kernel(way, "dense");
    result.push_back(with_kernel(way, "sparse"));
  }
  return result;
}

// hdp where bounds are chosen so that a weight takes one byte instead of two.
Way narrow_hdp(std::int64_t topics) {
  HdpOptions options = endless_hdp(topics);
  options.clip = 74;
  return {"hdp, --clip 74", options};
}

std::vector<Topic> topics_after_sweeps(const Way& way, const Chain& chain, const std::string& set,
                                       int threads) {
  use_instruction_set(set);
  SweepRun run(way.options, chain, threads);
  run.sweep(2);
  use_instruction_set("best");
  return run.chain().topics;
}

void check_ways(const std::vector<Way>& timed, const SweepSetting& setting) {
  const std::uint64_t tokens =
      std::max(kTokensChecked, kWorkChecked / static_cast<std::uint64_t>(setting.topics));
  const Chain chain = warmed_chain(first_documents(setting.tokens, tokens), setting.topics, 1);
  for (const Way& way : timed) {
    const std::vector<Topic> expected = topics_after_sweeps(way, chain, "scalar", 1);
    if (topics_after_sweeps(way, chain, "best", 1) != expected ||
        topics_after_sweeps(way, chain, "best", 2) != expected) {
      throw SystemError(
          fmt::format("sweeps of {} with {} topics draw other topics on another instruction set "
                      "or number of threads: not timed",
                      way.name, setting.topics));
    }
  }
}

OptionValues settings_of(const SweepSetting& setting, const Way& way, const std::string& set,
                         int threads) {
  OptionValues settings = {{"corpus", setting.corpus},
                           {"topics", setting.topics},
                           {"words", setting.tokens.vocabulary()},
                           {"tokens", whole(setting.tokens.tokens())},
                           {"instruction_set", set},
                           {"threads", threads}};
  if (const auto* hdp = way.options.as<HdpOptions>()) {
    settings.set("epsilon",
                 fmt::format("eps_L = {} (unit: word, view: topics+counts)", *hdp->epsilon_noise));
  }
  return settings;
}

double millions(const TokenSequences& tokens) { return static_cast<double>(tokens.tokens()) / 1e6; }

// The textbook's sweeps over a chain of their own.
class TextbookRun {
 public:
  explicit TextbookRun(Chain chain)
      : random_(key_from_seed(1)),
        sampler_(random_),
        prior_{.alpha = std::vector<double>(chain.table.topics(), 0.1), .beta = 0.01},
        chain_(std::move(chain)) {}
  TextbookRun(const TextbookRun&) = delete;
  TextbookRun& operator=(const TextbookRun&) = delete;

  void sweep(std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i) sampler_.sweep(chain_, prior_, ++done_);
  }

 private:
  RandomStreams random_;
  TextbookSampler sampler_;
  Prior prior_;
  Chain chain_;
  std::uint32_t done_ = 0;
};

// A way on an instruction set, beside others.
struct Entry {
  Way way;
  std::string set;
};

std::vector<Measurement> against_textbook(const std::vector<Entry>& entries,
                                          const SweepSetting& setting) {
  const Chain chain = warmed_chain(setting.tokens, setting.topics, setting.warm_up);
  const TokenSequences few = first_documents(setting.tokens, kTextbookTokens);
  TextbookRun textbook(warmed_chain(few, setting.topics, setting.warm_up));
  std::vector<std::unique_ptr<SweepRun>> runs;
  std::vector<Contestant> contestants = {
      {[&](std::uint64_t times) { textbook.sweep(times); }, TimedBy::kProcessor}};
  for (const Entry& entry : entries) {
    runs.push_back(std::make_unique<SweepRun>(entry.way.options, chain, 1));
    contestants.push_back({[run = runs.back().get(), set = entry.set](std::uint64_t times) {
                             use_instruction_set(set);
                             run->sweep(times);
                             use_instruction_set("best");
                           },
                           TimedBy::kProcessor});
  }
  const std::vector<Timing> timings = race(contestants, setting.length);
  const double amount = millions(setting.tokens);
  std::vector<Measurement> results;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Rate rate{.name = "sweep: " + entries[i].way.name,
                    .settings = settings_of(setting, entries[i].way, entries[i].set, 1),
                    .amount = amount,
                    .unit = "Mtokens/s"};
    results.push_back(measured(rate, timings[i + 1], kTextbook, timings[0], millions(few)));
  }
  return results;
}

// As many runs as there are, each on a thread of its own.
void sweep_at_once(const std::vector<std::unique_ptr<SweepRun>>& runs, std::uint64_t times) {
  std::vector<std::thread> threads;
  for (const auto& run : runs) threads.emplace_back([&run, times] { run->sweep(times); });
  for (std::thread& thread : threads) thread.join();
}

std::vector<Measurement> against_independent_runs(const Way& way, const SweepSetting& setting,
                                                  int threads) {
  const Chain chain = warmed_chain(setting.tokens, setting.topics, setting.warm_up);
  SweepRun alone(way.options, chain, 1);
  SweepRun together(way.options, chain, threads);
  std::vector<std::unique_ptr<SweepRun>> independent;
  for (int i = 0; i < threads; ++i)
    independent.push_back(std::make_unique<SweepRun>(way.options, chain, 1));
  const std::vector<Contestant> contestants = {
      {[&](std::uint64_t times) { alone.sweep(times); }, TimedBy::kWall},
      {[&](std::uint64_t times) { together.sweep(times); }, TimedBy::kWall},
      {[&](std::uint64_t times) { sweep_at_once(independent, times); }, TimedBy::kWall}};
  const std::vector<Timing> timings = race(contestants, setting.length);
  const double amount = millions(setting.tokens);
  const auto rate = [&](int count) {
    return Rate{.name = "threads: " + way.name,
                .settings = settings_of(setting, way, instruction_sets().front(), count),
                .amount = amount,
                .unit = "Mtokens/s",
                .timed_by = TimedBy::kWall};
  };
  return {measured(rate(1), timings[0]),
          measured(rate(threads), timings[1], fmt::format("{} runs of one thread", threads),
                   timings[2], threads * amount)};
}

}  // namespace

std::vector<Measurement> sweep_speeds(const SweepSetting& setting) {
  const std::vector<Way> timed = ways(setting.topics);
  check_ways(timed, setting);
  std::vector<Entry> entries;
  for (const Way& way : timed) entries.push_back({way, instruction_sets().front()});
  return against_textbook(entries, setting);
}

std::vector<Measurement> sweep_speeds_by_instruction_set(const SweepSetting& setting) {
  std::vector<Way> timed = ways(setting.topics);
  timed.push_back(narrow_hdp(setting.topics));
  check_ways(timed, setting);
  std::vector<Entry> entries;
  for (const Way& way : timed) {
    for (const std::string& set : instruction_sets()) entries.push_back({way, set});
  }
  return against_textbook(entries, setting);
}

std::vector<Measurement> sweep_speeds_by_threads(const SweepSetting& setting, int threads) {
  std::vector<Measurement> results;
  for (const Way& way : ways(setting.topics)) {
    const auto* cgs = way.options.as<CgsOptions>();
    if (cgs != nullptr && cgs->sampler == Sampling::kSequential) continue;  // it has one thread
    check_ways({way}, setting);
    for (Measurement& row : against_independent_runs(way, setting, threads))
      results.push_back(std::move(row));
  }
  return results;
}

}  // namespace dplda

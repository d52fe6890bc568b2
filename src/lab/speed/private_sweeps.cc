// What noise costs a sweep of hdp.
#include <fmt/format.h>

#include <array>

#include "base/errors.h"
#include "lab/speed/made_tokens.h"
#include "lab/speed/paths.h"
#include "lab/speed/sweep_run.h"

namespace dplda {
namespace {

constexpr std::int64_t kFewTopics = 50;

TrainOptions noisy_hdp(std::int64_t topics, const std::string& noise, double epsilon,
                       const std::string& kernel) {
  TrainOptions options = endless_hdp(topics);
  set_option(options, "noise", noise);
  set_option(options, "epsilon-noise", fmt::format("{}", epsilon));
  set_option(options, "shrink", "2");
  set_option(options, "kernel", kernel);
  return options;
}

// At epsilon 64 the scale is 1/32: a cell is off by one with probability 2.5e-14.
void check_noise(const TokenSequences& tokens, std::int64_t topics, const std::string& kernel) {
  const TokenSequences few = first_documents(tokens, 5000);
  const auto topics_after = [&](const std::string& noise) {
    SweepRun run(noisy_hdp(topics, noise, 64, kernel), warmed_chain(few, topics, 0), 1);
    run.sweep(1);
    return run.chain().topics;
  };
  if (topics_after("discrete") != topics_after("none"))
    throw SystemError("the sweep with noise is not the sweep without: not timed");
}

std::vector<Measurement> with_noise(const TokenSequences& tokens, std::int64_t topics,
                                    const std::string& kernel, const RaceLength& length) {
  check_noise(tokens, topics, kernel);
  const Chain chain = warmed_chain(tokens, topics, 3);
  SweepRun none(noisy_hdp(topics, "none", 1, kernel), chain, 1);
  SweepRun usual(noisy_hdp(topics, "discrete", 1, kernel), chain, 1);
  SweepRun strong(noisy_hdp(topics, "discrete", 0.1, kernel), chain, 1);
  const auto entry = [&](SweepRun& run, double epsilon) {
    return Timed{.rate = {.name = fmt::format("noise: hdp, {} topics, {}, eps_L {:g}", topics,
                                              kernel, epsilon),
                          .settings = {{"corpus", kKosLike.name},
                                       {"topics", topics},
                                       {"words", tokens.vocabulary()},
                                       {"epsilon", fmt::format("eps_L = {:g} (unit: word, view: "
                                                               "topics+counts)",
                                                               epsilon)}},
                          .amount = static_cast<double>(tokens.tokens()) / 1e6,
                          .unit = "Mtokens/s"},
                 .once = [&run] { run.sweep(1); }};
  };
  std::vector<Timed> entries = {entry(none, 1), entry(usual, 1)};
  if (topics == kFewTopics) entries.push_back(entry(strong, 0.1));
  return timed(entries, length, "no noise");
}

}  // namespace

std::vector<Measurement> private_sweep_speeds(const TokenSequences& tokens, std::size_t numbers,
                                              const RaceLength& length) {
  constexpr std::array<std::int64_t, 3> kNumbers = {kFewTopics, 200, 1000};
  std::vector<Measurement> rows;
  for (const std::int64_t topics : std::span(kNumbers).first(numbers)) {
    for (const char* kernel : {"dense", "sparse"}) {
      if (topics == kFewTopics && std::string_view(kernel) == "sparse") continue;  // no gain
      for (Measurement& row : with_noise(tokens, topics, kernel, length))
        rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace dplda

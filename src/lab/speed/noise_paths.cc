// What draws: random bits, noise, reports.
#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "base/simd.h"
#include "lab/speed/paths.h"
#include "lab/speed/sweep_run.h"
#include "lab/speed/textbook.h"
#include "privacy/bernoulli.h"
#include "privacy/discrete_laplace.h"
#include "privacy/randomized_response.h"
#include "training/backend.h"

namespace dplda {
namespace {

constexpr std::size_t kTopics = 50;
constexpr const char* kNoiseEpsilon = "eps_L = 1 (unit: word, view: topics+counts)";

// What `draw` gives on the best instruction set it must give on the plainest.
template <class Draw>
void check_on_sets(const std::string& what, const Draw& draw) {
  use_instruction_set("scalar");
  const auto expected = draw();
  use_instruction_set("best");
  if (draw() != expected)
    throw SystemError(what + " differs from one instruction set to another: not timed");
}

// Draws one by one, so that a RandomStream's results are not thrown away unseen.
template <class Draw>
Contestant many_of(std::uint64_t count, const Draw& draw) {
  return {[=](std::uint64_t times) {
            volatile std::uint64_t kept = 0;
            std::uint64_t sum = 0;
            for (std::uint64_t i = 0; i < times * count; ++i) sum += draw(i);
            kept = sum;
            static_cast<void>(kept);
          },
          TimedBy::kProcessor};
}

Measurement nanoseconds_each(Measurement rate) {
  rate.value = 1e9 / rate.value;
  rate.unit = "ns/cell";
  if (rate.comparison) rate.comparison->value = 1e9 / rate.comparison->value;
  return rate;
}

// Ten releases of ten million cells each.
Measurement noise_of_many_cells(const DiscreteLaplace& noise, const RandomStreams& random,
                                const RaceLength& length) {
  constexpr std::size_t kManyTopics = 1000;
  constexpr std::uint32_t kManyWords = 10000;
  constexpr int kReleases = 10;
  ThreadPool pool(1);
  const TopicTable counts(kManyTopics, kManyWords);
  TopicTable released(kManyTopics, kManyWords);
  std::uint32_t number = 0;
  const std::vector<Contestant> contestants = {
      {[&](std::uint64_t times) {
         for (std::uint64_t i = 0; i < times * kReleases; ++i)
           release(counts, noise, ++number, random, pool, released);
       },
       TimedBy::kProcessor}};
  const Timing timing = race(contestants, length).front();
  return {.name = "noise: 100 million cells",
          .settings = {{"topics", whole(kManyTopics)},
                       {"words", kManyWords},
                       {"releases", kReleases},
                       {"epsilon", kNoiseEpsilon}},
          .value = timing.median,
          .unit = "s",
          .spread = timing.spread()};
}

}  // namespace

std::vector<Measurement> random_speeds(const RaceLength& length) {
  const RandomStreams random(key_from_seed(1));
  constexpr std::size_t kDraws = 4096;
  const auto draws = [&] {
    std::vector<std::uint64_t> out(kDraws);
    random.draws({.purpose = Purpose::kTopic}, out);
    return out;
  };
  check_on_sets("the random generator", draws);
  std::vector<std::uint64_t> out(kDraws);
  const std::vector<Contestant> contestants = {
      many_of(kDraws,
              [&](std::uint64_t i) {
                return random.draw({.purpose = Purpose::kTopic, .position = i % kDraws});
              }),
      {[&](std::uint64_t times) {
         for (std::uint64_t i = 0; i < times; ++i)
           random.draws({.purpose = Purpose::kTopic, .document = i}, out);
       },
       TimedBy::kProcessor}};
  const std::vector<Timing> timings = race(contestants, length);
  const Rate rate{.name = "random bits",
                  .settings = {{"instruction_set", instruction_sets().front()}},
                  .amount = 8e-9 * kDraws,
                  .unit = "GB/s"};
  return {measured(rate, timings[1], "a block for every draw", timings[0], rate.amount)};
}

std::vector<Measurement> noise_speeds(const TokenSequences& tokens, const RaceLength& length) {
  const RandomStreams random(key_from_seed(1));
  const DiscreteLaplace noise({2, 1});
  ThreadPool pool(1);
  const TopicTable counts(kTopics, tokens.vocabulary());
  TopicTable released(kTopics, tokens.vocabulary());
  std::uint32_t number = 0;
  const auto one_release = [&] {
    release(counts, noise, 1, random, pool, released);
    return released;
  };
  check_on_sets("noise", one_release);

  const std::size_t cells = kTopics * tokens.vocabulary();
  RandomStream stream(random, Purpose::kNoise);
  SweepRun run(endless_hdp(kTopics), warmed_chain(tokens, kTopics, 10), 1);
  const std::vector<Contestant> contestants = {
      many_of(cells,
              [&](std::uint64_t) {
                return static_cast<std::uint64_t>(exact_discrete_laplace(noise.scale(), stream));
              }),
      {[&](std::uint64_t times) {
         for (std::uint64_t i = 0; i < times; ++i)
           release(counts, noise, ++number, random, pool, released);
       },
       TimedBy::kProcessor},
      {[&](std::uint64_t times) { run.sweep(times); }, TimedBy::kProcessor}};
  const std::vector<Timing> timings = race(contestants, length);
  const OptionValues settings = {{"topics", whole(kTopics)},
                                 {"words", tokens.vocabulary()},
                                 {"tokens", whole(tokens.tokens())},
                                 {"epsilon", kNoiseEpsilon}};
  const Rate rate{.name = "noise: a cell",
                  .settings = settings,
                  .amount = static_cast<double>(cells),
                  .unit = "cells/s"};
  const Measurement share{.name = "noise: share of an hdp sweep",
                          .settings = settings,
                          .value = 100 * timings[1].median / timings[2].median,
                          .unit = "%",
                          .spread = timings[1].spread() + timings[2].spread()};
  return {nanoseconds_each(
              measured(rate, timings[1], "exact draws one by one", timings[0], rate.amount)),
          share, noise_of_many_cells(noise, random, length)};
}

std::vector<Measurement> response_speeds(const RaceLength& length) {
  constexpr std::size_t kReports = 64;
  constexpr std::size_t kWords = 1000;
  const RandomStreams random(key_from_seed(1));
  const RandomizedResponse response(1.0);
  std::vector<std::uint64_t> row((kWords + 63) / 64);
  const auto perturbed = [&] {
    std::vector<std::uint64_t> bits(row.size());
    response.perturb(bits, random, {.purpose = Purpose::kReport});
    return bits;
  };
  check_on_sets("randomized response", perturbed);
  RandomStream stream(random, Purpose::kReport);
  const std::vector<Contestant> contestants = {
      {[&](std::uint64_t times) {
         for (std::uint64_t i = 0; i < times * kReports; ++i)
           textbook_flips(row, response.threshold(), stream);
       },
       TimedBy::kProcessor},
      {[&](std::uint64_t times) {
         for (std::uint64_t i = 0; i < times * kReports; ++i)
           response.perturb(row, random, {.purpose = Purpose::kReport, .document = i});
       },
       TimedBy::kProcessor}};
  const std::vector<Timing> timings = race(contestants, length);
  const Rate rate{.name = "perturb: randomized response",
                  .settings = {{"words", whole(kWords)},
                               {"epsilon", "eps_bit = 1 (unit: presence, view: report)"}},
                  .amount = 1e-6 * kReports * kWords,
                  .unit = "Mbits/s"};
  return {measured(rate, timings[1], "a draw for every bit", timings[0], rate.amount)};
}

}  // namespace dplda

#include "lab/speed/suite.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/errors.h"
#include "corpus/corpus.h"
#include "lab/speed/made_tokens.h"
#include "lab/speed/memory.h"
#include "lab/speed/paths.h"
#include "lab/speed/sweeps.h"

namespace dplda {
namespace {

struct NamedTokens {
  std::string name;
  TokenSequences tokens;
  std::vector<std::int64_t> topics;  // numbers of topics to sweep with
};

using SharedTokens = std::shared_ptr<const NamedTokens>;

SharedTokens made(const CorpusShape& shape, std::vector<std::int64_t> topics) {
  return std::make_shared<NamedTokens>(
      NamedTokens{shape.name, made_tokens(shape), std::move(topics)});
}

SharedTokens loaded(const std::string& path, std::vector<std::int64_t> topics) {
  const Corpus corpus = Corpus::load(path);
  if (corpus.tokens() == 0)
    throw InputError(fmt::format("{} has no tokens; there is nothing to sweep", path));
  ThreadPool pool(1);
  const TokenSequences all(corpus, RandomStreams(key_from_seed(1)), pool);
  return std::make_shared<NamedTokens>(
      NamedTokens{"yours", first_documents(all, kMostTokens), std::move(topics)});
}

std::vector<SharedTokens> swept_corpora(const SuiteOptions& options) {
  const std::vector<std::int64_t> topics = {20, 50, 200, 1000};
  if (!options.corpus.empty()) return {loaded(options.corpus, topics)};
  return {made(kKosLike, topics),
          made(kNipsLike, options.quick ? std::vector<std::int64_t>{50} : topics)};
}

SweepSetting setting_for(const NamedTokens& corpus, std::int64_t topics, bool quick) {
  // Sweeps that take long are timed in fewer rounds.
  constexpr std::uint64_t kLong = 200000000;
  RaceLength length = race_length(quick);
  if (corpus.tokens.tokens() * static_cast<std::uint64_t>(topics) > kLong)
    length.rounds = quick ? 2 : 3;
  return {.corpus = corpus.name,
          .tokens = corpus.tokens,
          .topics = topics,
          .length = length,
          .warm_up = quick ? 3u : 10u};
}

void add_sweeps(const SuiteOptions& options, std::vector<SuitePart>& parts) {
  constexpr std::int64_t kUsualTopics = 50;
  const bool quick = options.quick;
  const int threads = options.threads;
  const std::vector<SharedTokens> corpora = swept_corpora(options);
  for (const SharedTokens& corpus : corpora) {
    for (const std::int64_t topics : corpus->topics) {
      parts.push_back(
          {.name = fmt::format("sweeps, {}, {} topics", corpus->name, topics),
           .measure = [=] { return sweep_speeds(setting_for(*corpus, topics, quick)); }});
    }
  }
  parts.push_back({.name = "instruction sets", .measure = [corpus = corpora.front(), quick] {
                     return sweep_speeds_by_instruction_set(
                         setting_for(*corpus, kUsualTopics, quick));
                   }});
  if (threads == 1) return;
  for (const SharedTokens& corpus : corpora) {
    parts.push_back({.name = "threads, " + corpus->name, .measure = [=] {
                       return sweep_speeds_by_threads(setting_for(*corpus, kUsualTopics, quick),
                                                      threads);
                     }});
  }
}

void add_other_paths(const SuiteOptions& options, std::vector<SuitePart>& parts) {
  const RaceLength length = race_length(options.quick);
  const SharedTokens kos = made(kKosLike, {});
  const auto add = [&](const char* name, std::function<std::vector<Measurement>()> measure) {
    parts.push_back({.name = name, .measure = std::move(measure)});
  };
  add("random bits", [=] { return random_speeds(length); });
  add("noise", [=] { return noise_speeds(kos->tokens, length); });
  add("noise in sweeps", [=, quick = options.quick] {
    return private_sweep_speeds(kos->tokens, quick ? 1 : 3, length);
  });
  add("randomized response", [=] { return response_speeds(length); });
  add("preparation", [=, quick = options.quick] { return preparation_speeds(quick, length); });
  add("loading", [=] { return load_speeds(made_tokens(kNipsLike), length); });
  add("counting", [=, threads = options.threads] {
    return count_speeds(kos->tokens, made_tokens(kNipsLike), threads, length);
  });
  add("inference", [=] { return inference_speeds(kos->tokens, length); });
  if (options.program.empty()) return;
  parts.push_back({.name = "memory", .only_by_name = true, .measure = [options] {
                     return memory_of_training({.program = options.program,
                                                .threads = options.threads,
                                                .quick = options.quick});
                   }});
}

}  // namespace

std::vector<SuitePart> suite(const SuiteOptions& options) {
  std::vector<SuitePart> parts;
  add_sweeps(options, parts);
  add_other_paths(options, parts);
  return parts;
}

RaceLength race_length(bool quick) {
  return quick ? RaceLength{.rounds = 3, .round_seconds = 0.02}
               : RaceLength{.rounds = 5, .round_seconds = 0.03};
}

std::vector<SuitePart> chosen_parts(std::vector<SuitePart> parts, const std::string& only) {
  std::string known;
  std::vector<SuitePart> chosen;
  for (SuitePart& part : parts) {
    known += fmt::format("{}{}", known.empty() ? "" : "; ", part.name);
    const bool wanted =
        only.empty() ? !part.only_by_name : part.name.find(only) != std::string::npos;
    if (wanted) chosen.push_back(std::move(part));
  }
  if (chosen.empty())
    throw InputError(fmt::format("--only: nothing is called '{}'; there are: {}", only, known));
  return chosen;
}

}  // namespace dplda

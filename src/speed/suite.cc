#include "speed/suite.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/errors.h"
#include "corpus/corpus.h"
#include "speed/made_tokens.h"
#include "speed/paths.h"
#include "speed/sweeps.h"

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
  const TokenSequences all(corpus, Streams(key_from_seed(1)), pool);
  return std::make_shared<NamedTokens>(
      NamedTokens{"yours", first_documents(all, kMostTokens), std::move(topics)});
}

std::vector<SharedTokens> swept_corpora(const SuiteOptions& options) {
  const std::vector<std::int64_t> topics = {20, 50, 200, 1000};
  if (!options.corpus.empty()) return {loaded(options.corpus, topics)};
  return {made(kKosLike, topics),
          made(kNipsLike, options.quick ? std::vector<std::int64_t>{50} : topics)};
}

RaceLength length_for(bool quick) {
  return quick ? RaceLength{.rounds = 3, .round_seconds = 0.02}
               : RaceLength{.rounds = 5, .round_seconds = 0.03};
}

SweepSetting setting_for(const NamedTokens& corpus, std::int64_t topics, bool quick) {
  // Sweeps that take long are timed in fewer rounds.
  constexpr std::uint64_t kLong = 200000000;
  RaceLength length = length_for(quick);
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
      parts.push_back({fmt::format("sweeps, {}, {} topics", corpus->name, topics),
                       [=] { return sweep_speeds(setting_for(*corpus, topics, quick)); }});
    }
  }
  parts.push_back({"instruction sets", [corpus = corpora.front(), quick] {
                     return sweep_speeds_by_instruction_set(
                         setting_for(*corpus, kUsualTopics, quick));
                   }});
  if (threads == 1) return;
  for (const SharedTokens& corpus : corpora) {
    parts.push_back({"threads, " + corpus->name, [=] {
                       return sweep_speeds_by_threads(setting_for(*corpus, kUsualTopics, quick),
                                                      threads);
                     }});
  }
}

void add_other_paths(const RaceLength& length, std::vector<SuitePart>& parts) {
  const SharedTokens kos = made(kKosLike, {});
  parts.push_back({"random bits", [=] { return random_speeds(length); }});
  parts.push_back({"noise", [=] { return noise_speeds(kos->tokens, length); }});
  parts.push_back({"randomized response", [=] { return response_speeds(length); }});
  parts.push_back({"loading", [=] { return load_speeds(made_tokens(kNipsLike), length); }});
  parts.push_back({"inference", [=] { return inference_speeds(kos->tokens, length); }});
}

}  // namespace

std::vector<SuitePart> suite(const SuiteOptions& options) {
  std::vector<SuitePart> parts;
  add_sweeps(options, parts);
  add_other_paths(length_for(options.quick), parts);
  return parts;
}

}  // namespace dplda

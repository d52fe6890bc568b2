// The samplers alone, without what a recipe does around a sweep, against the naive references that
// draw the same topics. `dplda bench` has the sweeps of recipes by topics, sets and threads.
#include "lda/samplers.h"

#include <string>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "lab/speed/made_tokens.h"
#include "parts.h"
#include "reference/naive_lda.h"

namespace dplda::bench {
namespace {

constexpr std::int64_t kTopics = 50;
constexpr std::uint64_t kNaiveTokens = 100;

test::NaiveChain naive_copy(const Chain& chain) {
  test::NaiveChain naive{.words = {}, .topics = {}, .vocabulary = chain.tokens.vocabulary()};
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const auto words = chain.tokens.document(m);
    naive.words.emplace_back(words.begin(), words.end());
    const auto first = chain.topics.begin() + static_cast<std::ptrdiff_t>(chain.tokens.begin(m));
    naive.topics.emplace_back(first, first + static_cast<std::ptrdiff_t>(words.size()));
  }
  return naive;
}

std::vector<Topic> topics_of(const test::NaiveChain& naive) {
  std::vector<Topic> topics;
  for (const auto& document : naive.topics)
    topics.insert(topics.end(), document.begin(), document.end());
  return topics;
}

std::vector<Measurement> sampler_speeds(Sampling sampling, const RaceLength& length) {
  const bool snapshot = sampling == Sampling::kSnapshot;
  const auto naive_sweep = snapshot ? test::naive_snapshot_sweep : test::naive_sequential_sweep;
  const std::string name = snapshot ? "sampler: snapshot" : "sampler: sequential";
  ThreadPool pool(1);
  const RandomStreams random(key_from_seed(2));
  const Prior prior{.alpha = std::vector<double>(kTopics, 0.1), .beta = 0.01};
  const TokenSequences tokens = made_tokens(kKosLike);
  Chain few = started_chain(first_documents(tokens, kNaiveTokens), kTopics, random, pool);
  test::NaiveChain naive = naive_copy(few);
  const auto few_tokens = static_cast<double>(few.tokens.tokens());
  make_sampler(sampling, random, pool)->sweep(few, prior, 1);
  naive_sweep(naive, prior, random, 1);
  require(few.topics == topics_of(naive), name);
  Chain chain = started_chain(tokens, kTopics, random, pool);
  const auto sampler = make_sampler(sampling, random, pool);
  std::uint32_t sweeps = 0;
  const auto rate = [&](double swept) {
    return Rate{.name = name,
                .settings = {{"corpus", kKosLike.name},
                             {"topics", kTopics},
                             {"words", tokens.vocabulary()}},
                .amount = swept / 1e6,
                .unit = "Mtokens/s"};
  };
  const std::vector<Timed> entries = {
      {.rate = rate(few_tokens), .once = [&] { naive_sweep(naive, prior, random, ++sweeps); }},
      {.rate = rate(static_cast<double>(tokens.tokens())),
       .once = [&] { sampler->sweep(chain, prior, ++sweeps); }}};
  return timed(entries, length, "naive reference");
}

}  // namespace

SuitePart samplers_part(bool quick) {
  return {.name = "samplers", .measure = [=] {
            std::vector<Measurement> rows =
                sampler_speeds(Sampling::kSequential, race_length(quick));
            for (Measurement& row : sampler_speeds(Sampling::kSnapshot, race_length(quick)))
              rows.push_back(std::move(row));
            return rows;
          }};
}

}  // namespace dplda::bench

// Counting the topic-word table anew.
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/random.h"
#include "base/threads.h"
#include "lab/speed/paths.h"
#include "lda/topic_table.h"

namespace dplda {
namespace {

// Every document has ten of the topics, about as many as after some sweeps.
std::vector<Topic> few_topics_each(const TokenSequences& tokens, std::size_t topics) {
  const RandomStreams random(key_from_seed(1));
  std::vector<Topic> assigned;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    RandomStream stream(random, Purpose::kInitialTopic, 0, m);
    std::array<Topic, 10> own{};
    for (Topic& topic : own) topic = static_cast<Topic>(stream.below(topics));
    for (std::uint64_t j = 0; j < tokens.length(m); ++j)
      assigned.push_back(own[stream.below(own.size())]);
  }
  return assigned;
}

void plain_count(const TokenSequences& tokens, const std::vector<Topic>& topics,
                 TopicTable& table) {
  table = TopicTable(table.topics(), table.words());
  for (std::size_t j = 0; j < topics.size(); ++j) {
    ++table.column(tokens.words()[j])[topics[j]];
    ++table.totals()[topics[j]];
  }
}

std::vector<Measurement> counts_of_tokens(const TokenSequences& tokens, std::size_t topics,
                                          int threads, const RaceLength& length) {
  const std::vector<Topic> assigned = few_topics_each(tokens, topics);
  TopicTable expected(topics, tokens.vocabulary());
  plain_count(tokens, assigned, expected);
  TopicTable plain = expected;
  TopicTable table(topics, tokens.vocabulary());
  ThreadPool one(1);
  ThreadPool many(threads);
  for (ThreadPool* pool : {&one, &many}) {
    table.recount(tokens, assigned, *pool);
    if (table != expected) throw SystemError("recount differs from the plain count: not timed");
  }
  const auto entry = [&](ThreadPool& pool, std::function<void()> once) {
    const std::string more = pool.threads() > 1 ? fmt::format(", {} threads", pool.threads()) : "";
    return Timed{.rate = {.name = fmt::format("count: {} topics{}", topics, more),
                          .settings = {{"topics", whole(topics)},
                                       {"words", tokens.vocabulary()},
                                       {"threads", pool.threads()}},
                          .amount = static_cast<double>(tokens.tokens()) / 1e6,
                          .unit = "Mtokens/s",
                          .timed_by = TimedBy::kWall},
                 .once = std::move(once)};
  };
  std::vector<Timed> entries = {entry(one, [&] { plain_count(tokens, assigned, plain); }),
                                entry(one, [&] { table.recount(tokens, assigned, one); })};
  if (threads > 1) entries.push_back(entry(many, [&] { table.recount(tokens, assigned, many); }));
  return timed(entries, length, "a plain count");
}

}  // namespace

std::vector<Measurement> count_speeds(const TokenSequences& small, const TokenSequences& large,
                                      int threads, const RaceLength& length) {
  std::vector<Measurement> rows = counts_of_tokens(small, 50, threads, length);
  for (Measurement& row : counts_of_tokens(large, 1000, threads, length))
    rows.push_back(std::move(row));
  return rows;
}

}  // namespace dplda

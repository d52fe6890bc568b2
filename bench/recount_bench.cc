// Counting the topic-word table anew, as after every snapshot sweep: a small table (KOS's size)
// that stays in the caches, and a large one (that of NIPS with 1000 topics) that does not. Items
// are tokens. Where DPLDA_DATA has the real corpora, their words are counted, elsewhere skewed
// ones.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/prepare.h"
#include "lda/topic_table.h"
#include "reference/temporary.h"

namespace {

using namespace dplda;

struct Tokens {
  TokenSequences sequences;
  std::vector<Topic> topics;
};

// Every document has ten of the topics, about as many as after some sweeps.
Tokens with_topics(TokenSequences sequences, std::size_t topics) {
  const Streams streams(key_from_seed(1));
  std::vector<Topic> assigned;
  for (std::uint64_t m = 0; m < sequences.documents(); ++m) {
    Stream stream(streams, Purpose::kInitialTopic, 0, m);
    std::array<Topic, 10> own;
    for (Topic& topic : own) topic = static_cast<Topic>(stream.below(topics));
    for (std::uint64_t j = 0; j < sequences.length(m); ++j)
      assigned.push_back(own[stream.below(own.size())]);
  }
  return {std::move(sequences), std::move(assigned)};
}

TokenSequences invented(std::size_t documents, std::size_t length, std::uint32_t words) {
  const Streams streams(key_from_seed(2));
  Stream stream(streams, Purpose::kSynthetic);
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> drawn;
  for (std::size_t m = 0; m < documents; ++m) {
    for (std::size_t j = 0; j < length; ++j) {
      // The rank of a word is log-uniform: Zipf's law.
      const double rank = std::exp(stream.uniform() * std::log(static_cast<double>(words)));
      drawn.push_back(static_cast<std::uint32_t>(rank) % words);
    }
    offsets.push_back(drawn.size());
  }
  return TokenSequences(std::move(offsets), std::move(drawn), words);
}

TokenSequences real(const std::string& directory, const std::string& name, std::int64_t words,
                    ThreadPool& pool) {
  const test::TemporaryDirectory work;
  PrepareOptions options;
  options.max_words = words;
  options.reading.word_list = directory + "/" + name + "/vocab." + name + ".txt";
  prepare({directory + "/" + name + "/docword." + name + ".txt.gz"}, options, work / "corpus.npz");
  return TokenSequences(Corpus::load(work / "corpus.npz"), Streams(key_from_seed(3)), pool);
}

void recount(benchmark::State& state, const Tokens& tokens, std::size_t topics) {
  ThreadPool pool(static_cast<int>(state.range(0)));
  TopicTable expected(topics, tokens.sequences.vocabulary());
  for (std::size_t j = 0; j < tokens.topics.size(); ++j) {
    ++expected.column(tokens.sequences.words()[j])[tokens.topics[j]];
    ++expected.totals()[tokens.topics[j]];
  }
  TopicTable table(topics, tokens.sequences.vocabulary());
  table.recount(tokens.sequences, tokens.topics, pool);
  if (table != expected) {
    std::fprintf(stderr, "recount differs from the plain count\n");
    std::exit(1);
  }
  for (auto _ : state) table.recount(tokens.sequences, tokens.topics, pool);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(tokens.topics.size()));
}

}  // namespace

int main(int argc, char** argv) {
  ThreadPool pool(1);
  const char* data = std::getenv("DPLDA_DATA");
  constexpr std::size_t kSmall = 50;
  constexpr std::size_t kLarge = 1000;
  const Tokens kos =
      with_topics(data ? real(data, "kos", 1000, pool) : invented(3430, 86, 1000), kSmall);
  const Tokens nips =
      with_topics(data ? real(data, "nips", 0, pool) : invented(1500, 1288, 12419), kLarge);
  const auto add = [&](const char* name, const Tokens& tokens, std::size_t topics) {
    benchmark::RegisterBenchmark(
        name, [&tokens, topics](benchmark::State& state) { recount(state, tokens, topics); })
        ->Arg(1)
        ->Arg(2)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  };
  add("recount/small", kos, kSmall);
  add("recount/large", nips, kLarge);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

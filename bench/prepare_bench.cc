// Text to bags of word ids on one core: what `dplda prepare` does to each byte of ASCII text.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "text/tokenizer.h"
#include "text/word_table.h"

namespace {

constexpr std::size_t kBytes = std::size_t{50} << 20;
constexpr std::size_t kVocabulary = 200000;
constexpr std::size_t kWordsPerLine = 200;

// Words whose frequencies fall as 1/rank, one document a line, with capitals and punctuation.
std::string zipf_text(std::size_t bytes) {
  const dplda::Streams streams(dplda::key_from_seed(1));
  dplda::Stream stream(streams, dplda::Purpose::kSynthetic);
  std::vector<std::string> words(kVocabulary);
  for (auto& word : words) {
    const std::uint64_t length = 2 + stream.below(5) + stream.below(6);
    for (std::uint64_t i = 0; i < length; ++i) word += static_cast<char>('a' + stream.below(26));
  }
  std::string text;
  text.reserve(bytes + 64);
  for (std::size_t n = 1; text.size() < bytes; ++n) {
    // exp of a uniform number has the density 1/rank.
    const auto rank = static_cast<std::size_t>(
        std::exp(stream.uniform() * std::log(static_cast<double>(kVocabulary))) - 1);
    const std::size_t begin = text.size();
    text += words[rank];
    if (n % 12 == 1) text[begin] = static_cast<char>(text[begin] - 0x20);
    text += n % kWordsPerLine == 0 ? "\n" : n % 12 == 0 ? ". " : n % 7 == 0 ? ", " : " ";
  }
  return text;
}

void cut(benchmark::State& state) {
  const std::string text = zipf_text(kBytes);
  dplda::Tokenizer tokenizer;
  for (auto _ : state) {
    std::uint64_t words = 0;
    tokenizer.cut(text, [&](std::string_view word) { words += word.size(); });
    benchmark::DoNotOptimize(words);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(cut)->Unit(benchmark::kMillisecond);

void cut_and_number(benchmark::State& state) {
  const std::string text = zipf_text(kBytes);
  dplda::Tokenizer tokenizer;
  for (auto _ : state) {
    dplda::WordTable table;
    std::uint64_t words = 0;
    tokenizer.cut(text, [&](std::string_view word) { words += table.insert(word); });
    benchmark::DoNotOptimize(words);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(cut_and_number)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// Text to bags of word ids on one core: what `dplda prepare` does to each byte of ASCII text.
#include <benchmark/benchmark.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "corpus/prepare.h"
#include "reference/temporary.h"
#include "text/lexicon.h"
#include "text/tokenizer.h"

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
  for (std::size_t n = 1; text.size() < bytes || text.back() != '\n'; ++n) {
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

// The distinct words of ASCII text without apostrophes, with their counts, plainly.
std::map<std::string, std::uint64_t> plain_counts(std::string_view text) {
  std::map<std::string, std::uint64_t> counts;
  std::string word;
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(c));
    } else if (!word.empty()) {
      ++counts[word];
      word.clear();
    }
  }
  return counts;
}

// Whether a corpus has the counts that the plain way finds in the text.
bool agrees(const dplda::Corpus& corpus, std::string_view text) {
  std::map<std::string, std::uint64_t> counts;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const dplda::Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i)
      counts[corpus.vocabulary().word(static_cast<std::uint32_t>(bag.words[i]))] +=
          static_cast<std::uint64_t>(bag.counts[i]);
  }
  return counts == plain_counts(text);
}

void set_speed(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void cut_into_words(benchmark::State& state) {
  const std::string text = zipf_text(kBytes);
  dplda::Tokenizer tokenizer;
  for (auto _ : state) {
    std::uint64_t letters = 0;
    tokenizer.cut(text, [&](std::string_view word) { letters += word.size(); });
    benchmark::DoNotOptimize(letters);
  }
  set_speed(state, text);
}
BENCHMARK(cut_into_words)->Unit(benchmark::kMillisecond);

void cut_into_terms(benchmark::State& state) {
  const std::string text = zipf_text(kBytes);
  for (auto _ : state) {
    dplda::Lexicon lexicon{dplda::TextRules{}};
    std::uint64_t sum = 0;
    lexicon.cut(text, [&](std::span<const std::uint32_t> terms) { sum += terms.front(); });
    benchmark::DoNotOptimize(sum);
  }
  set_speed(state, text);
}
BENCHMARK(cut_into_terms)->Unit(benchmark::kMillisecond);

// From a file of text to a corpus file, everything included.
void prepare_file(benchmark::State& state) {
  const dplda::test::TemporaryDirectory directory;
  const std::string input = directory / "text.txt";
  const std::string output = directory / "corpus.npz";
  dplda::PrepareOptions options;
  options.stop_words = "none";
  const std::string sample = zipf_text(1 << 20);
  dplda::test::write_file(input, sample);
  dplda::prepare({input}, options, output);
  if (!agrees(dplda::Corpus::load(output), sample)) {
    state.SkipWithError("the corpus is not what the plain way finds");
    return;
  }
  const std::string text = zipf_text(kBytes);
  dplda::test::write_file(input, text);
  for (auto _ : state) dplda::prepare({input}, options, output);
  set_speed(state, text);
}
BENCHMARK(prepare_file)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

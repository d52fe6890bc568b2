// What `dplda prepare` does to each byte of ASCII text, on one core.
#include <cctype>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.h"
#include "base/random.h"
#include "corpus/prepare.h"
#include "lab/speed/paths.h"
#include "lab/speed/temporary_path.h"
#include "text/lexicon.h"
#include "text/tokenizer.h"

namespace dplda {
namespace {

constexpr std::size_t kVocabulary = 200000;
constexpr std::size_t kWordsPerLine = 200;

// Words whose frequencies fall as 1/rank, one document a line, with capitals and punctuation.
std::string zipf_text(std::size_t bytes) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
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

using WordCounts = std::map<std::string, std::uint64_t>;

// The distinct words of ASCII text without apostrophes, with their counts, plainly.
WordCounts plain_counts(std::string_view text) {
  WordCounts counts;
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

WordCounts counts_of(const Corpus& corpus) {
  WordCounts counts;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i)
      counts[corpus.vocabulary().word(static_cast<std::uint32_t>(bag.words[i]))] +=
          static_cast<std::uint64_t>(bag.counts[i]);
  }
  return counts;
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
}

void check_preparation(const std::string& input, const PrepareOptions& options,
                       const std::string& output) {
  const std::string sample = zipf_text(1 << 20);
  write_text(input, sample);
  prepare({input}, options, output);
  if (counts_of(Corpus::load(output)) != plain_counts(sample))
    throw SystemError("a prepared corpus is not what a plain count finds: not timed");
}

}  // namespace

std::vector<Measurement> preparation_speeds(bool quick, const RaceLength& length) {
  const TemporaryPath input("text.txt");
  const TemporaryPath output("prepared.npz");
  const PrepareOptions options = {.stop_words = "none"};
  check_preparation(input.path(), options, output.path());
  const std::string text = zipf_text(std::size_t{quick ? 2u : 8u} << 20);
  write_text(input.path(), text);
  std::uint64_t kept = 0;  // so that nothing is done for nobody
  Tokenizer tokenizer;
  const auto entry = [&](const char* name, std::function<void()> once) {
    return Timed{.rate = {.name = name,
                          .settings = {{"bytes", whole(text.size())}},
                          .amount = static_cast<double>(text.size()) / 1e6,
                          .unit = "MB/s"},
                 .once = std::move(once)};
  };
  const std::vector<Timed> entries = {
      entry("a map of words", [&] { kept += plain_counts(text).size(); }),
      entry("prepare: text to words",
            [&] { tokenizer.cut(text, [&](std::string_view word) { kept += word.size(); }); }),
      entry("prepare: text to terms",
            [&] {
              Lexicon lexicon{TextRules{}};
              lexicon.cut(text,
                          [&](std::span<const std::uint32_t> terms) { kept += terms.front(); });
            }),
      entry("prepare: a file to a corpus file",
            [&] { prepare({input.path()}, options, output.path()); })};
  return timed(entries, length, "a map of words");
}

}  // namespace dplda

// dplda info: what a corpus file holds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "corpus/prepare.h"

namespace dplda::cli {

namespace {

constexpr std::size_t kFrequentWords = 10;

// Documents' lengths in tokens, ascending.
std::vector<std::uint64_t> sorted_lengths(const Corpus& corpus) {
  std::vector<std::uint64_t> lengths;
  lengths.reserve(corpus.documents());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    lengths.push_back(corpus.document(m).tokens());
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

nlohmann::ordered_json frequent_words(const Corpus& corpus) {
  std::vector<std::uint64_t> documents(corpus.words());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    for (const std::int32_t word : corpus.document(m).words)
      ++documents[static_cast<std::size_t>(word)];
  std::vector<std::uint32_t> ids(corpus.words());
  std::iota(ids.begin(), ids.end(), 0U);
  ids.resize(std::min(ids.size(), kFrequentWords));
  std::vector<std::uint32_t> all(corpus.words());
  std::iota(all.begin(), all.end(), 0U);
  std::partial_sort_copy(
      all.begin(), all.end(), ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
        return documents[a] != documents[b] ? documents[a] > documents[b] : a < b;
      });
  auto list = nlohmann::ordered_json::array();
  for (const std::uint32_t id : ids)
    list.push_back({{"word", corpus.vocabulary().word(id)}, {"documents", documents[id]}});
  return list;
}

nlohmann::ordered_json facts_of(const Corpus& corpus) {
  const auto lengths = sorted_lengths(corpus);
  const auto at = [&](std::size_t index) { return lengths.empty() ? 0 : lengths[index]; };
  const auto empty = std::upper_bound(lengths.begin(), lengths.end(), 0U) - lengths.begin();
  return {
      {"documents", corpus.documents()},
      {"empty_documents", empty},
      {"words", corpus.words()},
      {"tokens", corpus.tokens()},
      {"pairs", corpus.pairs()},
      {"document_length",
       {{"least", at(0)}, {"median", at(lengths.size() / 2)}, {"most", at(lengths.size() - 1)}}},
      {"vocabulary_origin", name_of(corpus.vocabulary().origin())},
      {"digest", corpus.digest()},
      {"preparation", corpus.preparation()},
      {"frequent_words", frequent_words(corpus)}};
}

void print(const nlohmann::ordered_json& facts) {
  const auto line = [](std::string_view name, const std::string& value) {
    fmt::print("{:<18} {}\n", name, value);
  };
  line("documents", fmt::format("{} ({} empty)", facts["documents"].get<std::uint64_t>(),
                                facts["empty_documents"].get<std::uint64_t>()));
  for (const char* name : {"words", "tokens", "pairs"}) line(name, facts[name].dump());
  const auto& length = facts["document_length"];
  line("document length", fmt::format("least {}, median {}, most {}", length["least"].dump(),
                                      length["median"].dump(), length["most"].dump()));
  line("vocabulary origin", facts["vocabulary_origin"].get<std::string>());
  line("digest", facts["digest"].get<std::string>());
  line("preparation", facts["preparation"].dump());
  std::string words;
  for (const auto& entry : facts["frequent_words"])
    words += fmt::format("{}{} ({})", words.empty() ? "" : ", ", entry["word"].get<std::string>(),
                         entry["documents"].dump());
  line("in most documents", words);
}

struct Info : CLI::App {
  Info() : CLI::App("Say what a corpus file holds", "info") {
    add_option("CORPUS", corpus, "corpus file")->required();
    add_flag("--json", json, "print JSON");
    callback([this] { run(); });
  }

  void run() const {
    const auto facts = facts_of(open_corpus(corpus));
    if (json) {
      fmt::print("{}\n", facts.dump(2));
    } else {
      print(facts);
    }
  }

  std::string corpus;
  bool json = false;
};

}  // namespace

void add_info(CLI::App& app) { app.add_subcommand(std::make_shared<Info>()); }

}  // namespace dplda::cli

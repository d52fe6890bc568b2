// dplda info: what a corpus file or a file of reports holds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "collect/report_reader.h"
#include "collect/reports.h"
#include "corpus/prepare.h"
#include "privacy/report_charges.h"
#include "privacy/statement.h"

namespace dplda::cli {

namespace {

constexpr std::size_t kFrequentWords = 10;
constexpr double kDelta = 1e-6;  // at which costs are stated beside the pure ones

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
      {"preparation", to_json(corpus.preparation())},
      {"frequent_words", frequent_words(corpus)}};
}

void print_fact(std::string_view name, const std::string& value) {
  fmt::print("{:<18} {}\n", name, value);
}

void print(const nlohmann::ordered_json& facts) {
  print_fact("documents", fmt::format("{} ({} empty)", facts["documents"].get<std::uint64_t>(),
                                      facts["empty_documents"].get<std::uint64_t>()));
  for (const char* name : {"words", "tokens", "pairs"}) print_fact(name, facts[name].dump());
  const auto& length = facts["document_length"];
  print_fact("document length", fmt::format("least {}, median {}, most {}", length["least"].dump(),
                                            length["median"].dump(), length["most"].dump()));
  print_fact("vocabulary origin", facts["vocabulary_origin"].get<std::string>());
  print_fact("digest", facts["digest"].get<std::string>());
  print_fact("preparation", facts["preparation"].dump());
  std::string words;
  for (const auto& entry : facts["frequent_words"])
    words += fmt::format("{}{} ({})", words.empty() ? "" : ", ", entry["word"].get<std::string>(),
                         entry["documents"].dump());
  print_fact("in most documents", words);
}

// What one report costs, in every unit.
std::vector<StatedTotal> costs_of(const ReportParameters& parameters) {
  std::vector<StatedTotal> costs;
  for (const Charge& charge :
       report_charges(parameters.threshold, parameters.words, parameters.cap, 1)) {
    const bool known = (parameters.flags & kSeedKnown) != 0;
    costs.push_back(stated_total(known ? PrivacyLoss::infinite() : charge.mechanism.loss,
                                 charge.unit, charge.view, kDelta));
  }
  return costs;
}

nlohmann::ordered_json facts_of(const Reports& reports) {
  const ReportParameters& parameters = reports.parameters;
  auto costs = nlohmann::ordered_json::array();
  for (const StatedTotal& cost : costs_of(parameters)) costs.push_back(to_json(cost));
  return {{"reports", reports.bits.documents()},
          {"refused", to_json(reports.refusals)},
          {"words", parameters.words},
          {"threshold", std::to_string(parameters.threshold)},
          {"flip_probability", static_cast<double>(parameters.threshold) * 0x1p-64},
          {"cap", parameters.cap},
          {"seed_known", (parameters.flags & kSeedKnown) != 0},
          {"each_report", std::move(costs)},
          {"vocabulary_origin", name_of(reports.vocabulary.origin())},
          {"digest", reports.digest}};
}

void print(const nlohmann::ordered_json& facts, const Reports& reports) {
  print_fact("reports", facts["reports"].dump());
  print_fact("refused", reports.refusals.sum() == 0 ? "none" : refusals_text(reports.refusals));
  print_fact("words", facts["words"].dump());
  print_fact("flip probability", facts["flip_probability"].dump());
  print_fact("cap", reports.parameters.cap == 0 ? "none" : facts["cap"].dump());
  for (const StatedTotal& cost : costs_of(reports.parameters))
    print_fact("each report", total_text(cost));
  if ((reports.parameters.flags & kSeedKnown) != 0)
    print_fact("NOT PRIVATE", "the seed is known, so that every flip can be undone");
  print_fact("vocabulary origin", facts["vocabulary_origin"].get<std::string>());
  print_fact("digest", facts["digest"].get<std::string>());
}

struct InfoFlags {
  std::string file;
  bool json = false;
};

void show_reports(const InfoFlags& flags) {
  Progress progress(flags.json);
  const Reports reports = read_reports(flags.file, [&](std::uint64_t bytes, std::uint64_t count) {
    if (!progress.due()) return;
    progress.show(static_cast<double>(bytes), 0, fmt::format("{} reports read", count));
  });
  progress.finish();
  const auto facts = facts_of(reports);
  if (flags.json) {
    fmt::print("{}\n", facts.dump(2));
  } else {
    print(facts, reports);
  }
}

void show(const InfoFlags& flags) {
  if (is_report_file(flags.file)) return show_reports(flags);
  const auto facts = facts_of(open_corpus(flags.file));
  if (flags.json) {
    fmt::print("{}\n", facts.dump(2));
  } else {
    print(facts);
  }
}

}  // namespace

Verb info_verb() {
  const auto flags = std::make_shared<InfoFlags>();
  return {.name = "info",
          .help = "Say what a corpus file or a file of reports holds",
          .arguments = {{.name = "FILE",
                         .target = &flags->file,
                         .help = "corpus file, or reports that 'perturb' wrote",
                         .required = true}},
          .flags = {{.name = "json", .target = &flags->json, .help = "print JSON"}},
          .run = [flags](const Given&) { show(*flags); }};
}

}  // namespace dplda::cli

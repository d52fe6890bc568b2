#include "lab/model_sections.h"

#include <fmt/format.h>

#include "privacy/statement.h"

namespace dplda {
namespace {

constexpr std::size_t kWords = 10;

Table topics_table(const Model& model) {
  Table table{.title = "Topics", .header = {"topic", "share", "words"}};
  for (const std::size_t k : topics_by_prevalence(model)) {
    std::vector<std::string> words;
    for (const std::uint32_t word : model.top_words(k, kWords))
      words.push_back(model.vocabulary().word(word));
    table.rows.push_back(
        {fmt::format("{}", k),
         model.prevalence().empty() ? "-" : fmt::format("{:.1f}%", 100 * model.prevalence()[k]),
         fmt::format("{}", fmt::join(words, " "))});
  }
  return table;
}

}  // namespace

std::vector<Section> sections_of(const Model& model) {
  std::vector<Section> sections;
  sections.push_back({.heading = "The model", .blocks = {topics_table(model)}});
  const nlohmann::ordered_json& meta = model.meta();
  if (meta.contains("privacy")) {
    const nlohmann::ordered_json& record = meta.at("privacy");
    sections.push_back(
        {.heading = "What it protects",
         .blocks = {Preformatted{record.contains("run") ? statement_text(record)
                                                        : statement_line(record) + "\n"}}});
  }
  return sections;
}

}  // namespace dplda

#include "lab/model_sections.h"

#include <fmt/format.h>

#include "lda/noise_marks.h"
#include "lda/topic_order.h"
#include "privacy/statement.h"
#include "training/model_privacy.h"

namespace dplda {
namespace {

constexpr std::size_t kShownWords = 10;

Table topics_table(const Model& model) {
  Table table{.title = "Topics", .header = {"topic", "share", "words"}};
  const auto told = told_from_noise(model);
  if (told) table.header.emplace_back("told from noise");
  for (const std::size_t k : topics_by_prevalence(model)) {
    std::vector<std::string> words;
    for (const std::uint32_t word : model.top_words(k, kShownWords))
      words.push_back(model.vocabulary().word(word));
    table.rows.push_back(
        {fmt::format("{}", k),
         model.prevalence().empty() ? "-" : fmt::format("{:.1f}%", 100 * model.prevalence()[k]),
         fmt::format("{}", fmt::join(words, " "))});
    if (told) table.rows.back().emplace_back((*told)[k] ? "yes" : "no");
  }
  return table;
}

}  // namespace

std::vector<Section> sections_of(const Model& model) {
  std::vector<Section> sections;
  sections.push_back({.heading = "The model", .blocks = {topics_table(model)}});
  if (const std::string noise = noise_sentence(model); !noise.empty())
    sections.back().blocks.emplace_back(Paragraph{noise + "."});
  if (states_privacy(model)) {
    const PrivacyRecord record = privacy_of(model);
    sections.push_back({.heading = "What it protects",
                        .blocks = {Preformatted{record.run ? statement_text(record)
                                                           : statement_line(record) + "\n"}}});
  }
  return sections;
}

}  // namespace dplda

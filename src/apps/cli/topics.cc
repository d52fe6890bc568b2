// dplda topics: a model's topics for people.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/cli/verb.h"
#include "lda/model.h"
#include "lda/noise_marks.h"
#include "lda/topic_order.h"
#include "training/model_privacy.h"

namespace dplda::cli {
namespace {

nlohmann::ordered_json as_json(const Model& model, std::size_t words) {
  const auto told = told_from_noise(model);
  nlohmann::ordered_json topics = nlohmann::ordered_json::array();
  for (const std::size_t k : topics_by_prevalence(model)) {
    nlohmann::ordered_json topic = {{"topic", k}};
    if (!model.prevalence().empty()) topic["prevalence"] = model.prevalence()[k];
    if (!model.coherence().empty()) topic["npmi"] = model.coherence()[k];
    if (told) topic["told_from_noise"] = bool{(*told)[k]};
    for (const std::uint32_t word : model.top_words(k, words)) {
      topic["words"].push_back(
          {{"word", model.vocabulary().word(word)}, {"probability", model.topic(k)[word]}});
    }
    topics.push_back(std::move(topic));
  }
  nlohmann::ordered_json all = {{"topics", std::move(topics)}};
  if (model.meta().noise_check.has_value()) all["noise_check"] = noise_sentence(model);
  if (was_interrupted(model)) all["interrupted"] = true;
  return all;
}

// Topics that are no more than noise come last, below a line that says so.
void print_topics(const Model& model, std::size_t words) {
  const auto told = told_from_noise(model);
  bool noise = false;
  fmt::print("{:>5}  {:>6}  {:>6}  {}\n", "topic", "share", "npmi", "words");
  for (const std::size_t k : topics_by_prevalence(model)) {
    if (told && !(*told)[k] && !std::exchange(noise, true))
      fmt::print("{}:\n", noise_sentence(model));
    const std::string share =
        model.prevalence().empty() ? "-" : fmt::format("{:.1f}%", 100 * model.prevalence()[k]);
    const bool coherent = !model.coherence().empty() && std::isfinite(model.coherence()[k]);
    const std::string npmi = coherent ? fmt::format("{:.3f}", model.coherence()[k]) : "-";
    std::string list;
    for (const std::uint32_t word : model.top_words(k, words))
      list += " " + model.vocabulary().word(word);
    fmt::print("{:>5}  {:>6}  {:>6} {}\n", noise ? fmt::format("~{}", k) : fmt::format("{}", k),
               share, npmi, list);
  }
  if (!noise && model.meta().noise_check.has_value()) fmt::print("{}\n", noise_sentence(model));
  if (was_interrupted(model)) fmt::print("{}\n", interruption_text(model));
}

struct TopicsFlags {
  std::string model;
  std::int64_t words = 10;
  bool json = false;

  OptionTable table() {
    return {{.name = "words",
             .target = &words,
             .help = "words to show of each topic",
             .least = 1,
             .most = 1e9},
            {.name = "json", .target = &json, .help = "print JSON"}};
  }
};

void show(TopicsFlags& flags) {
  check(flags.table());
  const Model model = Model::load(flags.model);
  const auto words = static_cast<std::size_t>(flags.words);
  if (flags.json) {
    fmt::print("{}\n", as_json(model, words).dump(2));
  } else {
    print_topics(model, words);
  }
}

}  // namespace

Verb topics_verb() {
  const auto flags = std::make_shared<TopicsFlags>();
  return {.name = "topics",
          .help = "Show the topics of a model",
          .arguments =
              {{.name = "MODEL", .target = &flags->model, .help = "model file", .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { show(*flags); }};
}

}  // namespace dplda::cli

// dplda recover: which planted topics of a synthetic corpus a model found again.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/cli/verb.h"
#include "eval/recovery.h"

namespace dplda::cli {

namespace {

constexpr std::size_t kShownWords = 8;

std::vector<std::string> shown_words(const Model& model, std::size_t topic) {
  std::vector<std::string> words;
  for (const std::uint32_t id : model.top_words(topic, kShownWords))
    words.push_back(model.vocabulary().word(id));
  return words;
}

void print_recovery(const Recovery& found, const Model& model) {
  std::size_t width = std::string_view("planted topic").size();
  for (const RecoveredTopic& topic : found.topics) width = std::max(width, topic.name.size());
  fmt::print("{:<{}}  topic  cosine  top words\n", "planted topic", width);
  for (const RecoveredTopic& topic : found.topics)
    fmt::print("{:<{}}  {:>5}  {:6.3f}  {}\n", topic.name, width, topic.best, topic.cosine,
               fmt::join(shown_words(model, topic.best), " "));
  fmt::print("\nwithout filler: worst {:.3f}, mean {:.3f}; one to one: worst {:.3f}, mean {:.3f}\n",
             found.worst, found.mean, found.assigned_worst, found.assigned_mean);
}

void print_json(const Recovery& found, const Model& model) {
  auto json = to_json(found);
  for (std::size_t p = 0; p < found.topics.size(); ++p)
    json["topics"][p]["top_words"] = shown_words(model, found.topics[p].best);
  fmt::print("{}\n", json.dump(2));
}

struct RecoverFlags {
  std::string model;
  std::string planted;
  bool json = false;
};

void recover(const RecoverFlags& flags) {
  const PlantedTopics topics = load_planted_topics(flags.planted);
  const Model learnt = Model::load(flags.model);
  const Recovery found = recovery(topics, learnt);
  flags.json ? print_json(found, learnt) : print_recovery(found, learnt);
}

}  // namespace

Verb recover_verb() {
  const auto flags = std::make_shared<RecoverFlags>();
  return {.name = "recover",
          .help = "Compare a model's topics with those planted in its corpus",
          .arguments =
              {{.name = "MODEL", .target = &flags->model, .help = "model file", .required = true},
               {.name = "PLANTED",
                .target = &flags->planted,
                .help = "planted topics, as 'dplda generate' writes them (.topics.json)",
                .required = true}},
          .flags = {{.name = "json", .target = &flags->json, .help = "print JSON"}},
          .run = [flags](const Given&) { recover(*flags); }};
}

}  // namespace dplda::cli

#include "corpus/planted_topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"

namespace dplda {

namespace {

constexpr std::string_view kTopicsFormat = "dplda-planted-topics";
constexpr int kTopicsVersion = 1;

// A JSON text of any length goes out piece by piece: an object of all words would be held twice.
void write_topic(const PlantedTopic& topic, AtomicFile& file) {
  file.write(fmt::format("    {{\"name\": {}, \"filler\": {}, \"words\": {{",
                         nlohmann::json(topic.name).dump(), topic.filler));
  std::string_view separator;
  for (const auto& [word, probability] : topic.words) {
    file.write(fmt::format("{}{}: {}", separator, nlohmann::json(word).dump(),
                           fmt::format("{}", probability)));
    separator = ", ";
  }
  file.write("}}");
}

std::string whole_text(const std::string& path) {
  const auto source = open_input(path);
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t size = source->read(buffer)) text.append(buffer.data(), size);
  return text;
}

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  throw InputError(fmt::format(
      "{}: not a file of planted topics: {}; 'dplda generate' writes such files", path, what));
}

PlantedTopic topic_from_json(const nlohmann::json& value, const std::string& path) {
  if (!value.is_object() || !value.contains("name") || !value["name"].is_string())
    refuse(path, "a topic has no name");
  PlantedTopic topic;
  topic.name = value["name"];
  const auto refuse_topic = [&](std::string_view what) {
    refuse(path, fmt::format("topic \"{}\" {}", topic.name, what));
  };
  if (value.contains("filler")) {
    if (!value["filler"].is_boolean()) refuse_topic("has a \"filler\" that is not true or false");
    topic.filler = value["filler"];
  }
  if (!value.contains("words") || !value["words"].is_object() || value["words"].empty())
    refuse_topic("has no words");
  for (const auto& [word, probability] : value["words"].items()) {
    if (!probability.is_number() || !(probability.get<double>() > 0) ||
        !std::isfinite(probability.get<double>()))
      refuse_topic("has a word whose probability is not a positive number");
    topic.words.emplace_back(word, probability.get<double>());
  }
  return planted_topic(topic.name, topic.filler, std::move(topic.words));
}

}  // namespace

PlantedTopic planted_topic(std::string name, bool filler,
                           std::vector<std::pair<std::string, double>> weights) {
  std::erase_if(weights, [](const auto& entry) { return !(entry.second > 0); });
  std::sort(weights.begin(), weights.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  // Smallest first: the sum is the same for any order of the input, and the most precise.
  double total = 0;
  for (auto entry = weights.rbegin(); entry != weights.rend(); ++entry) total += entry->second;
  for (auto& [word, weight] : weights) weight /= total;
  return {std::move(name), filler, std::move(weights)};
}

void write_planted_topics(const PlantedTopics& topics, AtomicFile& file) {
  file.write(fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"topics\": [\n",
                         kTopicsFormat, kTopicsVersion));
  for (std::size_t k = 0; k < topics.size(); ++k) {
    write_topic(topics[k], file);
    file.write(k + 1 < topics.size() ? ",\n" : "\n");
  }
  file.write("  ]\n}\n");
}

PlantedTopics load_planted_topics(const std::string& path) {
  const auto root = nlohmann::json::parse(whole_text(path), nullptr, false);
  if (root.is_discarded()) refuse(path, "it is no valid JSON");
  if (!root.is_object() || root.value("format", nlohmann::json()) != kTopicsFormat)
    refuse(path, fmt::format("its \"format\" is not \"{}\"", kTopicsFormat));
  if (root.value("version", nlohmann::json()) != kTopicsVersion)
    refuse(path, fmt::format("this version of dplda reads version {} only", kTopicsVersion));
  if (!root.contains("topics") || !root["topics"].is_array()) refuse(path, "it has no topics");
  PlantedTopics topics;
  for (const auto& value : root["topics"]) topics.push_back(topic_from_json(value, path));
  if (std::all_of(topics.begin(), topics.end(), [](const auto& topic) { return topic.filler; }))
    refuse(path, "it has no topics beside filler");
  return topics;
}

std::string planted_topics_path(const std::string& output) {
  return std::filesystem::path(output).replace_extension(".topics.json").string();
}

}  // namespace dplda

// Planted topics: the word distributions that a synthetic corpus was made from, and the JSON file
// that holds them (docs/use/formats.md, "Planted topics").
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files.h"

namespace dplda {

struct PlantedTopic {
  std::string name;
  // Words that every document uses, whatever it is about: not counted when one asks whether the
  // planted topics were found again.
  bool filler = false;
  // Words as they come out of the tokenizer, with their probabilities, most probable first.
  std::vector<std::pair<std::string, double>> words;
};

using PlantedTopics = std::vector<PlantedTopic>;

// The topic of words that carry these weights: divided by their sum, those of weight 0 left out,
// most probable first (equal ones by spelling).
PlantedTopic planted_topic(std::string name, bool filler,
                           std::vector<std::pair<std::string, double>> weights);

// Writes the file; the caller commits it.
void write_planted_topics(const PlantedTopics& topics, AtomicFile& file);

// Throws InputError, naming `path`, unless it is such a file with at least one topic that is not
// filler, every topic with at least one word, and every probability positive and finite.
PlantedTopics load_planted_topics(const std::string& path);

// The default place beside an output: "notes.txt" -> "notes.topics.json".
std::string planted_topics_path(const std::string& output);

}  // namespace dplda

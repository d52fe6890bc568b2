// Membership inference against a classifier of documents by their topic shares, with shadow models
// (Shokri et al. 2017; the paper, section VII, "Defense Against MIA";
// docs/privacy/membership-classifier.md).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "attack/topic_classifier.h"
#include "attack/topic_worlds.h"
#include "base/threads.h"
#include "corpus/corpus.h"

namespace dplda {

struct ClassifierAttackOptions : WorldOptions {
  ClassifierOptions classifier;
  bool sanitised = false;  // what the classifier is trained on; questions are clean documents
};

struct ClassifierAttackResult {
  // Of guesses about members and as many others; 95% interval (Clopper-Pearson).
  double attack_accuracy = 0;
  double attack_low = 0;
  double attack_high = 0;
  double attack_auc = 0;           // a member scores above another: 1/2 is nothing learnt
  double prediction_accuracy = 0;  // of the classifier, on documents that are no members
  double prediction_f1 = 0;        // the same, mean over the classes
  double training_accuracy = 0;    // on members
  std::uint64_t guesses = 0;
};

// Trains a classifier in each world, learns from the shadows how confidence gives members away, and
// guesses in the targets. The same for any number of threads. Throws InputError if the worlds have
// no sanitised features where they are asked for, or options are out of range. REQUIRES: labels
// below `classes`; at least one target and one shadow.
ClassifierAttackResult attacked(const Worlds& worlds, std::uint32_t classes,
                                const ClassifierAttackOptions& options, ThreadPool& pool);

// All of it. Throws InputError if labels and documents do not go together, or as trained_worlds().
ClassifierAttackResult classifier_attack(const Corpus& corpus,
                                         std::span<const std::uint32_t> labels,
                                         const ClassifierAttackOptions& options, ThreadPool& pool);

nlohmann::ordered_json to_json(const ClassifierAttackResult& result);

}  // namespace dplda

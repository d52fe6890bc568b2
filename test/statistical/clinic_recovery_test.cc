// Every condition that was planted in the clinic notes of the demo is found again, whatever the
// seed: the cosine between a planted condition and the learnt topic that is most like it is at
// least 0.85 over 5 seeds and both samplers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "corpus/clinic.h"
#include "corpus/prepare.h"
#include "eval/recovery.h"
#include "reference/options.h"
#include "training/training.h"

namespace dplda {
namespace {

TEST(ClinicNotes, EveryPlantedConditionIsFoundAgain) {
  ClinicOptions notes;
  notes.documents = 5000;
  notes.seed = 7;
  std::vector<std::string> texts;
  const PlantedTopics planted =
      generate_clinic(notes, [&](const ClinicNote& note) { texts.emplace_back(note.text); });
  PrepareOptions preparation;
  preparation.min_df = 5;
  const Corpus corpus = prepared_texts(texts, preparation);

  for (const char* sampler : {"sequential", "snapshot"}) {
    double worst = 1;
    for (int seed = 1; seed <= 5; ++seed) {
      TrainOptions options;
      options->topics = 24;
      test::set(options, "sampler", sampler);
      options->seed = seed;
      Observer observer;
      worst = std::min(worst, recovery(planted, train(corpus, options, observer).model).worst);
    }
    std::printf("%s: worst cosine of a planted condition over 5 seeds %.3f\n", sampler, worst);
    EXPECT_GE(worst, 0.85) << sampler;
  }
}

}  // namespace
}  // namespace dplda

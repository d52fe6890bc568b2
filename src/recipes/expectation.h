// What can be expected of a run with so many documents, by what was measured before
// (docs/use/noise-check.md, "What to expect").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "training/setup.h"

namespace dplda {

struct Expectation {
  double documents;
  double words;
  double
      epsilon;  // of the run at the delta of the measurements: what the measured one may not exceed
  double measured;               // the epsilon of the figures
  double told;                   // part of the topics that can be told from noise
  double recovered;              // mean cosine with what was planted
  std::optional<double> needed;  // documents for half of the topics; none: more than were tried

  bool hopeless() const { return told < 0.05; }
};

// The figures measured with no more documents and no larger an epsilon, none where nothing was
// measured for the recipe, or at no epsilon as small. More words than the measured ones need
// documents in proportion; fewer are no help. REQUIRES: documents and words above 0.
std::optional<Expectation> expectation(const RunSetup& setup, double documents, double words);

// One or two sentences, and the same for programs.
std::string expectation_text(const Expectation& expectation);
nlohmann::ordered_json to_json(const Expectation& expectation);

}  // namespace dplda

// Written by experiments/noise-check --update: how many topics of recipe doc, unit document, can be told from noise, and how
// well those that were planted are recovered (mean cosine), on generated clinic notes of 548 words with 24 topics and delta 1e-6.
#pragma once

#include <array>

namespace dplda {

inline constexpr double kMeasuredWords = 548;

struct MeasuredExpectation {
  double epsilon;
  double documents;
  double told;       // part of the topics
  double recovered;  // mean cosine
};

inline constexpr std::array kMeasuredExpectations = {
    MeasuredExpectation{1, 250, 0.0, 0.3},
};

}  // namespace dplda

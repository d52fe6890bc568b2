// Written by tools/update-results from `dplda experiment noise-check`: how many topics of recipe
// doc, unit document, can be told from noise, and how well those that were planted are recovered
// (mean cosine), on generated clinic notes of 548 words with 24 topics and delta 1e-6.
#pragma once

#include <array>

namespace dplda {

inline constexpr double kMeasuredWords = 548;
inline constexpr int kMeasuredTopics = 24;
inline constexpr double kMeasuredDelta = 1e-6;

struct MeasuredExpectation {
  double epsilon;
  double documents;
  double told;       // part of the topics
  double recovered;  // mean cosine
};

inline constexpr std::array kMeasuredExpectations = {
    MeasuredExpectation{1, 250, 0.000, 0.24},  MeasuredExpectation{1, 500, 0.000, 0.25},
    MeasuredExpectation{1, 1000, 0.000, 0.24}, MeasuredExpectation{1, 2000, 0.000, 0.35},
    MeasuredExpectation{1, 5000, 0.583, 0.66}, MeasuredExpectation{1, 20000, 1.000, 0.94},
    MeasuredExpectation{3, 250, 0.000, 0.23},  MeasuredExpectation{3, 500, 0.000, 0.27},
    MeasuredExpectation{3, 1000, 0.000, 0.54}, MeasuredExpectation{3, 2000, 0.583, 0.79},
    MeasuredExpectation{3, 5000, 1.000, 0.91}, MeasuredExpectation{3, 20000, 1.000, 0.95},
    MeasuredExpectation{8, 250, 0.000, 0.26},  MeasuredExpectation{8, 500, 0.000, 0.55},
    MeasuredExpectation{8, 1000, 0.750, 0.76}, MeasuredExpectation{8, 2000, 0.958, 0.86},
    MeasuredExpectation{8, 5000, 1.000, 0.88}, MeasuredExpectation{8, 20000, 0.958, 0.97},
};

}  // namespace dplda

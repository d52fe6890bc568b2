// What the figures share: settings of the paper, horizontal lines, words for findings.
#pragma once

#include <string>
#include <vector>

#include "lab/cells.h"
#include "lab/lab.h"
#include "recipes/cdp.h"
#include "recipes/cgs.h"
#include "recipes/hdp.h"

namespace dplda {

// Plain Gibbs sampling as the paper has it, counts changed in place.
CgsOptions plain_options(const Lab& lab);
// HDP-LDA as published but for what was wrong: draws of range h = 10 and releases of `epsilon` each
// (unit: word, view: topics+counts), neither shrinking nor averaging.
HdpOptions bare_hdp_options(const Lab& lab, double epsilon);
// CDP-LDA or CDP-LDA+ with continuous noise.
CdpOptions noisy_options(const Lab& lab, NoiseTimes times, double epsilon);

Lab::SeededCell trained(const Dataset& data, TrainOptions options);
TrainOptions seeded(TrainOptions options, std::int64_t seed);

// Perplexity of one topic: a model above it is worse than none.
Level one_topic(Lab& lab, const Dataset& data, const char* measure = "perplexity");
// Plain sampling at the paper's settings, and with the topics and alpha of another run: what that
// one is to be compared with.
Level plain_level(Lab& lab, const Dataset& data, const char* measure = "perplexity");
Level plain_level(Lab& lab, const Dataset& data, const TrainOptions& like,
                  const char* measure = "perplexity");

Panel empty_panel(std::string title, Axis x, Axis y);

// The y of the point at x; NaN if there is none.
double at(const Series& series, double x);

// How many seeds a point stands for, in words.
std::string seeds_text(const Lab& lab);

}  // namespace dplda

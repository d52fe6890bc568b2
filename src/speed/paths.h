// How fast everything beside the sweeps is: random bits, noise, reports, loading, inference.
#pragma once

#include <vector>

#include "lda/token_sequences.h"
#include "speed/measurement.h"

namespace dplda {

// Each checks its fast path on the best and the plainest instruction set (or against what was put
// in) and throws SystemError where they differ; then times it against the plainest way there is.

// The generator that all draws come from.
std::vector<Measurement> random_speeds(const RaceLength& length);
// Noise of a release with 50 topics, its share of an hdp sweep over `tokens`, and noise of 100
// million cells.
std::vector<Measurement> noise_speeds(const TokenSequences& tokens, const RaceLength& length);
// Randomized response of reports of 1000 words.
std::vector<Measurement> response_speeds(const RaceLength& length);
// Opening a corpus file with these documents, which is written to the directory for temporary files
// and removed; and laying the tokens out.
std::vector<Measurement> load_speeds(const TokenSequences& tokens, const RaceLength& length);
// Topic shares of documents under a model of 50 topics.
std::vector<Measurement> inference_speeds(const TokenSequences& tokens, const RaceLength& length);

}  // namespace dplda

// How fast everything beside the sweeps is: random bits, noise, reports, loading, inference.
#pragma once

#include <vector>

#include "lab/speed/measurement.h"
#include "lda/token_sequences.h"

namespace dplda {

// Each checks its fast path on the best and the plainest instruction set (or against what was put
// in) and throws SystemError where they differ; then times it against the plainest way there is.

// The generator that all draws come from.
std::vector<Measurement> random_speeds(const RaceLength& length);
// Noise of a release with 50 topics, its share of an hdp sweep over `tokens`, and noise of 100
// million cells.
std::vector<Measurement> noise_speeds(const TokenSequences& tokens, const RaceLength& length);
// Sweeps of hdp with noise against the same without: 50 topics, then 200 and 1000 on both kernels,
// the first `numbers` of these numbers. They must differ in nothing but the noise.
std::vector<Measurement> private_sweep_speeds(const TokenSequences& tokens, std::size_t numbers,
                                              const RaceLength& length);
// Randomized response of reports of 1000 words.
std::vector<Measurement> response_speeds(const RaceLength& length);
// Text to words, to terms and to a corpus file, which is written to the directory for temporary
// files and removed.
std::vector<Measurement> preparation_speeds(bool quick, const RaceLength& length);
// Counting the topic-word table anew, as after every snapshot sweep: a small table that stays in
// the caches (50 topics), and a large one (1000 topics) that does not; on one thread and on
// `threads`.
std::vector<Measurement> count_speeds(const TokenSequences& small, const TokenSequences& large,
                                      int threads, const RaceLength& length);
// Opening a corpus file with these documents, which is written to the directory for temporary files
// and removed; and laying the tokens out.
std::vector<Measurement> load_speeds(const TokenSequences& tokens, const RaceLength& length);
// Topic shares of documents under a model of 50 topics.
std::vector<Measurement> inference_speeds(const TokenSequences& tokens, const RaceLength& length);

}  // namespace dplda

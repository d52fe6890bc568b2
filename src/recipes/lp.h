// What LP-LDA makes of reports before it learns from them (docs/internals/algorithms.md,
// "Reports").
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "collect/estimates.h"
#include "collect/reports.h"
#include "corpus/corpus.h"

namespace dplda {

struct TrainOptions;

// How many of the documents of `prior` have each word, scaled to a number of documents: what is
// expected of as many reports.
std::vector<double> expected_frequencies(const Corpus& prior, std::uint64_t documents);

// How many documents have each word, by --denoise moment, or by bayes with `expected` in view.
// REQUIRES: `expected` has a number for every word where denoise is bayes.
std::vector<double> estimated_frequencies(const WordSets& reports, Channel channel,
                                          const TrainOptions& options,
                                          std::span<const double> expected, ThreadPool& pool);

// The corpus that the reports are taken for. `prior`: the documents of options.prior over the
// reports' vocabulary, for --denoise bayes. REQUIRES: resolved options.
Corpus rebuilt_corpus(const Reports& reports, const Corpus* prior, const TrainOptions& options);

// Works out what the options about reports leave open. Throws InputError if they contradict one
// another or leave too much open.
void resolve_denoising(TrainOptions& options);

// The documents of options.prior over the vocabulary of the reports or the stream; none if none are
// named. Throws InputError if they have no word of it.
std::optional<Corpus> open_prior(const TrainOptions& options, const Vocabulary& vocabulary,
                                 const nlohmann::ordered_json& preparation);

// How documents are prepared that are to be compared with reports: each word once.
nlohmann::ordered_json report_preparation();

// What a prior that is not public exposes.
std::vector<struct Exposure> prior_exposures(const TrainOptions& options);

}  // namespace dplda

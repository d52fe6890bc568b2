// The documents of --prior, with which a run on reports or on a stream begins.
#pragma once

#include <optional>
#include <vector>

#include "corpus/corpus.h"
#include "privacy/ledger.h"
#include "training/setup.h"

namespace dplda {

// Over the vocabulary of the reports or the stream; none if none are named. Throws InputError if
// they have no word of it.
std::optional<Corpus> open_prior(const PriorDocuments& prior, const Vocabulary& vocabulary,
                                 const Preparation& preparation);

// How documents are prepared that are to be compared with reports: each word once.
Preparation report_preparation();

// What those that are not public expose.
std::vector<Exposure> prior_exposures(const PriorDocuments& prior);

}  // namespace dplda

// The documents of --prior, with which a run on reports or on a stream begins.
#pragma once

#include <cstdint>
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

// How reports count as prepared, and documents that are to be compared with them: each word once.
// `reports`: how many there are, where all are there.
Preparation report_preparation(std::optional<std::uint64_t> reports = {});

// What those that are not public expose.
std::vector<Exposure> prior_exposures(const PriorDocuments& prior);

}  // namespace dplda

// The cells of tables: one training as a user does it, and all that tables say of it. Seeds are
// public, so that figures repeat.
#pragma once

#include <cstdint>
#include <optional>

#include "lab/cell.h"
#include "lab/table_corpora.h"
#include "training/recipe.h"

namespace dplda {

// Trains: on reports of `epsilon` a bit (unit: presence, view: report) if that is given, otherwise
// on the documents. {"perplexity", "completion"} on the test documents, "counts": the same with
// their counts where the corpus has them, "recovery": the mean cosine as `dplda recover` rounds it
// where something was planted, "told": how many topics can be told from noise where that was
// checked, "cpu": seconds of training}. REQUIRES of both: `data` outlives the cell.
Cell table_cell(const TableCorpus& data, const TrainOptions& options,
                std::optional<double> epsilon = std::nullopt);

// A stream over the training documents; `prior` of them, chosen at random, are known from the
// beginning. {"prior", "batches", "last", "binary", "cpu"}: perplexity and completion of the prior
// alone (null: there is none), after the first batch, or after each if `every`, and after the last,
// with counts; after the last on sets of words. REQUIRES: the corpus has counts.
Cell table_stream_cell(const TableCorpus& data, const TrainOptions& options,
                       std::optional<double> epsilon, std::uint64_t prior, bool every = false);

}  // namespace dplda

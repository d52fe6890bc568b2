// Reports of small corpora for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collect/reports.h"
#include "corpus/corpus.h"

namespace dplda::test {

// The corpus as it arrives, a report for each document. `flags`: those of the header.
Reports reports_of(const Corpus& corpus, double epsilon, std::uint64_t seed,
                   std::uint32_t flags = 0);

// The same as a stream of bytes; report m has an id of its own.
std::string report_bytes(const Reports& reports);

// Some of the rows, `size` from `first` on.
WordSets rows_of(const WordSets& sets, std::uint64_t first, std::uint64_t size);

}  // namespace dplda::test

// Document-level LDA by drawn topics: documents cut to --cap distinct words, each counted once
// under the topic that it drew (docs/internals/algorithms.md, "Drawn contributions").
#pragma once

#include <memory>

#include "recipes/doc_run.h"
#include "training/method.h"

namespace dplda {

// Thresholds where none are given, in standard deviations of the noise; measured
// (docs/results/document-level.md).
inline constexpr double kDrawnThreshold = 1.3;

std::unique_ptr<Method> sampled_doc_method(const Workbench& bench, const DocRun& run, Chain chain);

}  // namespace dplda

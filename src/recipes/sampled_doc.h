// Document-level LDA by drawn topics: documents cut to --cap distinct words, each counted once
// under the topic that it drew (docs/internals/algorithms.md, "Drawn contributions").
#pragma once

#include <memory>

#include "recipes/method.h"

namespace dplda {

// T + 1 releases, the last with the model. REQUIRES: resolved options.
std::unique_ptr<Method> sampled_doc_method(const Workbench& bench, const TokenSequences& tokens);

}  // namespace dplda

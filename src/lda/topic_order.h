// The order in which the topics of a model are shown.
#pragma once

#include <cstddef>
#include <vector>

#include "lda/model.h"

namespace dplda {

// All topics, the most prevalent first where that is known, by number elsewhere; those that cannot
// be told from noise come last, in the same order.
std::vector<std::size_t> topics_by_prevalence(const Model& model);

}  // namespace dplda

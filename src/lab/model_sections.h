// A model in a report: its topics, and what it protects.
#pragma once

#include <vector>

#include "figures/page.h"
#include "lda/model.h"

namespace dplda {

std::vector<Section> sections_of(const Model& model);

}  // namespace dplda

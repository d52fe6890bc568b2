// A model in a report: its topics, and what it protects.
#pragma once

#include <vector>

#include "lda/model.h"
#include "report/page.h"

namespace dplda {

std::vector<Section> sections_of(const Model& model);

}  // namespace dplda

// What a model says of its topics and noise (docs/use/noise-check.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lda/model.h"

namespace dplda {

// For every topic whether it can be told from noise; nothing where that was not checked.
std::optional<std::vector<bool>> told_from_noise(const Model& model);

// One sentence for people: how many topics cannot be told from noise, or that they were not
// checked; empty for a model to which no noise was added.
std::string noise_sentence(const Model& model);

}  // namespace dplda

// What may leave the house of a private run's model: the check, and the removal of everything else.
#pragma once

#include <string>
#include <vector>

#include "lda/model.h"

namespace dplda {

struct Publication {
  Model model;                       // with nothing in it but what was released
  std::vector<std::string> removed;  // what had to go, in words
};

// The model with its privacy record computed again (recipes/recomputed_privacy.h). Throws
// InputError if the model says that the run was not private, says nothing, or states less than its
// releases cost.
Publication publication(const Model& model, const std::string& source);

}  // namespace dplda

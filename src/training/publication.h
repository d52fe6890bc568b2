// What may leave the house of a private run's model: the check, and the removal of everything else.
#pragma once

#include <string>
#include <vector>

#include "lda/model.h"
#include "privacy/ledger.h"

namespace dplda {

struct Publication {
  Model model;                       // with nothing in it but what was released
  std::vector<std::string> removed;  // what had to go, in words
};

// The model with its privacy record computed again (training/recomputed_privacy.h). Throws
// InputError if the model says that the run was not private, says nothing, or states less than its
// releases cost. `ledger`: that of the data, whose total is stated in place of the one that was
// known when the model was made; throws InputError if it is another one or something was exposed.
Publication publication(const Model& model, const std::string& source,
                        const Ledger* ledger = nullptr);

// Throws InputError if `path` is the model of a private run that was charged for: what it cost is
// not given back with it. A resumed run may replace the model that its own interruption left.
void refuse_to_replace_paid(const std::string& path, bool resumed);
// The same where something else than a model is about to be written, which nobody can insist on.
void refuse_to_replace_paid(const std::string& path);

}  // namespace dplda

// The privacy record of a model, computed again from what the model says of its run: nothing that
// somebody wrote into it is believed where it can be worked out.
#pragma once

#include <string>

#include "lda/model.h"
#include "privacy/privacy_record.h"

namespace dplda {

// The privacy record that the model should have. Unit, view and the releases that the run must have
// made follow from its options and its vocabulary, every figure from the releases that it names. Of
// `data`, the larger figure stands: other runs may have added to it (see larger_total()). Whether a
// ledger was kept, and whether the key came from a file, is taken from the stated record: nothing
// else knows. Throws InputError, naming `source`, if the model says that it is not private, exposes
// something, names other releases or fewer than its run made, states other figures or facts than
// those worked out, or lower ones in `data`.
PrivacyRecord recomputed_privacy(const Model& model, const std::string& source);

// The total `a` with each figure of `b`, of the same unit, view and delta, that is larger.
StatedTotal larger_total(const StatedTotal& a, const StatedTotal& b);

}  // namespace dplda

// What a mechanism claims, as a value that can be written down and recomputed by whoever reads it.
#pragma once

#include <string>

#include "privacy/loss.h"
#include "privacy/mechanism_parameters.h"

namespace dplda {

struct Mechanism {
  std::string name;
  MechanismParameters parameters;
  // Of one neighbouring pair, in the unit that the parameters count in.
  PrivacyLoss loss;
  // For a mechanism whose unit is a document added or removed: of a whole document replaced by
  // another. Otherwise equal to `loss`.
  PrivacyLoss replaced;
};

}  // namespace dplda

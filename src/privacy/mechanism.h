// What a mechanism claims, as a value that can be written down and recomputed by whoever reads it.
#pragma once

#include <optional>
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
  // For a mechanism whose unit is a document: of one word of a document replaced by another, where
  // that is known to be less than a document replaced.
  std::optional<PrivacyLoss> word = std::nullopt;

  const PrivacyLoss& word_replaced() const { return word ? *word : replaced; }
};

}  // namespace dplda

// The mechanisms that there are, as they are read back from what was written down.
#pragma once

#include <string>

#include "privacy/mechanism.h"

namespace dplda {

// The mechanism of that name, its losses computed again from the parameters. Throws InputError for
// a name or parameter that is unknown, missing or out of range.
Mechanism mechanism_from(const std::string& name, const MechanismParameters& parameters);

}  // namespace dplda

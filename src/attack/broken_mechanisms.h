// Mechanisms with a mistake in them, each a small variation of a shipped one: an audit that does
// not catch them all is blind. Never used to protect anybody.
#pragma once

#include <vector>

#include "attack/audit.h"

namespace dplda {

// Each claims what the mechanism without its mistake would.
std::vector<AuditCase> broken_mechanisms();

}  // namespace dplda

// What the audit tries to refute: every shipped mechanism at a pair of data sets where it gives
// away the most.
#pragma once

#include <vector>

#include "attack/audit.h"

namespace dplda {

// Each claims what its own mechanism() or plan states.
std::vector<AuditCase> shipped_mechanisms();

}  // namespace dplda

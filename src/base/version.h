// The version of the software, from the build.
#pragma once

#include <string_view>

#include "dplda/export.h"

namespace dplda {

DPLDA_API std::string_view version();
// The day of that version, as 2026-11-16. It is no matter of when it was built.
std::string_view released();

}  // namespace dplda

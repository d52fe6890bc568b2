#include "base/version.h"

namespace dplda {

std::string_view version() { return DPLDA_VERSION; }

}  // namespace dplda

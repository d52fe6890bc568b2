#include "base/version.h"

namespace dplda {

std::string_view version() { return DPLDA_VERSION; }

std::string_view released() { return DPLDA_RELEASED; }

}  // namespace dplda

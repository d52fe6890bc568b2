// The version of the software, from the build.
#pragma once

#include <string_view>

namespace dplda {

std::string_view version();

}  // namespace dplda

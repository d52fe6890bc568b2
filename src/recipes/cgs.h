// Plain collapsed Gibbs sampling, which other recipes use on data that protect themselves.
#pragma once

#include <memory>

#include "recipes/method.h"

namespace dplda {

std::unique_ptr<Method> plain_method(const Workbench& bench);

}  // namespace dplda

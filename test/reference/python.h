// Runs Python, so that tests can ask NumPy and SciPy what they make of our files.
#pragma once

#include <string>
#include <vector>

namespace dplda::test {

// The exit code of Debian's Python running `script` with `arguments`; -1 if it cannot be run.
int python(const std::string& script, const std::vector<std::string>& arguments);

}  // namespace dplda::test

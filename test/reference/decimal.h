// Asks Python's decimal arithmetic, with 80 digits, whether fixed-point numbers are what they
// should be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dplda::test {

// A fixed-point number in decimal digits.
std::string digits(unsigned __int128 x);

// Runs a Python script over lines of numbers, in `lines`: a list of lists of int. Before it the
// functions of decimal are imported, precision is 80 digits, and exp_minus(n, d) is exp(-n / d).
// True if every assertion holds.
bool holds_in_decimals(const std::string& script,
                       const std::vector<std::vector<unsigned __int128>>& lines);

}  // namespace dplda::test

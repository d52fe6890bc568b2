#include "reference/decimal.h"

#include <algorithm>

#include "reference/python.h"
#include "reference/temporary.h"

namespace dplda::test {

std::string digits(unsigned __int128 x) {
  std::string text;
  do {
    text += static_cast<char>('0' + static_cast<int>(x % 10));
    x /= 10;
  } while (x > 0);
  std::reverse(text.begin(), text.end());
  return text;
}

bool holds_in_decimals(const std::string& script,
                       const std::vector<std::vector<unsigned __int128>>& lines) {
  const std::string prelude = R"(
import sys
from decimal import Decimal, getcontext, ROUND_CEILING
getcontext().prec = 80
def exp_minus(n, d): return (-Decimal(n) / Decimal(d)).exp()
lines = [[int(x) for x in line.split()] for line in open(sys.argv[1])]
assert lines
)";
  std::string text;
  for (const auto& line : lines) {
    for (const unsigned __int128 x : line) text += digits(x) + ' ';
    text += '\n';
  }
  const TemporaryDirectory directory;
  write_file(directory / "numbers", text);
  return python(prelude + script, {directory / "numbers"}) == 0;
}

}  // namespace dplda::test

#include "figures/tick_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "figures/markup.h"

namespace dplda {
namespace {

constexpr double kLongest = 1e6;    // written out below it
constexpr double kShortest = 1e-4;  // written out from it on
constexpr double kSeparated = 1e4;  // 9999 but 10,000

std::string with_sign(double value, const std::string& size) {
  return value < 0 ? "\u2212" + size : size;
}

std::string written_out(double value, int decimals) {
  std::string size = fmt::format("{:.{}f}", std::abs(value), decimals);
  if (std::abs(value) >= kSeparated) {
    const std::size_t point = std::min(size.find('.'), size.size());
    for (std::size_t i = point; i > 3; i -= 3) size.insert(i - 3, ",");
  }
  return with_sign(value, size);
}

// At most `digits` after the point of the mantissa.
std::string as_power(double value, int digits) {
  if (value == 0) return "0";
  const std::string text = fmt::format("{:.{}e}", std::abs(value), digits);
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  if (digits > 0) mantissa.erase(mantissa.find_last_not_of('0') + 1);
  if (mantissa.back() == '.') mantissa.pop_back();
  const int exponent = std::atoi(text.c_str() + e + 1);
  if (exponent == 0) return with_sign(value, mantissa);
  const std::string power = power_of_ten_text(exponent);
  return with_sign(value, mantissa == "1" ? power : mantissa + "\u00b7" + power);
}

int exponent_of(double value) {
  return value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
}

}  // namespace

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }

std::vector<Tick> labelled(std::span<const double> values, int exponent) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  const bool out = largest < kLongest && (largest == 0 || exponent >= -4 || largest >= 1);
  std::vector<Tick> ticks;
  for (const double value : values)
    ticks.push_back({value, out ? written_out(value, std::max(0, -exponent))
                                : as_power(value, std::max(0, exponent_of(value) - exponent))});
  return ticks;
}

std::vector<Tick> labelled_decades(std::span<const double> values) {
  const bool out = values.empty() || (values.front() >= kShortest && values.back() < kLongest);
  std::vector<Tick> ticks;
  for (const double value : values)
    ticks.push_back(
        {value, out ? written_out(value, std::max(0, -exponent_of(value))) : as_power(value, 0)});
  return ticks;
}

}  // namespace dplda

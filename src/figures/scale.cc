#include "figures/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/steady_math.h"
#include "figures/tick_labels.h"

namespace dplda {
namespace {

constexpr double kLargest = 1e300;    // sums and differences of what is shown stay finite
constexpr double kSmallest = 1e-300;  // below it: 0
constexpr double kRoom = 0.05;        // on either side, as a share of the range
constexpr double kNarrowest = 1e-9;   // a range that is smaller, relatively, is one value

struct Range {
  double least;
  double most;
};

// Round values a step apart: multiples of mantissa * 10^exponent.
struct Step {
  int mantissa;  // 1, 2 or 5
  int exponent;

  // Divides by whole powers of ten, so that 3 steps of 0.1 are 0.3.
  double times(double count) const {
    return exponent < 0 ? count * mantissa / power_of_ten(-exponent)
                        : count * mantissa * power_of_ten(exponent);
  }
  Step next() const {
    return mantissa == 1   ? Step{2, exponent}
           : mantissa == 2 ? Step{5, exponent}
                           : Step{1, exponent + 1};
  }
};

std::vector<double> multiples(const Step& step, const Range& range) {
  std::vector<double> values;
  const double first = std::floor(range.least / step.times(1)) - 1;
  const double last = std::ceil(range.most / step.times(1)) + 1;
  for (double i = first; i <= last; ++i) {
    const double value = step.times(i);
    if (value >= range.least && value <= range.most) values.push_back(value);
  }
  return values;
}

std::vector<Tick> linear_ticks(const Range& range, std::size_t count) {
  const double rough = (range.most - range.least) / static_cast<double>(count + 1);
  Step step{1, static_cast<int>(std::floor(std::log10(rough)))};
  std::vector<double> values = multiples(step, range);
  while (values.size() > count) {
    step = step.next();
    values = multiples(step, range);
  }
  return labelled(values, step.exponent);
}

// 10^e, or 1, 2, 5 times it, for every e that `stride` divides.
std::vector<double> decades(const Range& range, int stride, bool with_two_and_five) {
  std::vector<double> values;
  const int first = static_cast<int>(std::floor(std::log10(range.least))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(range.most))) + 1;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const int mantissa : {1, 2, 5}) {
      const double value = Step{mantissa, exponent}.times(1);
      if (value >= range.least && value <= range.most) values.push_back(value);
      if (!with_two_and_five) break;
    }
  }
  return values;
}

std::vector<Tick> logarithmic_ticks(const Range& range, std::size_t count) {
  std::vector<double> values = decades(range, 1, true);
  if (values.size() < 3) return linear_ticks(range, count);
  for (int stride = 1; values.size() > count; ++stride) values = decades(range, stride, false);
  return labelled_decades(values);
}

Range extremes(std::span<const double> values, const Scale& scale) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : values) {
    if (!scale.can_show(value)) continue;
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
  }
  return range;
}

bool is_narrow(const Range& range) {
  return range.most - range.least <=
         kNarrowest * std::max(std::abs(range.least), std::abs(range.most));
}

Range with_linear_room(const Range& data) {
  double room = kRoom * (data.most - data.least);
  if (is_narrow(data)) room = std::abs(data.most) < kSmallest ? 1 : std::abs(data.most) / 10;
  Range range{data.least - room, data.most + room};
  if (data.least >= 0) range.least = std::max(range.least, 0.0);
  if (data.most <= 0) range.most = std::min(range.most, 0.0);
  return range.least < range.most ? range : Range{data.least - 1, data.most + 1};
}

Range with_logarithmic_room(const Range& data) {
  if (is_narrow(data)) return {data.least / 2, data.most * 2};
  const double factor = steady_exp(kRoom * (steady_log(data.most) - steady_log(data.least)));
  return {std::max(data.least / factor, kSmallest / 1e5),
          std::min(data.most * factor, kLargest * 1e5)};
}

}  // namespace

Scale::Scale(const Axis& axis, std::span<const double> values)
    : logarithmic_(axis.logarithmic),
      least_(axis.logarithmic ? 1 : 0),
      most_(logarithmic_ ? 10 : 1) {
  const Range data = extremes(values, *this);
  if (data.least <= data.most) {
    const Range range = logarithmic_ ? with_logarithmic_room(data) : with_linear_room(data);
    least_ = range.least;
    most_ = range.most;
  }
  Range asked{axis.least.value_or(least_), axis.most.value_or(most_)};
  if (!can_show(asked.least)) asked.least = least_;
  if (!can_show(asked.most)) asked.most = most_;
  if (asked.least >= asked.most || is_narrow(asked)) return;
  least_ = asked.least;
  most_ = asked.most;
}

bool Scale::can_show(double value) const {
  if (!std::isfinite(value) || std::abs(value) > kLargest) return false;
  return !logarithmic_ || value > kSmallest;
}

double Scale::inner(double value) const { return logarithmic_ ? steady_log(value) : value; }

double Scale::fraction(double value) const {
  constexpr double kFar = 8;
  if (std::isnan(value)) return 0;
  if (!can_show(value)) return value > kLargest ? 1 + kRoom : -kRoom;
  const double place = (inner(value) - inner(least_)) / (inner(most_) - inner(least_));
  return std::clamp(place, -kFar, kFar);
}

std::vector<Tick> Scale::ticks(int count) const {
  const Range range{least_, most_};
  return logarithmic_ ? logarithmic_ticks(range, static_cast<std::size_t>(count))
                      : linear_ticks(range, static_cast<std::size_t>(count));
}

}  // namespace dplda

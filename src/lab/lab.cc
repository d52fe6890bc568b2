#include "lab/lab.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dplda {

std::vector<const Dataset*> Lab::corpora() {
  std::vector<std::string> names = shelf_.present({"kos", "nips", "enron"});
  if (settings_.quick) names.resize(1);
  std::vector<const Dataset*> corpora;
  for (const std::string& name : names) corpora.push_back(&shelf_.get(name));
  return corpora;
}

double Lab::value(const Cell& cell, const Reading& reading) {
  const nlohmann::ordered_json& result = results_.of(cell);
  return result.is_null() ? std::numeric_limits<double>::quiet_NaN() : reading(result);
}

Point Lab::over_seeds(double x, const SeededCell& cell, const Reading& reading) {
  double sum = 0;
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (std::int64_t seed = 1; seed <= settings_.seeds; ++seed) {
    const double one = value(cell(seed), reading);
    sum += one;
    least = std::min(least, one);
    most = std::max(most, one);
  }
  return {x, sum / static_cast<double>(settings_.seeds), least, most};
}

double Lab::mean(const SeededCell& cell, const Reading& reading) {
  return over_seeds(0, cell, reading).y;
}

Lab::Reading reading(std::string key) {
  return [key = std::move(key)](const nlohmann::ordered_json& result) {
    return result.at(key).get<double>();
  };
}

}  // namespace dplda

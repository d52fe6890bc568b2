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

std::vector<const TableCorpus*> Lab::those_there(const std::vector<std::string>& names) {
  std::vector<const TableCorpus*> corpora;
  for (const std::string& name : names) {
    if (shelf_.has_for_table(name)) corpora.push_back(&shelf_.of_table(name));
  }
  return corpora;
}

std::vector<const TableCorpus*> Lab::table_corpora(const std::vector<std::string>& names) {
  if (settings_.quick) {
    for (const std::string& name : names) {
      if (shelf_.has_for_table(name)) return {&shelf_.of_table(name)};
    }
  }
  std::vector<const TableCorpus*> corpora = those_there(names);
  if (corpora.empty()) corpora.push_back(&shelf_.of_table(pick("notes-2000", "notes-500")));
  return corpora;
}

double Lab::value(const Cell& cell, const Reading& reading) {
  const nlohmann::ordered_json& result = results_.of(cell);
  return result.is_null() ? std::numeric_limits<double>::quiet_NaN() : reading(result);
}

Point Lab::over(std::int64_t seeds, const SeededCell& cell, const Reading& reading) {
  double sum = 0;
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (std::int64_t seed = 1; seed <= seeds; ++seed) {
    const double one = value(cell(seed), reading);
    sum += one;
    least = std::min(least, one);
    most = std::max(most, one);
  }
  return {0, sum / static_cast<double>(seeds), least, most};
}

Point Lab::over_seeds(double x, const SeededCell& cell, const Reading& reading) {
  Point point = over(settings_.seeds, cell, reading);
  point.x = x;
  return point;
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

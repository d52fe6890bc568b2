#include "privacy/ledger.h"

#include <utility>

namespace dplda {

void Ledger::expose(std::string release, std::string reason) {
  exposures_.push_back({std::move(release), std::move(reason)});
}

std::string Ledger::statement() const {
  if (!exposed()) return "Nothing was released.";
  std::string text = "NOT PRIVATE: nothing protects ";
  for (std::size_t i = 0; i < exposures_.size(); ++i) {
    if (i > 0) text += i + 1 == exposures_.size() ? " and " : ", ";
    text += exposures_[i].release;
  }
  return text +
         "; for every unit (word, presence, document) and every view the total epsilon is "
         "infinite.";
}

nlohmann::ordered_json Ledger::to_json() const {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const Exposure& exposure : exposures_) {
    entries.push_back(
        {{"release", exposure.release}, {"exposed", true}, {"reason", exposure.reason}});
  }
  nlohmann::ordered_json json = {{"exposed", exposed()}, {"statement", statement()}};
  if (exposed()) json["total_epsilon"] = "infinite";
  json["entries"] = std::move(entries);
  return json;
}

}  // namespace dplda

// What was released about the data, and what it cost. The ledger belongs to the data, not to the
// run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// An empty ledger means that nothing was released, never that it was free.
class Ledger {
 public:
  // Records a release that nothing protects: from now on no epsilon may be claimed for this data.
  void expose(std::string release, std::string reason);

  bool exposed() const { return !exposures_.empty(); }

  // {"exposed": bool, "total_epsilon": "infinite" | ..., "statement": one sentence, "entries":
  // [...]}.
  nlohmann::ordered_json to_json() const;

  // One sentence for people.
  std::string statement() const;

 private:
  struct Exposure {
    std::string release;
    std::string reason;
  };
  std::vector<Exposure> exposures_;
};

}  // namespace dplda

// The audit: tries to refute what mechanisms claim, by running them on two neighbouring data sets
// and guessing from the output which of the two it was (docs/privacy/audit.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "attack/epsilon_bound.h"
#include "base/random.h"
#include "base/threads.h"
#include "privacy/ledger.h"

namespace dplda {

// Two neighbouring data sets.
enum class Side { kFirst, kSecond };

// One who knows both data sets and the mechanism, sees its output, and says which it was.
class Attack {
 public:
  virtual ~Attack() = default;
  // Runs the mechanism on one of the data sets with fresh randomness and returns the logarithm of
  // how much more likely the first is to give what was seen. Not thread-safe.
  virtual double score(Side side, const Key& key) = 0;
};

struct Claim {
  double epsilon = 0;
  double delta = 0;
  Unit unit = Unit::kWord;
  View view = View::kTopicsAndCounts;
};

// What a loss comes to at a total delta.
Claim claim_of(const PrivacyLoss& loss, double delta, Unit unit, View view);
// What the charges of a plan come to. REQUIRES: at least one, all of one unit and view.
Claim claim_of(const std::vector<Charge>& charges, double delta);

// How often a mechanism runs on each side where nothing else is asked for.
inline constexpr std::uint64_t kFullRuns = 1'000'000;

struct AuditCase {
  std::string mechanism;   // "discrete Laplace noise, one cell"
  std::string neighbours;  // what differs, and what was seen
  Claim claim;
  // A new attack for each thread.
  std::function<std::unique_ptr<Attack>()> attack;
  // Runs a side that show a mistake of the kind that is looked for here, but for bad luck.
  std::uint64_t quick_runs = 100'000;
  // Runs a side that show more: fewer of mechanisms that take long.
  std::uint64_t full_runs = kFullRuns;
  // The score is the likelihood ratio only where the mistake is made that the attack looks for.
  bool targeted = false;
};

struct Finding {
  Claim claim;
  EpsilonBound bound;
  std::uint64_t runs = 0;  // a side

  bool refuted() const { return bound.epsilon > claim.epsilon; }
};

// The chance that a claim which holds is called refuted is below this.
inline constexpr double kAuditMiss = 0.002;

// Runs a case `runs` times a side; the result depends on the key alone, whatever the threads. Calls
// `progress` with the share done, now and then, from this thread. REQUIRES: runs >= 2.
Finding audit(const AuditCase& audited, std::uint64_t runs, const Key& key, ThreadPool& pool,
              const std::function<void(double)>& progress = {});

nlohmann::ordered_json to_json(const AuditCase& audited, const Finding& finding);

}  // namespace dplda

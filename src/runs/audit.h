// The audit as users ask for it: every shipped mechanism, or every broken one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attack/audit.h"
#include "base/options.h"
#include "runs/watcher.h"

namespace dplda::runs {

struct AuditRequest {
  bool controls = false;  // mechanisms with known mistakes, all of which must be caught
  bool quick = false;
  std::optional<std::int64_t> runs = {};
  std::optional<std::int64_t> seed = {};
  std::int64_t threads = 0;
  std::string record =
      {};  // the findings as JSON; "-": standard output; empty: they are not written
};

// Bound to `request`, which must outlive the table.
OptionTable option_table(AuditRequest& request);

struct AuditOutcome {
  std::vector<AuditCase> cases;
  std::vector<Finding> found;  // one for each case
  std::string record;          // as JSON, in one line
  std::string failure;         // which claim was refuted, or which mistake was missed; empty: none
};

// Throws InputError for options out of range, Stopped if the watcher ended it.
AuditOutcome audit(const AuditRequest& request, Watcher& watcher);

}  // namespace dplda::runs

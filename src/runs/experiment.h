// The published experiments as users ask for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/options.h"
#include "lab/study.h"
#include "runs/watcher.h"

namespace dplda::runs {

struct ExperimentRequest {
  std::vector<std::string> names = {};  // of figures and tables; "all" figures, all "tables"
  std::string output = "results";       // a directory
  std::string data = {};                // of real corpora; empty: DPLDA_DATA, or data; "none"
  bool quick = false;
  std::optional<std::int64_t> seeds = {};
  std::int64_t threads = 0;
  std::string model = {};  // one to show in the report; empty: none
  bool kept_only = false;  // work out nothing
};

// Bound to `request`, which must outlive the table.
OptionTable option_table(ExperimentRequest& request);

struct ExperimentOutcome {
  std::string report;        // the path of the page; of tables alone, their directory
  bool interrupted = false;  // the same request goes on from there
};

// `on_figure` and `on_table` get each of them as soon as it is known. Throws InputError for
// figures, tables or directories that there are not.
ExperimentOutcome experiment(const ExperimentRequest& request, Watcher& watcher,
                             const std::function<void(const Figure&)>& on_figure = {},
                             const std::function<void(const Table&)>& on_table = {});

}  // namespace dplda::runs

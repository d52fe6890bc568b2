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
  std::vector<std::string> figures = {};  // names, or "all"
  std::string output = "results";         // a directory
  std::string data = {};                  // of real corpora; empty: DPLDA_DATA, or data; "none"
  bool quick = false;
  std::optional<std::int64_t> seeds = {};
  std::int64_t threads = 0;
  std::string model = {};  // one to show in the report; empty: none
};

// Bound to `request`, which must outlive the table.
OptionTable option_table(ExperimentRequest& request);

struct ExperimentOutcome {
  std::string report;        // the path of the page
  bool interrupted = false;  // the same request goes on from there
};

// `on_figure` gets each figure as soon as it is known. Throws InputError for figures or directories
// that there are not.
ExperimentOutcome experiment(const ExperimentRequest& request, Watcher& watcher,
                             const std::function<void(const Figure&)>& on_figure = {});

}  // namespace dplda::runs

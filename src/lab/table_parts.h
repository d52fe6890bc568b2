// What the tables share: runs named by the flags of `dplda train`, figures as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lab.h"
#include "lab/table_cells.h"

namespace dplda {

// What `dplda train` makes of these flags: "--recipe lp --preset paper --topics 24".
TrainOptions asked(std::string_view flags);

// A line of a grid. The epsilon stands for every {} in `run` and `flags`.
struct GridLine {
  std::string run;    // as the table calls it
  std::string flags;  // of `dplda train`
  bool once = false;  // with one seed, whatever the others have
  // Of a total, or of a bit; without any there is one run, whatever it costs.
  std::vector<double> epsilons = {};
};

// A line with one of its epsilons.
struct GridRun {
  std::string run;
  TrainOptions options;
  std::optional<double> epsilon;
  std::int64_t seeds;
};

// All runs of some lines, in their order. A quick look has the last epsilon of each line alone, and
// 20 sweeps at most.
std::vector<GridRun> runs_of(const Lab& lab, const std::vector<GridLine>& lines);

// The cell of a run with each seed; `bits`: the epsilon is that of a bit of reports.
Lab::SeededCell cell_of(const TableCorpus& data, const GridRun& run, bool bits = false);

// result[outer][inner].
Lab::Reading reading(std::string outer, std::string inner);

// A figure with so many digits after the point; "-" if it is not known.
std::string text_of(double value, int digits = 1);
// "410.7 (409.1-412.0)"; without the brackets where the spread is none.
std::string spread_text(const Point& point);
// "3"; "-" if there is none.
std::string epsilon_text(const std::optional<double>& epsilon);

}  // namespace dplda

// What the figures of an experiment work with: corpora, settings, results.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "figures/figure.h"
#include "lab/cell.h"
#include "lab/dataset.h"

namespace dplda {

struct LabSettings {
  bool quick = false;      // few documents, sweeps and seeds: a look at everything
  std::int64_t seeds = 3;  // of every point
};

// One colour for one thing, in all figures.
enum Colour {
  kPlain = 0,
  kHdp = 1,
  kCdp = 2,
  kLp = 3,
  kChannel = 4,
  kDoc = 5,
  kOnline = 6,
  kBound = 7
};

class Lab {
 public:
  using SeededCell = std::function<Cell(std::int64_t seed)>;
  using Reading = std::function<double(const nlohmann::ordered_json& result)>;

  // REQUIRES: both outlive this.
  Lab(const LabSettings& settings, Shelf& shelf, Results& results)
      : settings_(settings), shelf_(shelf), results_(results) {}

  bool quick() const { return settings_.quick; }
  std::int64_t seeds() const { return settings_.seeds; }
  // `full`, or a quick look's number.
  template <class Value>
  Value pick(Value full, Value quick) const {
    return settings_.quick ? std::move(quick) : std::move(full);
  }
  // The corpora of the paper that are there, at least one; of a quick look the first.
  std::vector<const Dataset*> corpora();
  const Dataset& corpus(const std::string& name) { return shelf_.get(name); }
  bool has(const std::string& name) const { return shelf_.has(name); }
  // Those of `names` that are there for tables, of a quick look the first; generated notes if none
  // is.
  std::vector<const TableCorpus*> table_corpora(const std::vector<std::string>& names);
  // All of `names` that are there for tables.
  std::vector<const TableCorpus*> those_there(const std::vector<std::string>& names);

  // What a cell gave; NaN while it is not known.
  double value(const Cell& cell, const Reading& reading);
  const nlohmann::ordered_json& result(const Cell& cell) { return results_.of(cell); }
  // Mean, least and most over seeds 1, 2, ...; NaN while one is not known.
  Point over(std::int64_t seeds, const SeededCell& cell, const Reading& reading);
  Point over_seeds(double x, const SeededCell& cell, const Reading& reading);
  double mean(const SeededCell& cell, const Reading& reading);

 private:
  LabSettings settings_;
  Shelf& shelf_;
  Results& results_;
};

// result[key].
Lab::Reading reading(std::string key);

}  // namespace dplda

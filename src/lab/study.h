// Some figures, worked out cell by cell and written as a report.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "figures/page.h"
#include "lab/cell.h"
#include "lab/figures.h"
#include "lab/model_sections.h"

namespace dplda {

struct StudyOptions {
  std::string data;    // where real corpora are; empty: none
  std::string output;  // a directory
  bool quick = false;
  std::int64_t seeds = 3;
  std::int64_t threads = 0;
};

// Figures are written as soon as their cells are known, and the page with them and all others that
// are known from before: `output`/report.html, `output`/figures/NAME.svg and NAME.csv,
// `output`/results.md; results of cells stay in `output`/cells.
class Study {
 public:
  // Throws InputError or SystemError if corpora cannot be read or `output` not be written.
  Study(const StudyOptions& options, std::vector<const Experiment*> experiments);

  // Cells that are still to be worked out.
  std::size_t missing() const { return missing_; }
  std::size_t known() const { return results_.known(); }
  // The corpora of the figures, for people.
  std::vector<std::string> corpora();

  // Works out what is missing. `progress` is called after each cell, from any thread, one at a
  // time. False if `stop` ended it: the next run goes on there.
  bool run(const std::function<void(const LabProgress&)>& progress, const Stop& stop,
           const std::function<void(const Figure&)>& on_figure);

  // Shows a model before the figures.
  void show(const Model& model) { model_ = sections_of(model); }
  std::string report_path() const { return options_.output + "/report.html"; }

 private:
  void find_others();
  void write(const Figure& figure) const;
  std::vector<Figure> in_order() const;
  void write_page() const;

  StudyOptions options_;
  std::vector<const Experiment*> experiments_;
  Shelf shelf_;
  Results results_;
  Lab lab_;
  std::vector<std::vector<Cell>> cells_;  // of each experiment, those not needed by one before it
  std::size_t missing_ = 0;
  std::vector<Section> model_;
  std::map<std::string_view, Figure> figures_;  // by name
};

}  // namespace dplda

// Some figures and tables, worked out cell by cell and written: figures as a report.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
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
  bool kept_only = false;  // work out nothing
};

// Whoever is told what is done.
struct StudyListener {
  std::function<void(const LabProgress&)> on_cell;  // from any thread, one at a time
  std::function<void(const Figure&)> on_figure;
  std::function<void(const Table&)> on_table;
};

// Figures are written as soon as their cells are known, and the page with them and all others that
// are known from before: `output`/report.html, `output`/figures/NAME.svg and NAME.csv,
// `output`/results.md. Tables are `output`/tables/NAME.md and NAME.csv. Results of cells stay in
// `output`/cells.
class Study {
 public:
  // Throws InputError or SystemError if corpora cannot be read or `output` not be written.
  Study(const StudyOptions& options, std::vector<const Experiment*> experiments);

  // Cells that are still to be worked out.
  std::size_t missing() const { return missing_; }
  std::size_t known() const { return results_.known(); }
  // The corpora of the figures, for people.
  std::vector<std::string> corpora();

  // Works out what is missing. False if `stop` ended it: the next run goes on there. With
  // kept_only nothing is worked out: figures that lack cells are left out, tables have dashes.
  bool run(const StudyListener& listener, const Stop& stop);

  // Shows a model before the figures.
  void show(const Model& model) { model_ = sections_of(model); }
  // Whether the report was written.
  bool has_figures() const { return !figures_.empty(); }
  // Whether it is asked for, not tables alone.
  bool asks_for_figures() const;
  std::string report_path() const { return options_.output + "/report.html"; }

 private:
  void find_others();
  void finish(const Experiment& experiment, const StudyListener& listener);
  void write(const Figure& figure) const;
  void write(std::string_view name, const Table& table, bool whole) const;
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

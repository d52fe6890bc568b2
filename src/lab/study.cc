#include "lab/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "base/threads.h"
#include "base/version.h"
#include "figures/csv.h"
#include "figures/markdown.h"
#include "figures/svg.h"

namespace dplda {
namespace {

// The first line of Markdown that is not for the docs (tools/update-results).
constexpr const char* kNotWhole = "<!-- a quick look, or not whole -->";

Section how_to_read() {
  return {
      .heading = "How to read this",
      .blocks = {
          Paragraph{"A topic model describes documents as mixtures of topics, and topics as "
                    "lists of words with probabilities (phi). It is learnt in sweeps: each "
                    "draws a topic for every word of every document. Perplexity says how well "
                    "a model predicts documents that it has not seen: lower is better. One "
                    "topic: a model without topics; what lies above it is worse than none. "
                    "Plain: learnt without any privacy."},
          Paragraph{"HDP-LDA adds noise to the counts of every sweep and limits what a draw "
                    "can tell (by h); LP-LDA learns from documents that their authors "
                    "perturbed, OLP-LDA from a stream of such; CDP-LDA and CDP-LDA+ are the "
                    "paper's baselines, with noise on counts in the first sweep or in every "
                    "one, and protect nobody. doc is ours: noise that protects whole "
                    "documents."},
          Paragraph{
              "Epsilon bounds what anybody can learn: at epsilon 1 nothing that is seen becomes "
              "more than 2.7 times as likely through one unit. The unit says what is "
              "protected (a word, a document, the presence of a word), the view what "
              "the attacker sees (topics and counts, counts alone, a report). Epsilons "
              "of different units cannot be compared. Above 10 or so they promise "
              "nothing."}}};
}

void write_file(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

Study::Study(const StudyOptions& options, std::vector<const Experiment*> experiments)
    : options_(options),
      experiments_(std::move(experiments)),
      shelf_(options.data, options.quick),
      results_(options.output + "/cells"),
      lab_({.quick = options.quick, .seeds = options.seeds}, shelf_, results_) {
  std::error_code ignored;
  for (const Experiment* experiment : experiments_) {
    std::filesystem::create_directories(
        options_.output + (experiment->is_table() ? "/tables" : "/figures"), ignored);
  }
  std::set<std::string> seen;
  for (const Experiment* experiment : experiments_) {
    experiment->made(lab_);
    std::vector<Cell> own;
    for (Cell& cell : results_.missing()) {
      if (seen.insert(digest_of(cell)).second) own.push_back(std::move(cell));
    }
    cells_.push_back(std::move(own));
  }
  missing_ = seen.size();
}

std::vector<std::string> Study::corpora() {
  std::vector<std::string> titles;
  for (const Dataset* data : lab_.corpora()) titles.push_back(data->title);
  return titles;
}

// Other figures whose cells are all there already, from runs before.
void Study::find_others() {
  for (const Experiment& experiment : figure_experiments()) {
    if (std::find(experiments_.begin(), experiments_.end(), &experiment) != experiments_.end())
      continue;
    Results results(options_.output + "/cells");
    Lab lab({.quick = options_.quick, .seeds = options_.seeds}, shelf_, results);
    Figure figure = std::get<Figure>(experiment.made(lab));
    if (results.missing().empty()) figures_.emplace(experiment.name, std::move(figure));
  }
}

bool Study::asks_for_figures() const {
  return std::any_of(experiments_.begin(), experiments_.end(),
                     [](const Experiment* one) { return !one->is_table(); });
}

bool Study::run(const StudyListener& listener, const Stop& stop) {
  double cost = 0;
  for (const std::vector<Cell>& cells : cells_) {
    for (const Cell& cell : cells) cost += cell.cost;
  }
  CellClock clock(missing_, cost);
  if (asks_for_figures()) find_others();
  for (std::size_t i = 0; i < experiments_.size(); ++i) {
    if (!options_.kept_only &&
        !complete(results_, std::move(cells_[i]), thread_count(options_.threads), clock,
                  listener.on_cell, stop))
      return false;
    finish(*experiments_[i], listener);
  }
  return true;
}

void Study::finish(const Experiment& experiment, const StudyListener& listener) {
  Results results(options_.output + "/cells");
  Lab lab({.quick = options_.quick, .seeds = options_.seeds}, shelf_, results);
  const std::variant<Figure, Table> made = experiment.made(lab);
  const bool whole = results.missing().empty();
  if (const auto* table = std::get_if<Table>(&made)) {
    write(experiment.name, *table, whole);
    listener.on_table(*table);
  } else if (whole) {
    const Figure& figure =
        figures_.insert_or_assign(experiment.name, std::get<Figure>(made)).first->second;
    write(figure);
    write_page();
    listener.on_figure(figure);
  }
}

void Study::write(const Figure& figure) const {
  const std::string stem = fmt::format("{}/figures/{}", options_.output, figure.name);
  write_file(stem + ".svg", svg(figure));
  write_file(stem + ".csv", csv(figure));
}

// The marks tell tools/update-results that these rows are not for the docs.
void Study::write(std::string_view name, const Table& table, bool whole) const {
  const std::string stem = fmt::format("{}/tables/{}", options_.output, name);
  const bool partial = options_.quick || !whole;
  write_file(stem + ".md",
             (partial ? fmt::format("{}\n\n", kNotWhole) : std::string()) + markdown(table));
  write_file(stem + ".csv", csv(table));
}

std::vector<Figure> Study::in_order() const {
  std::vector<Figure> ordered;
  for (const Experiment& experiment : figure_experiments()) {
    const auto known = figures_.find(experiment.name);
    if (known != figures_.end()) ordered.push_back(known->second);
  }
  return ordered;
}

void Study::write_page() const {
  Page page{.title = "Topic models under differential privacy: the experiments",
            .lead = fmt::format(
                "The evaluation of \"Latent Dirichlet Allocation Model Training with Differential "
                "Privacy\" (Zhao, Ren, Yang, Han, Zhao, Yang), which proposed HDP-LDA, LP-LDA and "
                "OLP-LDA, done again, and what it lacks. Beside each figure: what the paper "
                "claims, and what was seen here.{}",
                options_.quick ? " This is a quick look: few documents, sweeps and seeds; for "
                                 "figures and verdicts to rely on, run it without --quick."
                               : "")};
  Section claimed{.heading = "The paper's figures"};
  Section ours{.heading = "Figures that the paper lacks"};
  for (const Figure& figure : in_order()) {
    (figure.verdict == Verdict::kOurs ? ours : claimed).blocks.emplace_back(figure);
  }
  page.sections = model_;
  page.sections.push_back(how_to_read());
  for (Section* section : {&claimed, &ours}) {
    if (!section->blocks.empty()) page.sections.push_back(std::move(*section));
  }
  page.footer = fmt::format(
      "Made by dplda {} with 'dplda experiment'. Every epsilon has its unit and view beside it. "
      "The "
      "models of the figures have public seeds, so that figures repeat: none of them is private.",
      version());
  write_file(report_path(), html(page));
  std::string text = options_.quick || figures_.size() < figure_experiments().size()
                         ? fmt::format("{}\n\n", kNotWhole)
                         : std::string();
  for (const Figure& figure : in_order())
    text += markdown(figure, fmt::format("figures/{}.svg", figure.name));
  write_file(options_.output + "/results.md", text);
}

}  // namespace dplda

// What is learnt from perturbed reports (docs/results/crowdsourced.md).
#include "lab/figures.h"
#include "lab/table_parts.h"

namespace dplda {
namespace {

// Runs on reports, whose epsilon is that of a bit, and on the documents themselves.
struct ReportLines {
  std::vector<GridLine> reports;
  std::vector<GridLine> documents;
};

const ReportLines& report_lines_of_kos() {
  static const ReportLines kLines = {
      .reports = {{"paper",
                   "--recipe lp --preset paper --sampler sequential",
                   false,
                   {0.5, 1, 2, 3, 4, 5, 8}},
                  {"paper, snapshot",
                   "--recipe lp --preset paper --sampler snapshot",
                   true,
                   {0.5, 1, 2, 3, 4, 5, 8}},
                  {"channel", "--recipe lp", false, {0.5, 1, 2, 3, 5, 8}},
                  {"moment, alpha .1",
                   "--recipe lp --denoise moment --sampler sequential",
                   true,
                   {0.5, 1, 2, 3, 5, 8}}},
      .documents = {
          {"cdp, Laplace 3", "--recipe cdp --preset paper --epsilon-noise 3 --noise laplace"},
          {"cdp, Laplace 4", "--recipe cdp --preset paper --epsilon-noise 4 --noise laplace"},
          {"cgs, alpha 1", "--preset paper --sampler sequential", true},
          {"cgs, sequential", "--sampler sequential", true},
          {"cgs, snapshot", "--sampler snapshot", true},
          {"one topic", "--topics 1", true}}};
  return kLines;
}

const ReportLines& report_lines_of_others() {
  static const ReportLines kLines = {
      .reports = {{"channel", "--recipe lp", true, {1, 2, 3}},
                  {"moment, alpha .1",
                   "--recipe lp --denoise moment --sampler sequential",
                   true,
                   {1, 2, 3}}},
      .documents = {{"cgs, sequential", "--sampler sequential", true}}};
  return kLines;
}

std::vector<std::string> report_row(Lab& lab, const TableCorpus& data, const GridRun& run) {
  const Lab::SeededCell cell = cell_of(data, run, run.epsilon.has_value());
  const auto over = [&](const Lab::Reading& what) { return lab.over(run.seeds, cell, what); };
  return {data.name,
          run.run,
          epsilon_text(run.epsilon),
          spread_text(over(reading("counts", "perplexity"))),
          spread_text(over(reading("perplexity"))),
          text_of(over(reading("counts", "completion")).y),
          text_of(over(reading("completion")).y),
          text_of(over(reading("cpu")).y)};
}

}  // namespace

Table reports_table(Lab& lab) {
  Table table{.title = "Learning from perturbed reports: perplexity on held-out documents",
              .header = {"corpus", "run", "epsilon of a bit (presence; report)", "counts", "binary",
                         "completion, counts", "completion, binary", "CPU seconds"},
              .note =
                  "Test documents with counts and binarised, the same tokens (mean, least to "
                  "most over the seeds) and by completion. 1000 words, 50 topics. Without an "
                  "epsilon: from the documents themselves; cdp protects nobody."};
  for (const TableCorpus* data : lab.table_corpora({"kos", "sotu", "nips"})) {
    const bool other = data->name == "sotu" || data->name == "nips";
    const ReportLines& lines = other ? report_lines_of_others() : report_lines_of_kos();
    for (const std::vector<GridLine>* part : {&lines.reports, &lines.documents}) {
      for (const GridRun& run : runs_of(lab, *part))
        table.rows.push_back(report_row(lab, *data, run));
    }
  }
  return table;
}

}  // namespace dplda

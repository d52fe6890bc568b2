// What hdp reaches under a given total, by the number of sweeps that share it
// (docs/internals/algorithms.md).
#include <fmt/format.h>

#include "lab/figures.h"
#include "lab/table_parts.h"

namespace dplda {
namespace {

std::vector<GridLine> budget_lines(const Lab& lab) {
  std::vector<GridLine> all;
  for (const int sweeps : lab.pick<std::vector<int>>({5, 10, 20, 50}, {5, 20}))
    all.push_back({fmt::format("{}", sweeps),
                   fmt::format("--recipe hdp --target-epsilon {{}} --sweeps {}", sweeps),
                   false,
                   {20, 100, 500}});
  return all;
}

}  // namespace

Table hdp_budget_table(Lab& lab) {
  Table table{.title = "hdp under a total, by its sweeps",
              .header = {"sweeps", "epsilon (word; topics+counts)", "same", "completion"},
              .note =
                  "Perplexity on held-out documents: the same tokens, and by completion. Binary "
                  "documents, 1000 words, delta 1e-6, defaults otherwise; means over the "
                  "seeds."};
  const TableCorpus& data = *lab.table_corpora({"kos"}).front();
  for (const GridRun& run : runs_of(lab, budget_lines(lab))) {
    const Lab::SeededCell cell = cell_of(data, run);
    table.rows.push_back({run.run, epsilon_text(run.epsilon),
                          text_of(lab.over(run.seeds, cell, reading("perplexity")).y),
                          text_of(lab.over(run.seeds, cell, reading("completion")).y)});
  }
  return table;
}

}  // namespace dplda

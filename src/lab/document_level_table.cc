// What noise that protects documents costs, on real corpora and generated ones
// (docs/results/document-level.md).
#include "lab/figures.h"
#include "lab/table_parts.h"

namespace dplda {
namespace {

const std::vector<GridLine>& document_lines() {
  static const std::vector<GridLine> kLines = {
      {"doc, epsilon {}", "--recipe doc --target-epsilon {}", false, {8, 3, 1}},
      {"doc, no noise", "--recipe doc --noise none", true},
      {"cgs", "", true},
      {"one topic", "--topics 1", true}};
  return kLines;
}

// The same with other topics, on the corpora that `drawn` was tried on.
const std::vector<GridLine>& more_document_lines() {
  static const std::vector<GridLine> kLines = {
      {"cgs, 50 topics, alpha .05", "--topics 50 --alpha 0.05", true},
      {"doc, 50 topics, alpha .05, epsilon {}",
       "--recipe doc --target-epsilon {} --topics 50 --alpha 0.05",
       false,
       {8, 3}},
      {"drawn, 50 topics, epsilon {}",
       "--recipe doc --target-epsilon {} --topics 50 --alpha 0.05 --contribution drawn --cap 100 "
       "--sweeps 10 --inner-sweeps 40",
       false,
       {8, 3}}};
  return kLines;
}

std::vector<GridLine> document_lines_for(const TableCorpus& data) {
  const bool generated = data.name.starts_with("lda-");
  std::vector<GridLine> all = document_lines();
  for (GridLine& line : all) {
    line.flags = (generated ? "--topics 20 " : "--topics 30 ") + line.flags;
    line.once = line.once || generated;  // 200,000 documents
  }
  if (data.name == "kos" || data.name == "enron-ham")
    all.insert(all.end(), more_document_lines().begin(), more_document_lines().end());
  return all;
}

}  // namespace

Table document_level_table(Lab& lab) {
  Table table{.title = "Document-level LDA: perplexity on held-out documents",
              .header = {"corpus", "run (epsilon: document; counts)", "same", "completion"},
              .note =
                  "same: the tokens that topic shares were fitted to; completion: the other "
                  "half of each document. Binary documents; 1000 words, of the generated "
                  "corpora 2000; delta 1e-6; means over the seeds of runs with noise."};
  for (const TableCorpus* data : lab.table_corpora(
           {"kos", "enron-ham", "nips", "sotu", "victorian", "lda-zipf", "lda-flat"})) {
    for (const GridRun& run : runs_of(lab, document_lines_for(*data))) {
      const Lab::SeededCell cell = cell_of(*data, run);
      table.rows.push_back({data->name, run.run,
                            text_of(lab.over(run.seeds, cell, reading("perplexity")).y),
                            text_of(lab.over(run.seeds, cell, reading("completion")).y)});
    }
  }
  return table;
}

}  // namespace dplda

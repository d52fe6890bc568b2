// How many topics of recipe doc can be told from noise: the table of docs/use/noise-check.md, and
// what `dplda plan --documents` speaks of (src/recipes/measured_expectations.h).
#include <fmt/format.h>

#include <cmath>

#include "lab/figures.h"
#include "lab/table_parts.h"

namespace dplda {
namespace {

constexpr const char* kFlags = "--recipe doc --target-epsilon {} --topics 24";
constexpr double kTimedAt = 3;  // epsilon

Cell cell_at(const TableCorpus& data, double epsilon, bool checked) {
  TrainOptions options = asked(fmt::format(fmt::runtime(kFlags), epsilon));
  options->seed = 1;
  options->noise_check = checked;
  return table_cell(data, options);
}

}  // namespace

Table noise_check_table(Lab& lab) {
  Table table{.title = "Topics of doc that can be told from noise",
              .header = {"notes", "epsilon 1", "epsilon 3", "epsilon 8", "time with the check"},
              .note =
                  "Topics told from noise, of 24 / mean cosine with what was planted, on "
                  "generated clinic notes (unit: document, view: counts; delta 1e-6; one run "
                  "each). Time at epsilon 3, against a run without the check."};
  const auto names = lab.pick<std::vector<std::string>>(
      {"notes-250", "notes-500", "notes-1000", "notes-2000", "notes-5000", "notes-20000"},
      {"notes-250", "notes-500"});
  for (const TableCorpus* data : lab.those_there(names)) {
    std::vector<std::string> row = {fmt::format("{}", data->train.documents())};
    for (const double epsilon : {1.0, 3.0, 8.0}) {
      const nlohmann::ordered_json& result = lab.result(cell_at(*data, epsilon, true));
      row.push_back(result.is_null()
                        ? "-"
                        : fmt::format("{} / {:.2f}", result.at("told").get<std::int64_t>(),
                                      result.at("recovery").get<double>()));
    }
    const double times = lab.value(cell_at(*data, kTimedAt, true), reading("cpu")) /
                         lab.value(cell_at(*data, kTimedAt, false), reading("cpu"));
    row.push_back(std::isfinite(times) ? fmt::format("{:.1f} times", times) : "-");
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace dplda

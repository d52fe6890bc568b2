#include "runs/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/errors.h"
#include "base/threads_option.h"
#include "base/time_text.h"

namespace dplda::runs {
namespace {

std::vector<const Experiment*> chosen(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name != "all" && name != "tables") experiment_named(name);
  }
  const auto named = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<const Experiment*> wanted;
  for (const Experiment& experiment : experiments()) {
    if (named(experiment.is_table() ? "tables" : "all") || named(experiment.name))
      wanted.push_back(&experiment);
  }
  return wanted;
}

// What was named must be there; without a name, whatever is.
std::string data_directory(const std::string& asked) {
  if (asked == "none") return "";
  const char* variable = std::getenv("DPLDA_DATA");  // NOLINT(concurrency-mt-unsafe)
  const std::string named = !asked.empty() ? asked : variable != nullptr ? variable : "";
  if (named.empty()) return std::filesystem::is_directory("data") ? "data" : "";
  if (!std::filesystem::is_directory(named)) {
    throw InputError(fmt::format("{}: '{}' is no directory; name one, or none for invented notes",
                                 asked.empty() ? "DPLDA_DATA" : "`data`", named));
  }
  return named;
}

std::string number_text(std::ptrdiff_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// What is going to be done.
std::string extent_text(const std::vector<const Experiment*>& wanted, Study& study) {
  const std::ptrdiff_t tables = std::count_if(
      wanted.begin(), wanted.end(), [](const Experiment* one) { return one->is_table(); });
  const auto figures = static_cast<std::ptrdiff_t>(wanted.size()) - tables;
  std::string text;
  if (figures > 0) {
    text =
        fmt::format("{} on {}", number_text(figures, "figure"), fmt::join(study.corpora(), ", "));
  }
  if (tables > 0) text += (text.empty() ? "" : " and ") + number_text(tables, "table");
  return fmt::format("{}: {} runs to do, {} known", text, study.missing(), study.known());
}

}  // namespace

OptionTable option_table(ExperimentRequest& request) {
  return {{.name = "data",
           .target = &request.data,
           .help = "directory of real corpora, as tools/get-data makes it (default: DPLDA_DATA, or "
                   "data); without any, or with none, invented clinic notes are used",
           .metavar = "DIR"},
          {.name = "quick",
           .target = &request.quick,
           .help = "a look at everything in minutes: few documents, sweeps and seeds"},
          {.name = "seeds",
           .target = &request.seeds,
           .help = "runs of every point (default: 3; with `quick` 2)",
           .least = 1,
           .most = 1000},
          threads_option(request.threads),
          {.name = "model",
           .target = &request.model,
           .help = "show the topics of this model, and what it protects, in the report",
           .metavar = "FILE"},
          {.name = "kept-only",
           .target = &request.kept_only,
           .help = "work out nothing: write what the results of earlier runs are enough for; in "
                   "tables a dash stands for the rest"}};
}

ExperimentOutcome experiment(const ExperimentRequest& request, Watcher& watcher,
                             const std::function<void(const Figure&)>& on_figure,
                             const std::function<void(const Table&)>& on_table) {
  ExperimentRequest copy = request;
  check(option_table(copy));
  if (request.output.empty()) throw InputError("`output` must name a directory for the results");
  const std::vector<const Experiment*> wanted = chosen(request.names);
  watcher.tell({Notice::Kind::kNote, "reading corpora"});
  Study study({.data = data_directory(request.data),
               .output = request.output,
               .quick = request.quick,
               .seeds = request.seeds.value_or(request.quick ? 2 : 3),
               .threads = request.threads,
               .kept_only = request.kept_only},
              wanted);
  if (!request.model.empty()) study.show(Model::load(request.model));
  watcher.tell({Notice::Kind::kNote, extent_text(wanted, study)});
  const auto on_cell = [&](const LabProgress& far) {
    if (!watcher.due() && far.done != far.cells) return;
    watcher.show(
        far.share, 1,
        fmt::format("run {}/{}  {} left", far.done, far.cells, duration_text(far.seconds_left)));
  };
  const auto ignore = [](const auto&) {};
  const bool done = study.run({.on_cell = on_cell,
                               .on_figure = on_figure ? on_figure : ignore,
                               .on_table = on_table ? on_table : ignore},
                              [&] { return watcher.interrupted(); });
  const std::string results =
      study.asks_for_figures() ? request.output : request.output + "/tables";
  return {.report = study.has_figures() ? study.report_path() : results, .interrupted = !done};
}

}  // namespace dplda::runs

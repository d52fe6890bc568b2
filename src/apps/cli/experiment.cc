// dplda experiment: the paper's evaluation and more, with one command, as a report.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/declarations.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "base/errors.h"
#include "base/threads_option.h"
#include "lab/study.h"

namespace dplda::cli {
namespace {

struct ExperimentVerb : CLI::App {
  ExperimentVerb();

  OptionTable table();
  void run();
  void list() const;
  std::vector<const Experiment*> chosen() const;
  std::string data_directory() const;

  std::vector<std::string> names;
  StudyOptions options;
  std::string output = "results";
  std::optional<std::int64_t> seeds;
  std::string model;
  bool quiet = false;
};

ExperimentVerb::ExperimentVerb()
    : CLI::App("Do the published experiments again, and write a report", "experiment") {
  Declaration figure{.help = "which figures, or all; list: say which there are",
                     .choices = {"all", "list"}};
  for (const Experiment& experiment : experiments()) figure.choices.emplace_back(experiment.name);
  const CLI::Option* argument = add_option("FIGURE", names, figure.help)->required();
  Declarations::add(*this, argument, std::move(figure));
  add_option("-o,--output", output, "directory for report, figures and results")
      ->type_name("DIR")
      ->capture_default_str();
  dplda::cli::add_options(*this, table());
  callback([this] { run(); });
}

OptionTable ExperimentVerb::table() {
  return {{.name = "data",
           .target = &options.data,
           .help = "directory of real corpora, as tools/get-data makes it (default: DPLDA_DATA, or "
                   "data); without any, or with none, invented clinic notes are used",
           .metavar = "DIR"},
          {.name = "quick",
           .target = &options.quick,
           .help = "a look at everything in minutes: few documents, sweeps and seeds"},
          {.name = "seeds",
           .target = &seeds,
           .help = "runs of every point (default: 3; with --quick 2)",
           .least = 1,
           .most = 1000},
          threads_option(options.threads),
          {.name = "model",
           .target = &model,
           .help = "show the topics of this model, and what it protects, in the report",
           .metavar = "FILE"},
          {.name = "quiet", .target = &quiet, .help = "say nothing but errors"}};
}

void ExperimentVerb::list() const {
  for (const Experiment& experiment : experiments())
    fmt::print("{:<18} {}\n", experiment.name, experiment.summary);
}

std::vector<const Experiment*> ExperimentVerb::chosen() const {
  for (const std::string& name : names) {
    if (name != "all") experiment_named(name);
  }
  const auto named = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<const Experiment*> chosen;
  for (const Experiment& experiment : experiments()) {
    if (named("all") || named(experiment.name)) chosen.push_back(&experiment);
  }
  return chosen;
}

// What was named must be there; without a name, whatever is.
std::string ExperimentVerb::data_directory() const {
  if (options.data == "none") return "";
  const char* variable = std::getenv("DPLDA_DATA");  // NOLINT(concurrency-mt-unsafe)
  const bool flag = !options.data.empty();
  const std::string named = flag ? options.data : variable != nullptr ? variable : "";
  if (named.empty()) return std::filesystem::is_directory("data") ? "data" : "";
  if (!std::filesystem::is_directory(named)) {
    throw InputError(fmt::format("{}: '{}' is no directory; name one, or none for invented notes",
                                 flag ? "--data" : "DPLDA_DATA", named));
  }
  return named;
}

void ExperimentVerb::run() {
  check(table());
  if (names == std::vector<std::string>{"list"}) return list();
  if (output.empty()) throw InputError("-o must name a directory for the results");
  const std::vector<const Experiment*> wanted = chosen();
  options.data = data_directory();
  options.output = output;
  options.seeds = seeds.value_or(options.quick ? 2 : 3);
  Progress progress(quiet);
  progress.say("reading corpora");
  Study study(options, wanted);
  if (!model.empty()) study.show(Model::load(model));
  progress.say(
      fmt::format("{} on {}: {} runs to do, {} known",
                  wanted.size() == 1 ? "1 figure" : fmt::format("{} figures", wanted.size()),
                  fmt::join(study.corpora(), ", "), study.missing(), study.known()));
  const Interrupts interrupts;
  const bool done = study.run(
      [&](const LabProgress& far) {
        if (!progress.due() && far.done != far.cells) return;
        progress.show(far.share, 1,
                      fmt::format("run {}/{}  {} left", far.done, far.cells,
                                  duration_text(far.seconds_left)));
      },
      [] { return Interrupts::seen(); },
      [&](const Figure& figure) {
        progress.finish();
        if (!quiet) fmt::print("{}: {}\n  ({})\n", figure.name, figure.finding, figure.note);
      });
  progress.finish();
  if (!done) {
    throw Interrupted(
        "interrupted; what was worked out is kept, and the same command goes on from there");
  }
  if (!quiet) fmt::print("report: {}\n", study.report_path());
}

}  // namespace

void add_experiment(CLI::App& app) { app.add_subcommand(std::make_shared<ExperimentVerb>()); }

}  // namespace dplda::cli

// dplda experiment: the paper's evaluation and more, with one command, as a report and as tables.
#include "runs/experiment.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"
#include "figures/markdown.h"

namespace dplda::cli {
namespace {

struct ExperimentFlags {
  runs::ExperimentRequest request;
  bool quiet = false;

  Option names();
  OptionTable table();
};

Option ExperimentFlags::names() {
  Option names{.name = "NAME",
               .target = &request.names,
               .help =
                   "which figures or tables; all: the report's figures; tables: all tables; "
                   "list: say which there are",
               .choices = {"all", "tables", "list"},
               .required = true};
  for (const Experiment& experiment : experiments()) names.choices.emplace_back(experiment.name);
  return names;
}

OptionTable ExperimentFlags::table() {
  OptionTable table = {{.name = "output",
                        .target = &request.output,
                        .help = "directory for report, figures, tables and results",
                        .metavar = "DIR",
                        .letter = 'o'}};
  for (Option& option : option_table(request)) table.push_back(std::move(option));
  table.push_back({.name = "quiet", .target = &quiet, .help = "say nothing but errors"});
  return table;
}

void list() {
  for (const Experiment& experiment : experiments())
    fmt::print("{:<18} {}\n", experiment.name, experiment.summary);
}

void experiment(const ExperimentFlags& flags) {
  if (flags.request.names == std::vector<std::string>{"list"}) return list();
  const Interrupts interrupts;
  Terminal terminal(flags.quiet);
  const runs::ExperimentOutcome outcome = runs::experiment(
      flags.request, terminal,
      [&](const Figure& figure) {
        terminal.progress().finish();
        if (!flags.quiet) fmt::print("{}: {}\n  ({})\n", figure.name, figure.finding, figure.note);
      },
      [&](const Table& table) {
        terminal.progress().finish();
        if (!flags.quiet) fmt::print("{}\n", aligned(table));
      });
  terminal.progress().finish();
  if (outcome.interrupted) {
    throw Interrupted(
        "interrupted; what was worked out is kept, and the same command goes on from there");
  }
  if (!flags.quiet) fmt::print("report: {}\n", outcome.report);
}

}  // namespace

Verb experiment_verb() {
  const auto flags = std::make_shared<ExperimentFlags>();
  return {.name = "experiment",
          .help = "Do the published experiments again, and write a report",
          .arguments = {flags->names()},
          .flags = flags->table(),
          .run = [flags](const Given&) { experiment(*flags); }};
}

}  // namespace dplda::cli

// dplda perturb: documents in, perturbed reports out, before they leave the contributor's machine.
#include "runs/perturb.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"

namespace dplda::cli {
namespace {

struct PerturbFlags {
  runs::PerturbRequest request;
  bool quiet = false;

  OptionTable table();
};

OptionTable PerturbFlags::table() {
  OptionTable table = {{.name = "output",
                        .target = &request.output,
                        .help = "reports to write (.dpr); -: standard output, as they come",
                        .metavar = "FILE",
                        .letter = 'o',
                        .required = true}};
  for (Option& option : option_table(request.options)) table.push_back(std::move(option));
  table.push_back(
      {.name = "quiet", .target = &quiet, .help = "say nothing but what the reports cost"});
  return table;
}

void perturb(const PerturbFlags& flags) {
  Terminal terminal(flags.quiet);
  const runs::PerturbOutcome made = runs::perturb(flags.request, terminal);
  terminal.progress().finish();
  if (flags.quiet) return;
  const std::string& output = flags.request.output;
  tell(fmt::format("{}: {} reports of {} words ({})\n", output == "-" ? "standard output" : output,
                   made.reports, made.words, name_of(made.origin)));
}

}  // namespace

Verb perturb_verb() {
  const auto flags = std::make_shared<PerturbFlags>();
  return {.name = "perturb",
          .help =
              "Turn documents into perturbed reports, one each, for a collector that nobody "
              "has to trust",
          .arguments = {{.name = "CORPUS",
                         .target = &flags->request.input.path,
                         .help = "the documents: a corpus file, or any format that prepare reads",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { perturb(*flags); }};
}

}  // namespace dplda::cli

// dplda infer: the topic shares of documents under a model.
#include "runs/infer.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/terminal.h"
#include "apps/cli/verb.h"
#include "base/threads_option.h"

namespace dplda::cli {
namespace {

struct InferFlags {
  runs::InferRequest request;
  bool quiet = false;

  OptionTable table() {
    return {{.name = "output",
             .target = &request.output,
             .help = "where to write theta: .npz, else CSV (- for standard output)",
             .metavar = "FILE",
             .letter = 'o',
             .required = true},
            threads_option(request.threads),
            {.name = "quiet", .target = &quiet, .help = "say nothing but errors"}};
  }
};

void infer(InferFlags& flags) {
  check(flags.table());
  Terminal terminal(flags.quiet);
  const runs::InferOutcome outcome = runs::infer(flags.request, terminal);
  terminal.progress().say(fmt::format(
      "theta: {} ({} documents, {} topics; {} tokens are not in the model's vocabulary)",
      flags.request.output, outcome.documents, outcome.topics, outcome.unknown_tokens));
}

}  // namespace

Verb infer_verb() {
  const auto flags = std::make_shared<InferFlags>();
  return {.name = "infer",
          .help = "Find the topic shares of documents",
          .arguments = {{.name = "MODEL",
                         .target = &flags->request.model,
                         .help = "model file",
                         .required = true},
                        {.name = "CORPUS",
                         .target = &flags->request.documents,
                         .help = "the documents: a corpus file, or any format that prepare reads",
                         .required = true}},
          .flags = flags->table(),
          .run = [flags](const Given&) { infer(*flags); }};
}

}  // namespace dplda::cli

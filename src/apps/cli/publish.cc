// dplda publish: check that a model holds nothing but what was released, and strip the rest.
#include "runs/publish.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "base/errors.h"

namespace dplda::cli {
namespace {

OptionTable publish_flags(runs::PublishRequest& request) {
  return {{.name = "output",
           .target = &request.output,
           .help = "write the stripped model here",
           .metavar = "FILE",
           .letter = 'o'},
          {.name = "ledger",
           .target = &request.ledger,
           .help = "the ledger of the data, for their total as it stands now (default: the one "
                   "that the model was charged to, where it is known)",
           .metavar = "FILE"},
          {.name = "statement",
           .target = &request.statement,
           .help = "write the privacy statement here",
           .metavar = "FILE"},
          {.name = "force",
           .target = &request.force,
           .help = "overwrite the model of a private run that was paid for"}};
}

void check_and_strip(const runs::PublishRequest& request) {
  const runs::PublishOutcome outcome = runs::publish(request);
  const bool written = !request.output.empty();
  for (const std::string& removed : outcome.removed)
    fmt::print("{}: {}\n", written ? "removed" : "must be removed", removed);
  fmt::print("{}: {}\n", written ? request.output : request.model,
             outcome.removed.empty() || written
                 ? "holds nothing but what was released"
                 : "holds more than was released; write a clean copy with --output");
  fmt::print("privacy: {}\n", outcome.summary);
  if (!outcome.noise.empty()) fmt::print("topics: {}\n", outcome.noise);
  if (!outcome.ledger_known) {
    tell(
        "warning: the ledger of the data is not known here, so that the total is what was known "
        "when the model was made; name it with --ledger\n");
  }
  if (!written && !outcome.removed.empty())
    throw InputError(fmt::format("{} is not fit for publication as it is", request.model));
}

}  // namespace

Verb publish_verb() {
  const auto request = std::make_shared<runs::PublishRequest>();
  return {.name = "publish",
          .help = "Check and strip a private model before it is shared",
          .arguments = {{.name = "MODEL",
                         .target = &request->model,
                         .help = "model of a private run (.npz)",
                         .required = true}},
          .flags = publish_flags(*request),
          .run = [request](const Given&) { check_and_strip(*request); }};
}

}  // namespace dplda::cli

// dplda attack membership: guesses from a model which documents it was trained on.
#include "apps/cli/attack_membership.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "apps/cli/attack.h"
#include "apps/cli/cli.h"
#include "base/errors.h"
#include "corpus/prepare.h"
#include "recipes/registry.h"

namespace dplda::cli {
namespace {

OptionTable membership_table(MembershipRequest& request) {
  return {{.name = "method",
           .target = &request.method,
           .help = "lira: likelihood ratios of the model itself; classifier: the paper's, through "
                   "the confidence of a classifier of the documents",
           .choices = {"lira", "classifier"}},
          {.name = "shadows",
           .target = &request.shadows,
           .help = "lira: models to train, each on a random half of the documents, each attacked "
                   "with the others as shadows (default: 64); classifier: models of the attacker's "
                   "own, on other documents (default: 4)",
           .least = 1,
           .most = 1e5},
          {.name = "documents",
           .target = &request.documents,
           .help = "lira: use only that many of the first documents; 0 means all",
           .least = 0,
           .only_for = {"lira"}},
          {.name = "spread",
           .target = &request.spread,
           .help = "lira: whether each document has a variance of its own",
           .choices = {"per-document", "pooled"},
           .only_for = {"lira"}},
          {.name = "json",
           .target = &request.json,
           .help = "write the result as JSON; -: to standard output, instead of the table",
           .metavar = "FILE"},
          {.name = "quiet", .target = &request.quiet, .help = "show no progress"}};
}

struct MembershipVerb : CLI::App {
  MembershipVerb();

  OptionTable table();
  void refuse_idle_flags();
  void run();

  MembershipRequest request;
};

MembershipVerb::MembershipVerb()
    : CLI::App("Guess which documents a model was trained on", "membership") {
  add_option("CORPUS", request.input,
             "the population: a corpus file, or any format that prepare reads")
      ->required();
  request.flags.add_to(*this);
  dplda::cli::add_options(*this, table());
  callback([this] { run(); });
}

OptionTable MembershipVerb::table() {
  OptionTable table = membership_table(request);
  for (Option& option : request.classifier.table()) {
    option.only_for = {"classifier"};
    table.push_back(std::move(option));
  }
  return table;
}

// Shadow models are many and nobody's: they have neither keys nor states.
void MembershipVerb::refuse_idle_flags() {
  for (const Option& option : table()) {
    if (option.only_for.empty() || option.only_for.front() == request.method) continue;
    if (get_option("--" + option.name)->count() > 0) {
      throw InputError(fmt::format("--{} is for --method {}; leave it out", option.name,
                                   option.only_for.front()));
    }
  }
  for (const char* flag : {"--key-file", "--checkpoint", "--resume", "--every", "--monitor"}) {
    if (get_option(flag)->count() > 0) {
      throw InputError(fmt::format(
          "{} has no meaning here: an attack trains models of its own; leave it out", flag));
    }
  }
}

void MembershipVerb::run() {
  request.flags.apply(*this);
  refuse_idle_flags();
  check(table());
  check(request.options());
  if (request.method == "classifier") {
    if (request.shadows) request.classifier.options.shadows = *request.shadows;
    return run_classifier_attack(request.input, request.options(), request.classifier,
                                 {request.json, request.quiet});
  }
  const Recipe& recipe = recipe_named(request.options().recipe);
  if (recipe.reports || recipe.stream != nullptr) {
    throw InputError(
        fmt::format("--recipe {} does not train one model on documents as they are; attack one "
                    "that does, such as cgs or doc",
                    recipe.name));
  }
  run_lira_attack(request);
}

}  // namespace

Corpus attacked_corpus(const MembershipRequest& request) {
  Corpus corpus = open_corpus(request.input);
  const auto documents = static_cast<std::uint64_t>(request.documents);
  if (documents > corpus.documents()) {
    throw InputError(fmt::format("--documents {}: {} has only {}", documents, request.input,
                                 corpus.documents()));
  }
  if (documents == 0 || documents == corpus.documents()) return corpus;
  std::vector<std::uint64_t> first(documents);
  std::iota(first.begin(), first.end(), 0);
  return selected(corpus, first);
}

void add_attack_membership(CLI::App& attack) {
  attack.add_subcommand(std::make_shared<MembershipVerb>());
}

}  // namespace dplda::cli

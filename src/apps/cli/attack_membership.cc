// dplda attack membership: guesses from a model which documents it was trained on.
#include "apps/cli/attack_membership.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <numeric>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "corpus/prepare.h"
#include "recipes/registry.h"

namespace dplda::cli {
namespace {

struct Method {
  const char* name;
  void (*run)(const MembershipRequest& request);
};

constexpr std::array kMethods = {Method{"lira", run_lira_attack}};

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& method : kMethods) names.emplace_back(method.name);
  return names;
}

OptionTable membership_table(MembershipRequest& request) {
  return {{.name = "method",
           .target = &request.method,
           .help = "lira: likelihood ratios of the model itself",
           .choices = method_names()},
          {.name = "shadows",
           .target = &request.shadows,
           .help = "models to train, each on a random half of the documents; each is attacked with "
                   "the others as shadows",
           .least = 8,
           .most = 1e5},
          {.name = "documents",
           .target = &request.documents,
           .help = "use only that many of the first documents; 0 means all",
           .least = 0},
          {.name = "spread",
           .target = &request.spread,
           .help = "lira: whether each document has a variance of its own",
           .choices = {"per-document", "pooled"}},
          {.name = "json",
           .target = &request.json,
           .help = "write the result as JSON; -: to standard output, instead of the table",
           .metavar = "FILE"},
          {.name = "quiet", .target = &request.quiet, .help = "show no progress"}};
}

struct MembershipVerb : CLI::App {
  MembershipVerb();

  void refuse_idle_flags() const;
  void run();

  MembershipRequest request;
};

MembershipVerb::MembershipVerb()
    : CLI::App("Guess which documents a model was trained on", "membership") {
  add_option("CORPUS", request.input,
             "the population: a corpus file, or any format that prepare reads")
      ->required();
  request.flags.add_to(*this);
  dplda::cli::add_options(*this, membership_table(request));
  callback([this] { run(); });
}

// Shadow models are many and nobody's: they have neither keys nor states.
void MembershipVerb::refuse_idle_flags() const {
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
  check(membership_table(request));
  check(request.options());
  const Recipe& recipe = recipe_named(request.options().recipe);
  if (recipe.reports || recipe.stream != nullptr) {
    throw InputError(
        fmt::format("--recipe {} does not train one model on documents as they are; attack one "
                    "that does, such as cgs or doc",
                    recipe.name));
  }
  for (const auto& method : kMethods) {
    if (method.name == request.method) return method.run(request);
  }
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

// dplda publish: check that a model holds nothing but what was released, and strip the rest.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/files.h"
#include "privacy/statement.h"
#include "recipes/custody.h"
#include "recipes/privacy_record.h"
#include "recipes/publication.h"

namespace dplda::cli {
namespace {

struct PublishVerb : CLI::App {
  PublishVerb();

  void run() const;

  std::string file;
  std::string output;
  std::string statement;
  std::string ledger;
  bool force = false;
};

PublishVerb::PublishVerb()
    : CLI::App("Check and strip a private model before it leaves the house", "publish") {
  add_option("MODEL", file, "model of a private run (.npz)")->required();
  add_option("-o,--output", output, "write the stripped model here")->type_name("FILE");
  add_option("--ledger", ledger,
             "the ledger of the data, for their total as it stands now (default: the one that the "
             "model was charged to, where it is known)")
      ->type_name("FILE");
  add_option("--statement", statement, "write the privacy statement here")->type_name("FILE");
  add_flag("--force", force, "overwrite the model of a private run that was paid for");
  callback([this] { run(); });
}

void PublishVerb::run() const {
  for (const std::string& path : {output, statement}) {
    if (!path.empty() && resolved_path(path) == resolved_path(file))
      throw InputError(fmt::format("'{}' is the model itself; name another file", path));
  }
  if (!output.empty() && !statement.empty() && resolved_path(output) == resolved_path(statement))
    throw InputError("--output and --statement must be different files");
  if (!output.empty() && !force) refuse_to_replace_paid(output, false);
  const Model model = Model::load(file);
  const std::optional<Ledger> account = ledger_of(model, file, ledger);
  const Publication ready = publication(model, file, account ? &*account : nullptr);
  const std::string text = statement_of(ready.model.meta());
  if (!output.empty()) ready.model.save(output);
  if (!statement.empty()) {
    AtomicFile out(statement);
    out.write(text);
    out.commit();
  }
  for (const std::string& removed : ready.removed)
    fmt::print("{}: {}\n", output.empty() ? "must be removed" : "removed", removed);
  fmt::print("{}: {}\n", output.empty() ? file : output,
             ready.removed.empty() || !output.empty()
                 ? "holds nothing but what was released"
                 : "holds more than was released; write a clean copy with --output");
  fmt::print("privacy: {}\n", statement_line(ready.model.meta().at("privacy")));
  if (output.empty() && !ready.removed.empty())
    throw InputError(fmt::format("{} is not fit for publication as it is", file));
}

}  // namespace

void add_publish(CLI::App& app) { app.add_subcommand(std::make_shared<PublishVerb>()); }

}  // namespace dplda::cli

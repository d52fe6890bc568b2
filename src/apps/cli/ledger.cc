// dplda ledger: look at the account of some data.
#include "privacy/ledger.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/files.h"
#include "eval/report.h"
#include "privacy/large_delta.h"
#include "privacy/statement.h"

namespace dplda::cli {
namespace {

struct LedgerVerb : CLI::App {
  LedgerVerb();

  void show() const;
  void verify() const;

  std::string file;
  std::string json;
  double delta = kJudgedDelta;
  bool large_delta = false;
};

LedgerVerb::LedgerVerb() : CLI::App("Look at what was released about some data", "ledger") {
  require_subcommand(1);
  CLI::App* show_verb = add_subcommand("show", "List the releases and their totals");
  show_verb->add_option("FILE", file, "ledger")->required();
  show_verb->add_option("--delta", delta, "the total delta at which epsilon is stated")
      ->type_name("N")
      ->capture_default_str();
  add_options(*show_verb, {large_delta_option(large_delta)});
  show_verb->add_option("--json", json, "write it as JSON (-: standard output)")->type_name("FILE");
  show_verb->callback([this] { show(); });
  CLI::App* verify_verb = add_subcommand("verify", "Check that a ledger is whole");
  verify_verb->add_option("FILE", file, "ledger")->required();
  verify_verb->callback([this] { verify(); });
}

void LedgerVerb::show() const {
  if (!(delta > 0 && delta < 1))
    throw InputError(fmt::format("--delta must be a number above 0 and below 1, not {}", delta));
  check_delta("--delta", delta, large_delta);
  if (!json.empty() && json != "-" && resolved_path(json) == resolved_path(file))
    throw InputError(fmt::format("'{}' is the ledger itself; name another file", json));
  const Ledger ledger = Ledger::read(file);
  const nlohmann::ordered_json record = ledger.to_json(delta);
  if (!json.empty()) write_json(json, record);
  if (json == "-") return;
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind == LedgerEntry::Kind::kExposure) {
      fmt::print("{}  EXPOSED  {}: {}\n", entry.time, entry.exposure.release,
                 entry.exposure.reason);
      continue;
    }
    const Charge& charge = entry.charge;
    fmt::print("{}  run {}  {}  {} x {} [unit: {}, view: {}] {} {}\n", entry.time,
               entry.run.substr(0, 8),
               entry.kind == LedgerEntry::Kind::kCharge ? "charged" : "unmade ", charge.count,
               charge.release, name_of(charge.unit), name_of(charge.view), charge.mechanism.name,
               charge.mechanism.parameters.dump());
  }
  if (ledger.exposed()) {
    fmt::print(
        "total: NOT PRIVATE: something was exposed; for every unit (word, presence, "
        "document) and every view the total epsilon is infinite\n");
    return;
  }
  if (ledger.entries().empty()) fmt::print("nothing was released\n");
  for (const nlohmann::ordered_json& total : record.at("totals"))
    fmt::print("total: {}\n", total_text(total));
}

void LedgerVerb::verify() const {
  const Ledger ledger = Ledger::read(file);
  fmt::print(
      "{}: whole, {} entries; a ledger that was cut off at the end of a line cannot be told from a "
      "younger one\n",
      file, ledger.entries().size());
}

}  // namespace

void add_ledger(CLI::App& app) { app.add_subcommand(std::make_shared<LedgerVerb>()); }

}  // namespace dplda::cli

// dplda ledger: the account of some data: start it, limit it, look at it.
#include "privacy/ledger.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "base/files.h"
#include "corpus/prepare.h"
#include "eval/report.h"
#include "privacy/large_delta.h"
#include "privacy/statement.h"
#include "recipes/custody.h"
#include "recipes/ledger_index.h"

namespace dplda::cli {
namespace {

std::string line_of(const LedgerEntry& entry) {
  using Kind = LedgerEntry::Kind;
  const Charge& charge = entry.charge;
  switch (entry.kind) {
    case Kind::kExposure:
      return fmt::format("{}  EXPOSED  {}: {}\n", entry.time, entry.exposure.release,
                         entry.exposure.reason);
    case Kind::kLineage:
      return fmt::format(
          "{}  ledger {}{}\n", entry.time, entry.lineage,
          entry.restarted ? ", started again: what was released before is not known" : "");
    case Kind::kSources:
      return fmt::format("{}  documents: {} marks\n", entry.time, entry.marks.size());
    case Kind::kBudget:
      return fmt::format("{}  budget: {}\n", entry.time,
                         std::isfinite(entry.budget.epsilon) ? text_of(entry.budget) : "none");
    case Kind::kCharge:
    case Kind::kUnmade:
      break;
  }
  return fmt::format("{}  run {}  {}  {} x {} [unit: {}, view: {}] {} {}\n", entry.time,
                     entry.run.substr(0, 8), entry.kind == Kind::kCharge ? "charged" : "unmade ",
                     charge.count, charge.release, name_of(charge.unit), name_of(charge.view),
                     charge.mechanism.name, charge.mechanism.parameters.dump());
}

struct LedgerVerb : CLI::App {
  LedgerVerb();

  void add_limits(CLI::App& verb);
  Budget budget() const;
  void create() const;
  void limit() const;
  void show() const;
  void verify() const;

  std::string file;
  std::string json;
  std::string corpus;
  std::string unit;
  std::optional<double> budget_epsilon;
  double budget_delta = kJudgedDelta;
  bool unlimited = false;
  double delta = kJudgedDelta;
  bool large_delta = false;
  double wait = Ledger::kWait;
};

LedgerVerb::LedgerVerb()
    : CLI::App("Start, limit and look at the account of what was released about some data",
               "ledger") {
  require_subcommand(1);
  CLI::App* create_verb = add_subcommand("create", "Start a ledger, with a budget if one is given");
  create_verb->add_option("FILE", file, "ledger to write")->required();
  add_limits(*create_verb);
  create_verb
      ->add_option("--for", corpus,
                   "a corpus whose own ledger is lost: statements will say that what was released "
                   "before is not known")
      ->type_name("CORPUS");
  create_verb->callback([this] { create(); });
  CLI::App* limit_verb = add_subcommand(
      "limit", "Set, raise or lower what may be spent in all; the change is recorded");
  limit_verb->add_option("FILE", file, "ledger")->required();
  add_limits(*limit_verb);
  limit_verb->add_flag("--unlimited", unlimited, "take the limit away");
  limit_verb->callback([this] { limit(); });
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

void LedgerVerb::add_limits(CLI::App& verb) {
  verb.add_option("--budget-epsilon", budget_epsilon,
                  "what may be spent in all, by every run of every front end, in every view")
      ->type_name("N");
  verb.add_option("--budget-delta", budget_delta, "the delta of that total; 0: pure epsilon")
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--unit", unit,
                  "whom the budget protects: word, presence or document (default: whom each run "
                  "protects)")
      ->type_name("UNIT");
  add_options(verb, {large_delta_option(large_delta)});
  verb.add_option("--wait", wait, "seconds to wait for another process that writes to it")
      ->type_name("N")
      ->capture_default_str();
}

Budget LedgerVerb::budget() const {
  if (!(*budget_epsilon > 0 && *budget_epsilon <= kMostBudget)) {
    throw InputError(fmt::format(
        "--budget-epsilon must be a number above 0, at most {:g}, not {}; 'dplda ledger "
        "limit --unlimited' takes a budget away",
        kMostBudget, *budget_epsilon));
  }
  if (!(budget_delta >= 0 && budget_delta < 1)) {
    throw InputError(
        fmt::format("--budget-delta must be a number from 0 to below 1, not {}", budget_delta));
  }
  check_delta("--budget-delta", budget_delta, large_delta);
  Budget budget{.epsilon = *budget_epsilon, .delta = budget_delta};
  if (!unit.empty()) budget.unit = unit_from_name(unit);
  return budget;
}

// A ledger that is there is not started a second time.
void refuse_if_kept(const std::string& corpus) {
  std::string kept;
  try {
    kept = ledger_place({}, holdings_at(corpus)).path;
  } catch (const LedgerLost&) {
    return;
  }
  throw InputError(fmt::format("{} has its ledger, {}: leave out --for", corpus, kept));
}

void LedgerVerb::create() const {
  if (std::filesystem::exists(std::filesystem::symlink_status(file)))
    throw InputError(fmt::format("{} exists; change its budget with 'dplda ledger limit'", file));
  std::string lineage;
  if (!corpus.empty()) {
    lineage = lineage_at(corpus);
    if (lineage.empty())
      throw InputError(fmt::format("{} has no ledger of its own: leave out --for", corpus));
    refuse_if_kept(corpus);
  }
  const std::optional<Budget> limits =
      budget_epsilon ? std::optional(budget()) : std::optional<Budget>();
  Ledger ledger(file, wait);
  const std::string id = lineage.empty() ? Ledger::new_id() : lineage;
  ledger.start(id, !lineage.empty());
  if (ledger.lineage() != id)
    throw InputError(fmt::format("{} was started by another process meanwhile", file));
  if (limits) ledger.limit(*limits);
  remember_ledger(file);
  fmt::print("{}: started{}\n", file, limits ? ", with a budget of " + text_of(*limits) : "");
}

void LedgerVerb::limit() const {
  if (unlimited == budget_epsilon.has_value())
    throw InputError("say what may be spent with --budget-epsilon, or --unlimited");
  if (!std::filesystem::exists(file))
    throw InputError(fmt::format("there is no ledger {}; 'dplda ledger create' starts one", file));
  Ledger ledger(file, wait);
  const std::optional<Budget> before = ledger.budget();
  const Budget now = unlimited ? Budget{} : budget();
  ledger.limit(now);
  fmt::print("{}: {}; before: {}\n", file,
             unlimited ? "no budget any more" : "a budget of " + text_of(now),
             before ? text_of(*before) : "none");
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
  for (const LedgerEntry& entry : ledger.entries()) fmt::print("{}", line_of(entry));
  if (ledger.exposed()) {
    fmt::print(
        "total: NOT PRIVATE: something was exposed; for every unit (word, presence, "
        "document) and every view the total epsilon is infinite\n");
    return;
  }
  if (ledger.empty()) fmt::print("nothing was released\n");
  for (const nlohmann::ordered_json& total : record.at("totals"))
    fmt::print("total: {}\n", total_text(total));
  if (const auto allowed = ledger.budget()) fmt::print("budget: {}\n", text_of(*allowed));
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

// dplda ledger: the account of some data: start it, limit it, look at it.
#include "privacy/ledger.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/cli/verb.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"
#include "corpus/corpus.h"
#include "corpus/document_marks.h"
#include "corpus/preparation_record.h"
#include "corpus/prepare.h"
#include "eval/run_record.h"
#include "privacy/large_delta.h"
#include "privacy/statement.h"
#include "training/custody.h"
#include "training/ledger_index.h"

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
                     charge.mechanism.name, to_text(charge.mechanism.parameters));
}

struct LedgerFlags {
  std::string file;
  std::string other;  // join
  std::string json;
  std::string corpus;
  std::string unit;
  std::optional<double> budget_epsilon;
  double budget_delta = kJudgedDelta;
  bool unlimited = false;
  double delta = kJudgedDelta;
  bool large_delta = false;
  double wait = Ledger::kWait;

  Option argument(const char* help) {
    return {.name = "FILE", .target = &file, .help = help, .required = true};
  }
  OptionTable limits();
  Budget budget() const;
};

OptionTable LedgerFlags::limits() {
  return {{.name = "budget-epsilon",
           .target = &budget_epsilon,
           .help = "what may be spent in all, by every run of every front end, in every view"},
          {.name = "budget-delta",
           .target = &budget_delta,
           .help = "the delta of that total; 0: pure epsilon"},
          {.name = "unit",
           .target = &unit,
           .help = "whom the budget protects: word, presence or document (default: whom each run "
                   "protects)",
           .metavar = "UNIT"},
          large_delta_option(large_delta),
          {.name = "wait",
           .target = &wait,
           .help = "seconds to wait for another process that writes to it"}};
}

Budget LedgerFlags::budget() const {
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

// The ledger of the corpus that one would look for beside this path, where it is elsewhere.
std::string ledger_of_corpus_beside(const std::string& file) {
  constexpr std::string_view kExtension = ".ledger";
  if (!file.ends_with(kExtension)) return "";
  const std::string beside = file.substr(0, file.size() - kExtension.size());
  if (!std::filesystem::is_regular_file(beside) || lineage_at(beside).empty()) return "";
  try {
    const std::string path = ledger_place({}, holdings_at(beside)).path;
    return resolved_path(path) == resolved_path(file) ? "" : path;
  } catch (const LedgerLost&) {
    return "";
  }
}

void create(const LedgerFlags& flags) {
  if (std::filesystem::exists(std::filesystem::symlink_status(flags.file)))
    throw InputError(
        fmt::format("{} exists; change its budget with 'dplda ledger limit'", flags.file));
  if (const std::string kept = ledger_of_corpus_beside(flags.file); !kept.empty())
    throw InputError(
        fmt::format("the corpus beside {} has its ledger, {}: use that", flags.file, kept));
  std::string lineage;
  if (!flags.corpus.empty()) {
    lineage = lineage_at(flags.corpus);
    if (lineage.empty())
      throw InputError(fmt::format("{} has no ledger of its own: leave out --for", flags.corpus));
    refuse_if_kept(flags.corpus);
  }
  const std::optional<Budget> limits =
      flags.budget_epsilon ? std::optional(flags.budget()) : std::optional<Budget>();
  Ledger ledger(flags.file, flags.wait);
  const std::string id = lineage.empty() ? Ledger::new_id() : lineage;
  if (!flags.corpus.empty()) ledger.set_sources(document_marks(open_corpus(flags.corpus)));
  ledger.start(id, !lineage.empty());
  if (ledger.lineage() != id)
    throw InputError(fmt::format("{} was started by another process meanwhile", flags.file));
  if (limits) ledger.limit(*limits);
  remember_ledger(flags.file);
  fmt::print("{}: started{}\n", flags.file, limits ? ", with a budget of " + text_of(*limits) : "");
}

[[noreturn]] void refuse_missing(const std::string& file) {
  const std::string kept = ledger_of_corpus_beside(file);
  throw InputError(
      kept.empty()
          ? fmt::format("there is no ledger {}; 'dplda ledger create' starts one", file)
          : fmt::format("there is no ledger {}: that of the corpus beside it is {}", file, kept));
}

void limit(const LedgerFlags& flags) {
  if (flags.unlimited == flags.budget_epsilon.has_value())
    throw InputError("say what may be spent with --budget-epsilon, or --unlimited");
  if (!std::filesystem::exists(flags.file)) refuse_missing(flags.file);
  Ledger ledger(flags.file, flags.wait);
  const std::optional<Budget> before = ledger.budget();
  const Budget now = flags.unlimited ? Budget{} : flags.budget();
  ledger.limit(now);
  fmt::print("{}: {}; before: {}\n", flags.file,
             flags.unlimited ? "no budget any more" : "a budget of " + text_of(now),
             before ? text_of(*before) : "none");
}

void show(const LedgerFlags& flags) {
  if (!(flags.delta > 0 && flags.delta < 1))
    throw InputError(
        fmt::format("--delta must be a number above 0 and below 1, not {}", flags.delta));
  check_delta("--delta", flags.delta, flags.large_delta);
  if (!flags.json.empty() && flags.json != "-" &&
      resolved_path(flags.json) == resolved_path(flags.file))
    throw InputError(fmt::format("'{}' is the ledger itself; name another file", flags.json));
  const Ledger ledger = Ledger::read(flags.file);
  if (!flags.json.empty()) write_json(flags.json, ledger.to_json(flags.delta));
  if (flags.json == "-") return;
  for (const LedgerEntry& entry : ledger.entries()) fmt::print("{}", line_of(entry));
  if (ledger.exposed()) {
    fmt::print(
        "total: NOT PRIVATE: something was exposed; for every unit (word, presence, "
        "document) and every view the total epsilon is infinite\n");
    return;
  }
  if (ledger.empty()) fmt::print("nothing was released\n");
  for (const StatedTotal& total : ledger.stated_totals(flags.delta))
    fmt::print("total: {}\n", total_text(total));
  if (const auto allowed = ledger.budget()) fmt::print("budget: {}\n", text_of(*allowed));
}

void verify(const LedgerFlags& flags) {
  const Ledger ledger = Ledger::read(flags.file);
  fmt::print(
      "{}: whole, {} entries; a ledger that was cut off at the end of a line cannot be told from a "
      "younger one\n",
      flags.file, ledger.entries().size());
}

void join(const LedgerFlags& flags) {
  if (!std::filesystem::exists(flags.file))
    throw InputError(fmt::format("there is no ledger {}", flags.file));
  if (resolved_path(flags.file) == resolved_path(flags.other))
    throw InputError(fmt::format("{} is that ledger itself; name a copy of it", flags.other));
  const Ledger other = Ledger::read(flags.other, flags.wait);
  Ledger ledger(flags.file, flags.wait);
  if (other.lineage().empty() || other.lineage() != ledger.lineage()) {
    throw InputError(fmt::format("{} and {} are no copies of one ledger, and only those are joined",
                                 flags.file, flags.other));
  }
  ledger.take_over(other);
  fmt::print("{}: holds all that {} holds, which may be removed\n", flags.file, flags.other);
}

Verb create_verb() {
  const auto flags = std::make_shared<LedgerFlags>();
  OptionTable table = flags->limits();
  table.push_back({.name = "for",
                   .target = &flags->corpus,
                   .help = "a corpus whose own ledger is lost: statements will say that what was "
                           "released before is not known",
                   .metavar = "CORPUS"});
  return {.name = "create",
          .help = "Start a ledger, with a budget if one is given",
          .arguments = {flags->argument("ledger to write")},
          .flags = table,
          .run = [flags](const Given&) { create(*flags); }};
}

Verb limit_verb() {
  const auto flags = std::make_shared<LedgerFlags>();
  OptionTable table = flags->limits();
  table.push_back(
      {.name = "unlimited", .target = &flags->unlimited, .help = "take the limit away"});
  return {.name = "limit",
          .help = "Set, raise or lower what may be spent in all; the change is recorded",
          .arguments = {flags->argument("ledger")},
          .flags = table,
          .run = [flags](const Given&) { limit(*flags); }};
}

Verb show_verb() {
  const auto flags = std::make_shared<LedgerFlags>();
  return {.name = "show",
          .help = "List the releases and their totals",
          .arguments = {flags->argument("ledger")},
          .flags = {{.name = "delta",
                     .target = &flags->delta,
                     .help = "the total delta at which epsilon is stated"},
                    large_delta_option(flags->large_delta),
                    {.name = "json",
                     .target = &flags->json,
                     .help = "write it as JSON (-: standard output)",
                     .metavar = "FILE"}},
          .run = [flags](const Given&) { show(*flags); }};
}

Verb join_verb() {
  const auto flags = std::make_shared<LedgerFlags>();
  return {.name = "join",
          .help = "Enter into a ledger what a copy of it holds that was used beside it",
          .arguments = {flags->argument("ledger"),
                        {.name = "COPY",
                         .target = &flags->other,
                         .help = "the copy, which is left as it is",
                         .required = true}},
          .flags = {{.name = "wait",
                     .target = &flags->wait,
                     .help = "seconds to wait for another process that writes to it"}},
          .run = [flags](const Given&) { join(*flags); }};
}

Verb verify_verb() {
  const auto flags = std::make_shared<LedgerFlags>();
  return {.name = "verify",
          .help = "Check that a ledger is whole",
          .arguments = {flags->argument("ledger")},
          .run = [flags](const Given&) { verify(*flags); }};
}

}  // namespace

Verb ledger_verb() {
  return {.name = "ledger",
          .help = "Start, limit and look at the account of what was released about some data",
          .verbs = {create_verb(), limit_verb(), show_verb(), join_verb(), verify_verb()}};
}

}  // namespace dplda::cli

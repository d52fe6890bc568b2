#include "recipes/custody.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "corpus/document_marks.h"
#include "corpus/preparation_record.h"
#include "corpus/prepare.h"
#include "recipes/ledger_index.h"
#include "recipes/process_accounts.h"

namespace dplda {
namespace {

// Documents belong to a ledger that knows this part of them, or of which they are this part.
constexpr double kLeastShare = 0.02;
// Short texts are alike, strangers' too. If so many times the part of documents that have their
// like among themselves is known, they are no strangers' (twice is what to expect of those, at an
// equal number), and with this part they are the same in any case.
constexpr double kTimesAlike = 3;
constexpr double kSureShare = 0.98;

bool exists(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::exists(path, ignored);
}

std::string beside(const Holdings& data) {
  return data.path.empty() || data.path == "-" ? "" : resolved_path(data.path) + ".ledger";
}

// The directory of the documents, where ledgers of their kin may lie.
std::vector<std::string> neighbourhood(const Holdings& data) {
  if (data.path.empty() || data.path == "-") return {};
  return {directory_of(resolved_path(data.path))};
}

std::string short_id(const std::string& lineage) { return lineage.substr(0, 8); }

// --- Data that carry a lineage

[[noreturn]] void refuse_lost(const Holdings& data) {
  throw LedgerLost(fmt::format(
      "the ledger of {} (id {}) is neither beside it nor known here: name it with --ledger FILE; "
      "if it is lost, 'dplda ledger create FILE --for {}' starts another, and statements will say "
      "so",
      data.name(), short_id(data.lineage), data.name()));
}

// Whether `a` is a later state of the ledger `b`, or the same.
bool extends(const Ledger& a, const Ledger& b) {
  const auto same = [](const LedgerEntry& x, const LedgerEntry& y) {
    return to_json(x) == to_json(y);
  };
  return a.entries().size() >= b.entries().size() &&
         std::equal(b.entries().begin(), b.entries().end(), a.entries().begin(), same);
}

// Of several copies of a ledger the latest counts; `path` must be that.
void refuse_older_copy(const std::string& path, const Ledger& ledger, const Holdings& data) {
  for (const KnownLedger& known : known_ledgers(neighbourhood(data))) {
    if (known.ledger.lineage() != data.lineage || extends(ledger, known.ledger)) continue;
    throw InputError(fmt::format(
        "{} and {} both claim to be the ledger of {}, and the second holds entries that the first "
        "lacks: {}",
        path, known.path, data.name(),
        extends(known.ledger, ledger)
            ? "name the second with --ledger"
            : "two copies were used side by side, and what was released is the sum of both; keep "
              "the one with more entries and move the other away"));
  }
}

LedgerPlace place_of_lineage(const LedgerOptions& options, const Holdings& data) {
  if (!options.ledger.empty()) {
    if (exists(options.ledger)) {
      const Ledger named = Ledger::read(options.ledger, options.wait);
      if (named.lineage() == data.lineage) {
        refuse_older_copy(options.ledger, named, data);
        return {options.ledger, ""};
      }
    }
    throw InputError(
        fmt::format("{} is not the ledger of {} (id {}): leave out --ledger, or name the right one",
                    options.ledger, data.name(), short_id(data.lineage)));
  }
  const std::string own = beside(data);
  if (exists(own)) {
    const Ledger ledger = Ledger::read(own, options.wait);  // a damaged one is said to be so
    if (ledger.lineage() == data.lineage) {
      refuse_older_copy(own, ledger, data);
      return {own, ""};
    }
  }
  for (const KnownLedger& known : known_ledgers(neighbourhood(data))) {
    if (known.ledger.lineage() != data.lineage) continue;
    refuse_older_copy(known.path, known.ledger, data);
    return {known.path, fmt::format("{} belongs to the ledger {}", data.name(), known.path)};
  }
  refuse_lost(data);
}

// --- Data that are known by their documents alone

std::string documents_of(const Holdings& data) {
  return data.path.empty() ? "the documents" : "the documents of " + data.name();
}

struct Kin {
  std::string path;
  std::size_t common = 0;
  bool same = false;  // enough of them
  bool limited = false;
};

// Documents of two ledgers cannot be charged to one of them where the other has a budget.
void refuse_two_budgets(const std::vector<Kin>& all, const Kin& best, const Holdings& data) {
  for (const Kin& kin : all) {
    if (kin.path == best.path || !kin.same || !kin.limited) continue;
    throw BudgetExhausted(fmt::format(
        "{} are in the ledgers {} and {}, and the latter has a budget: use the documents of each "
        "apart",
        documents_of(data), best.path, kin.path));
  }
}

std::vector<std::uint64_t> each_once(std::vector<std::uint64_t> marks) {
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  return marks;
}

// The part of documents that must be known for them to be the same. `different`: of the marks.
double telling_share(const Holdings& data, std::size_t different) {
  const auto alike = static_cast<double>(data.marks.size() - different);
  return std::clamp(kTimesAlike * alike / static_cast<double>(different), kLeastShare, kSureShare);
}

// The ledger that knows most of the documents; the one beside them among equals.
Kin kin_of(const Holdings& data) {
  Kin best;
  if (data.marks.empty()) return best;
  const std::vector<std::uint64_t> marks = each_once(data.marks);
  const double share = telling_share(data, marks.size());
  const std::string own = beside(data);
  std::vector<Kin> all;
  for (const KnownLedger& known : known_ledgers(neighbourhood(data))) {
    const std::size_t common = known.ledger.known_sources(marks);
    if (common == 0) continue;
    all.push_back(
        {.path = known.path,
         .common = common,
         .same = static_cast<double>(common) >=
                 share * static_cast<double>(std::min(marks.size(), known.ledger.sources())),
         .limited = known.ledger.budget().has_value()});
    if (common > best.common || (common == best.common && known.path == own)) best = all.back();
  }
  refuse_two_budgets(all, best, data);
  return best;
}

LedgerPlace place_of_documents(const LedgerOptions& options, const Holdings& data) {
  const Kin kin = kin_of(data);
  const std::string own = beside(data);
  if (!options.ledger.empty()) {
    if (kin.same && resolved_path(options.ledger) != kin.path) {
      if (kin.limited) {
        throw BudgetExhausted(fmt::format(
            "{} are in the ledger {}, which has a budget: leave out --ledger, or name that one",
            documents_of(data), kin.path));
      }
      return {options.ledger, fmt::format("{} are in the ledger {}, too: what is charged here "
                                          "is not counted there",
                                          documents_of(data), kin.path)};
    }
    return {options.ledger, ""};
  }
  if (kin.same) {
    return {kin.path, kin.path == own
                          ? ""
                          : fmt::format("{} are in the ledger {}: they are charged there "
                                        "(another one is named with --ledger)",
                                        documents_of(data), kin.path)};
  }
  if (kin.common == 0 || kin.path == own) return {own, ""};
  return {own, fmt::format("some of {} are in the ledger {}, too; if they are the same people's, "
                           "name that one with --ledger",
                           documents_of(data), kin.path)};
}

// Whoever keeps no ledger must not pass by a budget.
void refuse_unaccounted(const LedgerOptions& options, const Holdings& data) {
  const std::string path = limiting_ledger(data, options.wait);
  if (path.empty()) return;
  throw BudgetExhausted(
      fmt::format("the ledger {} limits what may be released about {}: leave out --no-ledger", path,
                  data.name()));
}

}  // namespace

std::string Holdings::name() const {
  if (path.empty()) return "the documents";
  return path == "-" ? "standard input" : path;
}

Holdings holdings_of(const std::string& path, const Corpus& corpus) {
  return {.path = path, .lineage = lineage_of(corpus), .marks = document_marks(corpus)};
}

Holdings holdings_at(const std::string& path) {
  return {.path = path, .lineage = exists(path) ? lineage_at(path) : ""};
}

LedgerPlace ledger_place(const LedgerOptions& options, const Holdings& data) {
  if (options.no_ledger) return {};
  return data.lineage.empty() ? place_of_documents(options, data) : place_of_lineage(options, data);
}

std::string limiting_ledger(const Holdings& data, double wait) {
  std::string path;
  try {
    path = ledger_place({.wait = wait}, data).path;
  } catch (const LedgerLost&) {
    return "";
  }
  return exists(path) && Ledger::read(path, wait).budget() ? path : "";
}

bool keeps_account(const std::string& path, double wait) {
  if (!exists(path)) return false;
  const Ledger ledger = Ledger::read(path, wait);
  return !ledger.exposed() && (!ledger.empty() || ledger.budget());
}

Ledger open_ledger(const LedgerOptions& options, const Holdings& data, bool exposes) {
  check(options);
  if (options.no_ledger) {
    if (!exposes) refuse_unaccounted(options, data);
    return {};
  }
  const std::string path = ledger_place(options, data).path;
  if (path.empty()) {
    if (exposes) return {};
    if (data.path.empty()) return Ledger(process_account(data.marks));
    throw InputError(
        "data from standard input have no ledger of their own: name one with --ledger, or say "
        "--no-ledger");
  }
  if (exposes && options.ledger.empty() && keeps_account(path, options.wait)) {
    throw InputError(fmt::format(
        "this run protects nobody, and {} keeps account of these data: add --no-ledger if the "
        "model stays in the house, or --ledger {} to record the exposure",
        path, path));
  }
  Ledger ledger(path, options.wait);
  ledger.set_sources(data.marks);
  ledger.take_over(Ledger(process_account(data.marks)));
  remember_ledger(path);
  return ledger;
}

Corpus with_lineage(Corpus corpus, const std::string& path) {
  if (!lineage_of(corpus).empty()) return corpus;
  const Holdings data = holdings_of(path, corpus);
  const std::string place = ledger_place({}, data).path;
  if (place.empty()) return corpus;  // standard input: whoever uses the parts names a ledger
  Ledger ledger(place);
  ledger.set_sources(data.marks);
  ledger.start();
  ledger.take_over(Ledger(process_account(data.marks)));
  remember_ledger(place);
  corpus.set_lineage(ledger.lineage());
  return corpus;
}

std::optional<Ledger> ledger_of(const Model& model, const std::string& path,
                                const std::string& named) {
  if (!named.empty()) return Ledger::read(named);
  const nlohmann::ordered_json& meta = model.meta();
  if (!meta.contains("privacy") || !meta["privacy"].is_object()) return std::nullopt;
  const auto lineage = meta["privacy"].value("lineage", nlohmann::ordered_json());
  if (!lineage.is_string() || lineage == "") return std::nullopt;
  for (KnownLedger& known : known_ledgers({directory_of(resolved_path(path))})) {
    if (known.ledger.lineage() == lineage) return std::move(known.ledger);
  }
  return std::nullopt;
}

Custody::Custody(LedgerOptions options, const std::vector<std::string>& inputs, std::string output)
    : options_(std::move(options)), output_(std::move(output)) {
  check(options_);
  if (inputs.size() == 1) lineage_ = exists(inputs[0]) ? lineage_at(inputs[0]) : "";
}

void Custody::meet(std::span<const std::uint64_t> marks) {
  const Holdings data{.path = output_, .lineage = lineage_, .marks = {marks.begin(), marks.end()}};
  if (options_.no_ledger) return refuse_unaccounted(options_, data);
  place_ = ledger_place(options_, data);
  ledger_ = Ledger(place_.path, options_.wait);
  ledger_.set_sources(data.marks);
  sources_ = data.marks;
}

void Custody::record(nlohmann::ordered_json& preparation) {
  if (options_.no_ledger) return;  // a lineage that the input has stays
  id_ = ledger_.lineage().empty() ? Ledger::new_id() : ledger_.lineage();
  preparation[kLineage] = id_;
}

void Custody::settle(std::span<const std::uint64_t> marks) {
  if (options_.no_ledger) return;
  // Rows of this corpus may come back without their file, from memory.
  sources_.insert(sources_.end(), marks.begin(), marks.end());
  ledger_.set_sources(sources_);
  ledger_.start(id_);
  if (ledger_.lineage() != id_) {
    throw InputError(fmt::format(
        "{} was started for other documents meanwhile; prepare these again", place_.path));
  }
  ledger_.take_over(Ledger(process_account(sources_)));
  remember_ledger(place_.path);
}

}  // namespace dplda

#include "training/custody.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"
#include "corpus/document_marks.h"
#include "corpus/preparation_record.h"
#include "training/ledger_index.h"
#include "training/model_privacy.h"
#include "training/process_accounts.h"

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
      "the ledger of {} (id {}) is neither beside it nor known here: name it with `ledger FILE`; "
      "if it is lost, 'dplda ledger create FILE --for {}' starts another, and statements will say "
      "so",
      data.name(), short_id(data.lineage), data.name()));
}

// Of several copies of a ledger the one counts that says all that the others say; `path` among
// equals. Throws InputError if there is none.
const KnownLedger& latest(const std::vector<const KnownLedger*>& copies, const std::string& path) {
  const KnownLedger* best = copies.front();
  for (const KnownLedger* copy : copies) {
    const bool covers = copy->ledger.covers(best->ledger);
    if (covers && (!best->ledger.covers(copy->ledger) || copy->path == path)) best = copy;
  }
  for (const KnownLedger* copy : copies) {
    if (best->ledger.covers(copy->ledger)) continue;
    throw InputError(
        fmt::format("{0} and {1} are copies of one ledger that were used side by side, and what "
                    "was released is the sum of both: 'dplda ledger join {0} {1}' puts them "
                    "together",
                    best->path, copy->path));
  }
  return *best;
}

// The known ledgers, those of one lineage together.
using Copies = std::vector<const KnownLedger*>;
std::vector<Copies> by_lineage(const std::vector<KnownLedger>& known) {
  std::vector<Copies> groups;
  for (const KnownLedger& each : known) {
    const auto same = [&](const Copies& group) {
      return !each.ledger.lineage().empty() &&
             group.front()->ledger.lineage() == each.ledger.lineage();
    };
    const auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) {
      groups.push_back({&each});
    } else {
      group->push_back(&each);
    }
  }
  return groups;
}

// Where the ledger with that id is, in its latest copy; empty: it is not known here. `path`: where
// one would look for it.
std::string place_of_id(const std::string& lineage, const std::string& path,
                        const std::vector<std::string>& directories, double wait) {
  std::vector<KnownLedger> known = known_ledgers(directories, wait);
  // A ledger that is named need be neither listed nor called so.
  const bool listed = std::any_of(known.begin(), known.end(),
                                  [&](const KnownLedger& each) { return each.path == path; });
  if (!listed && exists(path)) known.push_back({path, Ledger::read(path, wait)});
  for (const Copies& copies : by_lineage(known)) {
    if (copies.front()->ledger.lineage() == lineage) return latest(copies, path).path;
  }
  return "";
}

LedgerPlace place_of_lineage(const LedgerOptions& options, const Holdings& data) {
  const std::string own = options.ledger.empty() ? beside(data) : options.ledger;
  std::string id;
  if (exists(own))
    id = Ledger::read(own, options.wait).lineage();  // a damaged one is said to be so
  if (id != data.lineage && !options.ledger.empty()) {
    throw InputError(
        fmt::format("{} is not the ledger of {} (id {}): leave out `ledger`, or name the right one",
                    own, data.name(), short_id(data.lineage)));
  }
  const std::string whole = own.empty() ? "" : resolved_path(own);
  std::vector<std::string> places = neighbourhood(data);
  if (id == data.lineage) places.push_back(directory_of(whole));
  const std::string path =
      place_of_id(data.lineage, id == data.lineage ? whole : "", places, options.wait);
  if (path.empty()) refuse_lost(data);
  if (id == data.lineage && path == whole) return {own, ""};
  if (!options.ledger.empty()) {
    throw InputError(fmt::format(
        "{} holds entries of the same ledger that {} lacks: name the former with `ledger`", path,
        own));
  }
  return {path, fmt::format("{} belongs to the ledger {}", data.name(), path)};
}

// --- Data that are known by their documents alone

std::string documents_of(const Holdings& data) {
  return data.path.empty() ? "the documents" : "the documents of " + data.name();
}

using Marks = std::vector<std::uint64_t>;

struct Kin {
  std::string path;
  std::size_t common = 0;
  bool same = false;  // enough of them
  bool limited = false;
};

Marks each_once(Marks marks) {
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  return marks;
}

// The part of documents that must be known for them to be the same. Copies within one of the two
// corpora alone, as of a sample with replacement, do not make texts alike.
double telling_share(const Marks& marks, std::size_t different, const Ledger& ledger) {
  const double here =
      static_cast<double>(marks.size() - different) / static_cast<double>(different);
  const double alike = std::min(here, ledger.alike(marks).value_or(here));
  return std::clamp(kTimesAlike * alike, kLeastShare, kSureShare);
}

// What a ledger knows of documents with marks of one kind.
Kin kin_by(const Marks& marks, const KnownLedger& known) {
  const auto& [path, ledger] = known;
  const Marks different = each_once(marks);
  const std::size_t common = ledger.known_sources(different);
  const double share = telling_share(marks, different.size(), ledger);
  return {.path = path,
          .common = common,
          .same = static_cast<double>(common) >=
                  share * static_cast<double>(std::min(different.size(), ledger.sources())),
          .limited = ledger.budget().has_value()};
}

// The marks by which documents are looked for, those of each kind together.
std::vector<Marks> looked_for(const Holdings& data) {
  std::vector<Marks> kinds;
  if (!data.marks.empty()) kinds.push_back(data.marks);
  if (data.known_by_rows && !data.rows.empty()) kinds.push_back(data.rows);
  return kinds;
}

Marks all_marks(const Holdings& data) {
  Marks all = data.marks;
  all.insert(all.end(), data.rows.begin(), data.rows.end());
  return all;
}

// The ledgers that know some of the documents, the one that knows most of them first; the one
// beside them among equals.
std::vector<Kin> kin_of(const Holdings& data, double wait) {
  std::vector<Kin> all;
  const std::vector<Marks> kinds = looked_for(data);
  if (kinds.empty()) return all;
  const std::string own = beside(data);
  const std::vector<KnownLedger> known = known_ledgers(neighbourhood(data), wait);
  for (const Copies& copies : by_lineage(known)) {
    const bool any = std::any_of(copies.begin(), copies.end(), [&](const KnownLedger* copy) {
      return std::any_of(kinds.begin(), kinds.end(),
                         [&](const Marks& marks) { return copy->ledger.known_sources(marks) > 0; });
    });
    if (!any) continue;
    const KnownLedger& known_by = latest(copies, own);
    Kin kin = kin_by(kinds.front(), known_by);
    if (kinds.size() > 1) {
      const Kin by_rows = kin_by(kinds.back(), known_by);
      kin.common = std::max(kin.common, by_rows.common);
      kin.same = kin.same || by_rows.same;
    }
    all.push_back(std::move(kin));
  }
  std::stable_sort(all.begin(), all.end(), [&](const Kin& a, const Kin& b) {
    return a.common != b.common ? a.common > b.common : a.path == own && b.path != own;
  });
  return all;
}

// Documents of two ledgers cannot be charged to one of them without a word.
void refuse_two_ledgers(const std::vector<Kin>& all, const Kin& chosen, const Holdings& data) {
  for (const Kin& kin : all) {
    if (kin.path == chosen.path || !kin.same) continue;
    if (kin.limited) {
      throw BudgetExhausted(fmt::format(
          "{} are in the ledgers {} and {}, and the latter has a budget: use the documents of each "
          "apart",
          documents_of(data), chosen.path, kin.path));
    }
    throw InputError(fmt::format(
        "{} are in the ledgers {} and {}, and what is charged to one is missing in the other: use "
        "the documents of each apart, or name the one to be charged with `ledger`",
        documents_of(data), chosen.path, kin.path));
  }
}

LedgerPlace place_of_named(const std::string& named, const std::vector<Kin>& all,
                           const Holdings& data) {
  std::string others;
  for (const Kin& kin : all) {
    if (!kin.same || resolved_path(named) == kin.path) continue;
    if (kin.limited) {
      throw BudgetExhausted(fmt::format(
          "{} are in the ledger {}, which has a budget: leave out `ledger`, or name that one",
          documents_of(data), kin.path));
    }
    others += (others.empty() ? "" : " and ") + kin.path;
  }
  if (others.empty()) return {named, ""};
  return {named, fmt::format("{} are in the ledger {}, too: what is charged here is not counted "
                             "there",
                             documents_of(data), others)};
}

LedgerPlace place_of_documents(const LedgerOptions& options, const Holdings& data) {
  const std::vector<Kin> all = kin_of(data, options.wait);
  if (!options.ledger.empty()) return place_of_named(options.ledger, all, data);
  const std::string own = beside(data);
  const auto same = std::find_if(all.begin(), all.end(), [](const Kin& kin) { return kin.same; });
  if (same != all.end()) {
    refuse_two_ledgers(all, *same, data);
    return {same->path, same->path == own
                            ? ""
                            : fmt::format("{} are in the ledger {}: they are charged there "
                                          "(another one is named with `ledger`)",
                                          documents_of(data), same->path)};
  }
  if (all.empty() || all.front().path == own) return {own, ""};
  return {own, fmt::format("some of {} are in the ledger {}, too; if they are the same people's, "
                           "name that one with `ledger`",
                           documents_of(data), all.front().path)};
}

// Whoever keeps no ledger must not pass by a budget.
void refuse_unaccounted(const LedgerOptions& options, const Holdings& data) {
  const std::string path = limiting_ledger(data, options.wait);
  if (path.empty()) return;
  throw BudgetExhausted(
      fmt::format("the ledger {} limits what may be released about {}: leave out `no-ledger`", path,
                  data.name()));
}

}  // namespace

std::string Holdings::name() const {
  if (path.empty()) return "the documents";
  return path == "-" ? "standard input" : path;
}

Holdings holdings_of(const std::string& path, const Corpus& corpus) {
  Holdings data{
      .path = path, .lineage = corpus.preparation().lineage, .marks = document_marks(corpus)};
  if (corpus.source_marks().empty()) return data;
  data.rows = row_marks(corpus);
  data.known_by_rows = corpus.source_marks().texts.empty();
  return data;
}

void name_documents(const Holdings& data, Ledger& ledger) {
  ledger.set_sources(data.marks);
  ledger.add_sources(data.rows);
}

Holdings holdings_at(const std::string& path) {
  return {.path = path, .lineage = exists(path) ? lineage_at(path) : ""};
}

LedgerPlace ledger_place(const LedgerOptions& options, const Holdings& data) {
  if (options.no_ledger) return {};
  return data.lineage.empty() ? place_of_documents(options, data) : place_of_lineage(options, data);
}

std::string limiting_ledger(const Holdings& data, double wait) {
  if (data.lineage.empty()) {
    const std::vector<Kin> all = kin_of(data, wait);
    const auto limiting = std::find_if(all.begin(), all.end(),
                                       [](const Kin& kin) { return kin.same && kin.limited; });
    if (limiting != all.end()) return limiting->path;
    const std::string own = beside(data);
    return exists(own) && Ledger::read(own, wait).budget() ? own : "";
  }
  const std::string path = ledger_place({.wait = wait}, data).path;
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
    if (data.path.empty()) return Ledger(process_account(all_marks(data)));
    throw InputError(
        "data from standard input have no ledger of their own: name one with `ledger`, or say "
        "`no-ledger`");
  }
  if (exposes && options.ledger.empty() && keeps_account(path, options.wait)) {
    throw InputError(fmt::format(
        "this run protects nobody, and {} keeps account of these data: add `no-ledger` if the "
        "model will not be shared, or `ledger {}` to record the exposure",
        path, path));
  }
  Ledger ledger(path, options.wait);
  name_documents(data, ledger);
  ledger.take_over(Ledger(process_account(all_marks(data))));
  remember_ledger(path);
  return ledger;
}

Corpus with_lineage(Corpus corpus, const std::string& path) {
  if (!corpus.preparation().lineage.empty()) return corpus;
  const Holdings data = holdings_of(path, corpus);
  const std::string place = ledger_place({}, data).path;
  if (place.empty()) return corpus;  // standard input: whoever uses the parts names a ledger
  Ledger ledger(place);
  name_documents(data, ledger);
  ledger.start();
  ledger.take_over(Ledger(process_account(all_marks(data))));
  remember_ledger(place);
  corpus.set_lineage(ledger.lineage());
  return corpus;
}

std::optional<Ledger> ledger_of(const Model& model, const std::string& path,
                                const std::string& named) {
  const std::optional<PrivacyRecord> record = sound_privacy_of(model);
  const std::string lineage =
      record && record->account ? record->account->lineage.value_or("") : "";
  if (lineage.empty()) return named.empty() ? std::nullopt : std::optional(Ledger::read(named));
  std::vector<std::string> places = {directory_of(resolved_path(path))};
  if (!named.empty()) places.push_back(directory_of(resolved_path(named)));
  const std::string whole = named.empty() ? "" : resolved_path(named);
  const std::string place = place_of_id(lineage, whole, places, Ledger::kWait);
  if (named.empty()) return place.empty() ? std::nullopt : std::optional(Ledger::read(place));
  if (!place.empty() && place != whole && exists(named) &&
      Ledger::read(named).lineage() == lineage) {
    throw InputError(fmt::format(
        "{} holds entries of the same ledger that {} lacks: name the former with `ledger`", place,
        named));
  }
  return Ledger::read(named);
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

void Custody::record(Preparation& preparation) {
  if (options_.no_ledger) return;  // a lineage that the input has stays
  id_ = ledger_.lineage().empty() ? Ledger::new_id() : ledger_.lineage();
  preparation.lineage = id_;
}

// The same documents, written in another way, have the same rows.
void Custody::refuse_other_owner(std::span<const std::uint64_t> marks) {
  if (!lineage_.empty() || !options_.ledger.empty()) return;
  const Holdings rows{.path = output_, .marks = {marks.begin(), marks.end()}};
  for (const Kin& kin : kin_of(rows, options_.wait)) {
    if (!kin.same || kin.path == resolved_path(place_.path)) continue;
    if (kin.limited) {
      throw BudgetExhausted(
          fmt::format("{} are in the ledger {}, which has a budget: name it with `ledger`",
                      documents_of(rows), kin.path));
    }
    place_.notice = fmt::format(
        "{} are in the ledger {}, too, written in another way: name it with `ledger`, or what is "
        "charged here is not counted there",
        documents_of(rows), kin.path);
  }
}

void Custody::settle(std::span<const std::uint64_t> marks) {
  if (options_.no_ledger) return;
  refuse_other_owner(marks);
  // Rows of this corpus may come back without their file, from memory.
  ledger_.set_sources(sources_);
  ledger_.add_sources(marks);
  ledger_.start(id_);
  if (ledger_.lineage() != id_) {
    throw InputError(fmt::format(
        "{} was started for other documents meanwhile; prepare these again", place_.path));
  }
  sources_.insert(sources_.end(), marks.begin(), marks.end());
  ledger_.take_over(Ledger(process_account(sources_)));
  remember_ledger(place_.path);
}

}  // namespace dplda

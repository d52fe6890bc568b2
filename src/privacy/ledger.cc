#include "privacy/ledger.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/random.h"
#include "privacy/ledger_file.h"
#include "privacy/ledger_totals.h"

namespace dplda {
namespace {

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

// Says nothing of a document to whoever lacks the ledger.
std::uint64_t salted(std::uint64_t mark, const std::string& lineage) {
  Digest digest;
  digest.text(lineage);
  digest.number(mark);
  const auto bytes = digest.finish();
  std::uint64_t result = 0;
  std::memcpy(&result, bytes.data(), sizeof result);
  return result;
}

std::vector<LedgerEntry> parsed(const std::vector<std::string>& lines, const std::string& path) {
  std::vector<LedgerEntry> entries;
  for (const std::string& line : lines) {
    try {
      entries.push_back(entry_from_json(nlohmann::ordered_json::parse(line)));
    } catch (const std::exception& error) {
      throw InputError(
          fmt::format("the ledger {} has an entry that makes no sense ({}); it is of "
                      "another version of dplda or was tampered with",
                      path, error.what()));
    }
  }
  return entries;
}

}  // namespace

// What others wrote meanwhile is taken in, and nobody writes until it goes.
class Ledger::Alone {
 public:
  explicit Alone(Ledger& ledger) : book_(ledger.book_.get()) {
    if (book_ == nullptr) return;
    const std::vector<std::string> lines = book_->begin();
    try {
      for (LedgerEntry& entry : parsed(lines, ledger.path_)) ledger.take(std::move(entry));
    } catch (...) {
      book_->end();
      throw;
    }
  }
  ~Alone() {
    if (book_ != nullptr) book_->end();
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  LedgerBook* book_;
};

Ledger::Ledger() = default;
Ledger::~Ledger() = default;
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;

Ledger::Ledger(std::shared_ptr<LedgerBook> book) : book_(std::move(book)) { Alone look(*this); }

Ledger::Ledger(const std::string& path, double wait)
    : book_(std::make_shared<LedgerFile>(path, wait)), path_(path) {
  if (std::filesystem::exists(std::filesystem::symlink_status(path))) Alone look(*this);
}

Ledger Ledger::read(const std::string& path, double wait) {
  Ledger ledger;
  for (LedgerEntry& entry : parsed(LedgerFile::read(path, wait), path))
    ledger.take(std::move(entry));
  return ledger;
}

void Ledger::take(LedgerEntry entry) {
  if (entry.kind == LedgerEntry::Kind::kLineage) lineage_ = entry.lineage;
  if (entry.kind == LedgerEntry::Kind::kSources) {
    std::vector<std::uint64_t> both;
    std::set_union(sources_.begin(), sources_.end(), entry.marks.begin(), entry.marks.end(),
                   std::back_inserter(both));
    sources_ = std::move(both);
  }
  entries_.push_back(std::move(entry));
}

void Ledger::append(LedgerEntry entry) {
  if (on_disk()) entry.time = now();
  append_as_it_was(std::move(entry));
}

// On disk first: an entry that could not be written does not count as made.
void Ledger::append_as_it_was(LedgerEntry entry) {
  if (book_) book_->append(dplda::to_json(entry).dump());
  take(std::move(entry));
}

void Ledger::set_sources(std::span<const std::uint64_t> marks) {
  pending_.clear();
  add_sources(marks);
}

void Ledger::add_sources(std::span<const std::uint64_t> marks) {
  if (!marks.empty()) pending_.emplace_back(marks.begin(), marks.end());
}

std::string Ledger::new_id() {
  const Key drawn = random_key();
  return fmt::format("{:02x}", fmt::join(drawn.begin(), drawn.begin() + 16, ""));
}

void Ledger::write_lineage(std::string id, bool restarted) {
  if (id.empty()) id = new_id();
  append({.kind = LedgerEntry::Kind::kLineage, .lineage = std::move(id), .restarted = restarted});
}

void Ledger::write_sources() {
  for (const std::vector<std::uint64_t>& marks : pending_) write_sources(marks);
  pending_.clear();
}

void Ledger::write_sources(const std::vector<std::uint64_t>& unsalted) {
  std::vector<std::uint64_t> marks;
  for (const std::uint64_t mark : unsalted) marks.push_back(salted(mark, lineage_));
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  const std::uint64_t alike = unsalted.size() - marks.size();  // those stand in it twice
  std::vector<std::uint64_t> added;
  std::set_difference(marks.begin(), marks.end(), sources_.begin(), sources_.end(),
                      std::back_inserter(added));
  if (added.empty()) return;
  const std::uint64_t noted = std::min<std::uint64_t>(alike, added.size());
  append({.kind = LedgerEntry::Kind::kSources, .marks = std::move(added), .alike = noted});
}

// Whose ledger it is, before anything else is written, as far as that is known.
void Ledger::identify() {
  if (!book_ || pending_.empty()) return;
  if (lineage_.empty()) write_lineage({}, false);
  write_sources();
}

void Ledger::start(std::string id, bool restarted) {
  const Alone alone(*this);
  if (lineage_.empty()) write_lineage(std::move(id), restarted);
  write_sources();
}

std::size_t Ledger::known_sources(std::span<const std::uint64_t> marks) const {
  return static_cast<std::size_t>(
      std::count_if(marks.begin(), marks.end(), [&](std::uint64_t mark) {
        return std::binary_search(sources_.begin(), sources_.end(), salted(mark, lineage_));
      }));
}

std::optional<double> Ledger::alike(std::span<const std::uint64_t> marks) const {
  std::vector<std::uint64_t> asked;
  for (const std::uint64_t mark : marks) asked.push_back(salted(mark, lineage_));
  std::sort(asked.begin(), asked.end());
  std::optional<double> alike;
  std::size_t most = 0;
  for (const LedgerEntry& entry : entries_) {
    if (entry.kind != LedgerEntry::Kind::kSources || !entry.alike) continue;
    const auto common = static_cast<std::size_t>(std::count_if(
        entry.marks.begin(), entry.marks.end(),
        [&](std::uint64_t mark) { return std::binary_search(asked.begin(), asked.end(), mark); }));
    if (common <= most) continue;
    most = common;
    alike = static_cast<double>(*entry.alike) / static_cast<double>(entry.marks.size());
  }
  return alike;
}

bool Ledger::covers(const Ledger& other) const {
  const auto stands_here = [&](const LedgerEntry& entry) {
    switch (entry.kind) {
      case LedgerEntry::Kind::kCharge: {
        const std::vector<Charge> charges = charged(other.entries_, entry.run, entry.charge);
        return std::all_of(charges.begin(), charges.end(), [&](const Charge& charge) {
          return not_yet_charged(entries_, entry.run, charge).empty();
        });
      }
      case LedgerEntry::Kind::kExposure:
        return knows(entry.exposure);
      case LedgerEntry::Kind::kBudget:
        return std::any_of(entries_.begin(), entries_.end(), [&](const LedgerEntry& own) {
          return dplda::to_json(own) == dplda::to_json(entry);
        });
      case LedgerEntry::Kind::kSources:
        return std::includes(sources_.begin(), sources_.end(), entry.marks.begin(),
                             entry.marks.end());
      default:
        return true;
    }
  };
  return std::all_of(other.entries_.begin(), other.entries_.end(), stands_here);
}

bool Ledger::restarted() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const LedgerEntry& entry) { return entry.restarted; });
}

bool Ledger::empty() const {
  return std::none_of(entries_.begin(), entries_.end(), [](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kCharge || entry.kind == LedgerEntry::Kind::kExposure;
  });
}

std::optional<Budget> Ledger::budget() const { return last_budget(entries_); }

void Ledger::limit(const Budget& budget) {
  const Alone alone(*this);
  identify();
  append({.kind = LedgerEntry::Kind::kBudget, .budget = budget});
}

std::vector<Budget> Ledger::budgets() const {
  std::vector<Budget> all;
  if (const auto kept = budget()) all.push_back(*kept);
  if (own_budget_) all.push_back(*own_budget_);
  return all;
}

void Ledger::check_covered(const std::string& run, const std::vector<Charge>& planned) const {
  const std::vector<Budget> limits = budgets();
  if (limits.empty()) return;
  std::vector<Charge> all = standing();
  for (const Charge& charge : planned) {
    for (Charge& part : not_yet_charged(entries_, run, charge)) all.push_back(std::move(part));
  }
  const std::string advice =
      "lower the run's cost" +
      (own_budget_ || !on_disk()
           ? " or raise the budget"
           : fmt::format(", or raise the budget with 'dplda ledger limit {}'", path_));
  for (const Budget& budget : limits) {
    if (subject_ || budget.unit) {
      const Unit unit = budget.unit.value_or(subject_.value_or(Unit::kDocument));
      check_covers(budget, unit, all, exposed(), advice);
      continue;
    }
    for (const Charge& charge : planned) check_covers(budget, charge.unit, all, exposed(), advice);
  }
}

void Ledger::refresh() {
  // What is not there yet is started with its first entry.
  if (on_disk() && !std::filesystem::exists(path_)) return;
  const Alone look(*this);
}

void Ledger::check_budget(const std::string& run, const std::vector<Charge>& planned) {
  refresh();
  check_covered(run, planned);
}

void Ledger::charge(const std::string& run, const Charge& charge) {
  if (charge.count > 0) charge_all(run, {charge});
}

void Ledger::charge_all(const std::string& run, const std::vector<Charge>& charges) {
  if (charges.empty()) return;
  const Alone alone(*this);
  check_covered(run, charges);
  identify();
  const std::size_t before = entries_.size();
  for (const Charge& charge : charges) enter(run, charge);
  for (std::size_t i = before; i < entries_.size(); ++i) own_.push_back(i);
}

void Ledger::take_over(const Ledger& other) {
  const bool limited = std::any_of(
      other.entries_.begin(), other.entries_.end(),
      [](const LedgerEntry& entry) { return entry.kind == LedgerEntry::Kind::kBudget; });
  if (other.empty() && !limited && sources_only_of(other).empty()) return;
  const Alone alone(*this);
  identify();
  for (const LedgerEntry& entry : other.entries_) {
    if (entry.kind == LedgerEntry::Kind::kExposure) enter(entry.run, entry.exposure);
    if (entry.kind != LedgerEntry::Kind::kCharge) continue;
    for (const Charge& charge : charged(other.entries_, entry.run, entry.charge))
      enter(entry.run, charge);
  }
  for (LedgerEntry& entry : sources_only_of(other)) append(std::move(entry));
  take_over_budgets(other);
}

std::vector<LedgerEntry> Ledger::sources_only_of(const Ledger& other) const {
  std::vector<LedgerEntry> all;
  if (lineage_.empty() || other.lineage_ != lineage_) return all;
  for (const LedgerEntry& entry : other.entries_) {
    if (entry.kind != LedgerEntry::Kind::kSources) continue;
    LedgerEntry added{.kind = LedgerEntry::Kind::kSources};
    std::set_difference(entry.marks.begin(), entry.marks.end(), sources_.begin(), sources_.end(),
                        std::back_inserter(added.marks));
    if (added.marks.empty()) continue;
    if (entry.alike) added.alike = std::min<std::uint64_t>(*entry.alike, added.marks.size());
    all.push_back(std::move(added));
  }
  return all;
}

// Of two budgets the one that was set last is in force, wherever it was set; of two that were set
// in the same second the tighter one.
void Ledger::take_over_budgets(const Ledger& other) {
  std::vector<LedgerEntry> all;
  for (const Ledger* ledger : {&other, static_cast<const Ledger*>(this)}) {
    for (const LedgerEntry& entry : ledger->entries_)
      if (entry.kind == LedgerEntry::Kind::kBudget) all.push_back(entry);
  }
  for (const LedgerEntry& entry : other.entries_) {
    const auto same = [&](const LedgerEntry& own) {
      return dplda::to_json(own) == dplda::to_json(entry);
    };
    if (entry.kind == LedgerEntry::Kind::kBudget &&
        std::none_of(entries_.begin(), entries_.end(), same))
      append_as_it_was(entry);
  }
  if (all.empty()) return;
  const auto older = [](const LedgerEntry& a, const LedgerEntry& b) {
    return a.time != b.time ? a.time < b.time : a.budget.epsilon > b.budget.epsilon;
  };
  const LedgerEntry newest = *std::max_element(all.begin(), all.end(), older);
  const auto last = std::find_if(entries_.rbegin(), entries_.rend(), [](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kBudget;
  });
  if (dplda::to_json(*last) != dplda::to_json(newest)) append_as_it_was(newest);
}

bool Ledger::knows(const Exposure& exposure) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kExposure && entry.exposure == exposure;
  });
}

void Ledger::enter(const std::string& run, const Charge& charge) {
  for (const Charge& part : not_yet_charged(entries_, run, charge))
    append({.kind = LedgerEntry::Kind::kCharge, .run = run, .charge = part});
}

void Ledger::enter(const std::string& run, const Exposure& exposure) {
  if (!knows(exposure))
    append({.kind = LedgerEntry::Kind::kExposure, .run = run, .exposure = exposure});
}

void Ledger::unmade(const std::string& run, const Charge& charge) {
  if (charge.count == 0) return;
  const Alone alone(*this);
  // What an earlier repetition of the run charged, it made.
  std::vector<Charge> back;
  for (const std::size_t index : own_) {
    if (auto part = in_common(entries_[index], run, charge)) back.push_back(*std::move(part));
  }
  for (const Charge& part : back)
    append({.kind = LedgerEntry::Kind::kUnmade, .run = run, .charge = part});
}

void Ledger::expose(const std::string& run, const Exposure& exposure) {
  const Alone alone(*this);
  if (!budgets().empty()) {
    throw BudgetExhausted(fmt::format("no budget covers what would be exposed: {} ({})",
                                      exposure.release, exposure.reason));
  }
  identify();
  enter(run, exposure);
}

bool Ledger::exposed() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kExposure;
  });
}

std::vector<Charge> Ledger::standing() const { return standing_charges(entries_, nullptr); }

std::vector<Charge> Ledger::standing_of(const std::vector<std::string>& runs) const {
  return standing_charges(entries_, &runs);
}

PrivacyLoss Ledger::total(Unit unit, View view) const {
  return exposed() ? PrivacyLoss::infinite() : dplda::total_of(standing(), unit, view);
}

PrivacyLoss Ledger::total_of(const std::vector<std::string>& runs, Unit unit, View view) const {
  return dplda::total_of(standing_of(runs), unit, view);
}

std::vector<std::pair<Unit, View>> Ledger::protected_views() const {
  return charged_views(entries_);
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

std::vector<StatedTotal> Ledger::stated_totals(double delta) const {
  std::vector<StatedTotal> totals;
  for (const auto& [unit, view] : protected_views())
    totals.push_back(stated_total(total(unit, view), unit, view, delta));
  return totals;
}

nlohmann::ordered_json Ledger::to_json(double delta) const {
  nlohmann::ordered_json totals = nlohmann::ordered_json::array();
  for (const StatedTotal& total : stated_totals(delta)) totals.push_back(dplda::to_json(total));
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const LedgerEntry& entry : entries_) {
    if (entry.kind != LedgerEntry::Kind::kSources) entries.push_back(dplda::to_json(entry));
  }
  return {{"exposed", exposed()}, {"totals", std::move(totals)}, {"entries", std::move(entries)}};
}

}  // namespace dplda

#include "privacy/ledger_totals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/errors.h"

namespace dplda {
namespace {

bool same_release(const LedgerEntry& entry, const std::string& run, const Charge& charge) {
  return (entry.kind == LedgerEntry::Kind::kCharge || entry.kind == LedgerEntry::Kind::kUnmade) &&
         entry.run == run && entry.charge.release == charge.release &&
         entry.charge.unit == charge.unit && entry.charge.mechanism.name == charge.mechanism.name &&
         entry.charge.mechanism.parameters == charge.mechanism.parameters;
}

// Numbers first..last, taken out of a sorted list of ranges.
using Range = std::pair<std::uint64_t, std::uint64_t>;
std::vector<Range> without(const std::vector<Range>& ranges, Range out) {
  std::vector<Range> left;
  for (const Range& range : ranges) {
    if (out.second < range.first || out.first > range.second) {
      left.push_back(range);
      continue;
    }
    if (range.first < out.first) left.emplace_back(range.first, out.first - 1);
    if (range.second > out.second) left.emplace_back(out.second + 1, range.second);
  }
  return left;
}

Range numbers_of(const Charge& charge) { return {charge.first, charge.first + charge.count - 1}; }

Charge part_of(const Charge& charge, Range numbers) {
  Charge part = charge;
  part.first = numbers.first;
  part.count = numbers.second - numbers.first + 1;
  return part;
}

std::vector<Charge> parts_of(const Charge& charge, const std::vector<Range>& ranges) {
  std::vector<Charge> parts;
  parts.reserve(ranges.size());
  for (const Range& range : ranges) parts.push_back(part_of(charge, range));
  return parts;
}

// The numbers of a run's releases of one kind that stand charged, as ranges.
std::vector<Range> charged_numbers(std::span<const LedgerEntry> entries, const std::string& run,
                                   const Charge& charge) {
  std::vector<Range> charged;
  for (const LedgerEntry& entry : entries) {
    if (!same_release(entry, run, charge)) continue;
    charged = without(charged, numbers_of(entry.charge));
    if (entry.kind == LedgerEntry::Kind::kCharge) charged.push_back(numbers_of(entry.charge));
  }
  return charged;
}

// A budget is about what leaves, to whomever it goes: reports count beside the releases of a
// curator. A report is about a document replaced by another, and beside reports so is the rest.
PrivacyLoss loss_in_every_view(const std::vector<Charge>& charges, Unit unit) {
  const bool replaced = unit == Unit::kDocument &&
                        std::any_of(charges.begin(), charges.end(), [](const Charge& charge) {
                          return charge.view == View::kReport;
                        });
  PrivacyLoss sum;
  for (const Charge& charge : charges) {
    sum = sum + (replaced ? loss_of_replacement(charge) : loss_in(charge, unit, charge.view));
  }
  return sum;
}

// Says why no total is finite, and what helps.
[[noreturn]] void refuse_unbounded(const Budget& budget, const std::vector<Charge>& charges,
                                   bool exposed) {
  if (exposed) {
    throw BudgetExhausted(
        "something about these data was exposed before, so that no budget covers anything any "
        "more");
  }
  if (budget.delta == 0 &&
      std::isfinite(epsilon_at(loss_in_every_view(charges, *budget.unit), 1e-6)))
    throw BudgetExhausted(
        "a budget at delta 0 asks for pure epsilon, which this does not have; choose a "
        "`budget-delta`, such as 1e-6");
  throw BudgetExhausted(fmt::format(
      "the budget of {} does not cover this: another release about these data protects another "
      "unit and bounds nothing for this one; give the budget one unit for all of them with 'dplda "
      "ledger limit --unit', or keep to one kind of release",
      text_of(budget)));
}

}  // namespace

std::vector<Charge> charged(std::span<const LedgerEntry> entries, const std::string& run,
                            const Charge& charge) {
  return parts_of(charge, charged_numbers(entries, run, charge));
}

std::vector<Charge> not_yet_charged(std::span<const LedgerEntry> entries, const std::string& run,
                                    const Charge& charge) {
  std::vector<Range> missing = {numbers_of(charge)};
  for (const Range& range : charged_numbers(entries, run, charge))
    missing = without(missing, range);
  return parts_of(charge, missing);
}

std::optional<Charge> in_common(const LedgerEntry& entry, const std::string& run,
                                const Charge& charge) {
  if (!same_release(entry, run, charge)) return std::nullopt;
  const Range numbers = {std::max(entry.charge.first, charge.first),
                         std::min(numbers_of(entry.charge).second, numbers_of(charge).second)};
  if (numbers.first > numbers.second) return std::nullopt;
  return part_of(charge, numbers);
}

std::vector<Charge> standing_charges(std::span<const LedgerEntry> entries,
                                     const std::vector<std::string>* runs) {
  std::vector<Charge> charges;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LedgerEntry& entry = entries[i];
    if (entry.kind != LedgerEntry::Kind::kCharge) continue;
    if (runs != nullptr && std::find(runs->begin(), runs->end(), entry.run) == runs->end())
      continue;
    // Entries for the same releases are taken together, at the first of them.
    const auto same = [&](const LedgerEntry& other) {
      return same_release(other, entry.run, entry.charge);
    };
    const std::span<const LedgerEntry> before = entries.first(i);
    if (std::any_of(before.begin(), before.end(), same)) continue;
    Charge all = entry.charge;
    all.count = 0;
    for (const Range& range : charged_numbers(entries, entry.run, entry.charge))
      all.count += range.second - range.first + 1;
    if (all.count > 0) charges.push_back(std::move(all));
  }
  return charges;
}

std::vector<std::pair<Unit, View>> charged_views(std::span<const LedgerEntry> entries) {
  std::vector<std::pair<Unit, View>> views;
  for (const LedgerEntry& entry : entries) {
    if (entry.kind != LedgerEntry::Kind::kCharge) continue;
    const std::pair<Unit, View> view = {entry.charge.unit, entry.charge.view};
    if (std::find(views.begin(), views.end(), view) == views.end()) views.push_back(view);
  }
  return views;
}

PrivacyLoss total_of(const std::vector<Charge>& charges, Unit unit, View view) {
  PrivacyLoss sum;
  for (const Charge& charge : charges) sum = sum + loss_in(charge, unit, view);
  return sum;
}

std::optional<Budget> last_budget(std::span<const LedgerEntry> entries) {
  std::optional<Budget> last;
  for (const LedgerEntry& entry : entries) {
    if (entry.kind == LedgerEntry::Kind::kBudget) last = entry.budget;
  }
  return last && std::isfinite(last->epsilon) ? last : std::nullopt;
}

void check_covers(const Budget& budget, Unit unit, const std::vector<Charge>& all, bool exposed,
                  const std::string& advice) {
  const double epsilon =
      exposed ? PrivacyLoss::kInfinite : epsilon_at(loss_in_every_view(all, unit), budget.delta);
  if (epsilon <= budget.epsilon) return;
  Budget shown = budget;
  shown.unit = unit;
  if (!std::isfinite(epsilon)) refuse_unbounded(shown, all, exposed);
  throw BudgetExhausted(
      fmt::format("the budget of {} does not cover this: with what was released before it would "
                  "come to epsilon {:.6g}; {}",
                  text_of(shown), epsilon, advice));
}

}  // namespace dplda

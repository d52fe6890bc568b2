// What a ledger is made of: charges, exposures, and what says whose ledger it is and what may be
// spent.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "privacy/guarantee.h"
#include "privacy/loss.h"
#include "privacy/mechanism.h"

namespace dplda {

// Releases of one kind that are about to be made: numbers first..first+count-1 of their run.
struct Charge {
  std::string release;  // "noisy topic-word table"
  Mechanism mechanism;
  Unit unit = Unit::kWord;
  View view = View::kTopicsAndCounts;
  std::uint64_t count = 1;
  std::uint64_t first = 1;
};

// A release that nothing protects.
struct Exposure {
  std::string release;
  std::string reason;

  bool operator==(const Exposure&) const = default;
};

// An epsilon beyond this limits nothing.
constexpr double kMostBudget = 1e6;

// What may be spent in all, in every view: epsilon at a delta, 0 for pure epsilon. Without a
// unit: in that of whatever is charged.
struct Budget {
  double epsilon = PrivacyLoss::kInfinite;
  double delta = 0;
  std::optional<Unit> unit = std::nullopt;
};

struct LedgerEntry {
  enum class Kind {
    kCharge,
    kExposure,
    kUnmade,   // charged before, but the run ended without making them
    kLineage,  // whose ledger it is: an id that the files of its data carry
    kSources,  // which documents they were made from
    kBudget,   // what may be spent from now on
  };
  Kind kind = Kind::kCharge;
  std::string run{};                   // the same for an exact repetition of a run
  std::string time{};                  // UTC, empty for a ledger in memory
  Charge charge{};                     // kCharge, kUnmade
  Exposure exposure{};                 // kExposure
  std::string lineage{};               // kLineage
  bool restarted = false;              // kLineage: what was released before is not known
  std::vector<std::uint64_t> marks{};  // kSources, salted by the lineage
  // kSources: how many of the marks several documents have; none: it was not noted.
  std::optional<std::uint64_t> alike{};
  Budget budget{};  // kBudget
};

// What one charge costs in a unit and view; nothing where it belongs to other data.
PrivacyLoss loss_in(const Charge& charge, Unit unit, View view);
// The same for one document replaced by another, in whatever view: what a report is about.
PrivacyLoss loss_of_replacement(const Charge& charge);

// "epsilon 3 at delta 1e-06 (unit: document, view: all together)".
std::string text_of(const Budget& budget);

// A figure in JSON, where infinity has no number.
nlohmann::ordered_json figure_to_json(double value);

// An entry as one JSON object, and back; the losses are computed anew from the mechanism's
// parameters. Throws InputError if it makes no sense.
nlohmann::ordered_json to_json(const LedgerEntry& entry);
LedgerEntry entry_from_json(const nlohmann::ordered_json& json);

// The same as text. Throws InputError for what is none.
std::string to_text(const LedgerEntry& entry);
LedgerEntry entry_from_text(const std::string& text);

}  // namespace dplda

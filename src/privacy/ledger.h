// What was released about the data, and what it cost. A ledger belongs to the data, not to the run:
// what several runs released adds up.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
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

// What may be spent in all, in one unit and view.
struct Budget {
  double epsilon = PrivacyLoss::kInfinite;
  double delta = 0;
  Unit unit = Unit::kWord;
  View view = View::kTopicsAndCounts;
};

struct LedgerEntry {
  enum class Kind {
    kCharge,
    kExposure,
    kUnmade,  // charged before, but the run ended without making them
  };
  Kind kind = Kind::kCharge;
  std::string run;      // the same for an exact repetition of a run
  std::string time;     // UTC, empty for a ledger in memory
  Charge charge;        // kCharge, kUnmade
  Exposure exposure{};  // kExposure
};

class LedgerFile;

// An empty ledger means that nothing was released, never that it was free. Movable. Not
// thread-safe.
class Ledger {
 public:
  // Kept in memory only.
  Ledger();
  // Opens the ledger at `path` and holds it for this process alone; where there is none, one is
  // started with the first entry. Throws InputError
  // if it is damaged, cut off, no ledger or in use, SystemError if the disk fails.
  explicit Ledger(const std::string& path);
  // The same for reading only: whoever uses it goes on.
  static Ledger read(const std::string& path);
  ~Ledger();
  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;

  // To be called before the release. When it returns the charge is on disk. Numbers that `run`
  // charged before for the same release are not charged again: an exact repetition. Throws
  // BudgetExhausted if a budget is set and does not cover it, and SystemError if the disk fails:
  // the release must not be made then.
  void charge(const std::string& run, const Charge& charge);
  // Charged before by this object, but never made; what others charged stays.
  void unmade(const std::string& run, const Charge& charge);
  // Records a release that nothing protects: from now on no epsilon may be claimed for this data.
  // What was exposed before is not recorded again. Throws BudgetExhausted if a budget is set: none
  // covers it.
  void expose(const std::string& run, const Exposure& exposure);

  void set_budget(const Budget& budget) { budget_ = budget; }
  // Throws BudgetExhausted unless the budget covers `planned` beside what was spent before.
  void check_budget(const std::string& run, const std::vector<Charge>& planned) const;

  bool exposed() const;
  bool on_disk() const { return file_ != nullptr; }
  const std::vector<LedgerEntry>& entries() const { return entries_; }

  // What all runs released together. For the word unit a document-level release counts as one
  // document replaced; at the document level a word-level release has no bound, and for the
  // presence unit no release of another unit has one. Reports stand apart: they are what
  // contributors released, so that they add nothing to other views and other views nothing to
  // them, and as each is entered in every unit (privacy/report_charges.h) none is converted.
  // Infinite after an exposure.
  PrivacyLoss total(Unit unit, View view) const;
  // The same of some runs alone, exposures left aside.
  PrivacyLoss total_of(const std::vector<std::string>& runs, Unit unit, View view) const;
  // Units and views for which something was charged, in the order of their first charge.
  std::vector<std::pair<Unit, View>> protected_views() const;

  // {"exposed": bool, "totals": [...], "entries": [...]}. `delta`: the total delta at which epsilon
  // is stated beside the pure one.
  nlohmann::ordered_json to_json(double delta) const;

 private:
  std::vector<Charge> not_yet_charged(const std::string& run, const Charge& charge) const;
  PrivacyLoss total_of(const std::vector<std::string>* runs, Unit unit, View view) const;
  void append(LedgerEntry entry);

  std::vector<LedgerEntry> entries_;
  std::vector<std::size_t> own_;  // entries that this object charged
  std::optional<Budget> budget_;
  std::unique_ptr<LedgerFile> file_;
};

// A loss with its unit and view, as files state it.
nlohmann::ordered_json loss_to_json(const PrivacyLoss& loss, Unit unit, View view, double delta);

// An entry as one JSON object, and back; the losses are computed anew from the mechanism's
// parameters. Throws InputError if it makes no sense.
nlohmann::ordered_json to_json(const LedgerEntry& entry);
LedgerEntry entry_from_json(const nlohmann::ordered_json& json);

}  // namespace dplda

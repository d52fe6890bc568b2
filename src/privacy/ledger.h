// What was released about the data, and what it cost. A ledger belongs to the data, not to the run:
// what several runs released adds up.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "privacy/ledger_entry.h"
#include "privacy/loss.h"
#include "privacy/stated_total.h"

namespace dplda {

class LedgerBook;

// An empty ledger means that nothing was released, never that it was free. Several ledgers may
// write into one book: each charge sees what the others wrote before it. Movable. Not thread-safe.
class Ledger {
 public:
  // How many seconds other processes are waited for, unless it is said.
  static constexpr double kWait = 60;

  // Kept in memory, for one run.
  Ledger();
  // Kept in a book that others may write into, too.
  explicit Ledger(std::shared_ptr<LedgerBook> book);
  // The ledger at `path`; where there is none, one is started with the first entry. Throws
  // InputError if it is damaged, cut off or no ledger, FileInUse if another process does not let go
  // of it, SystemError if the disk fails.
  explicit Ledger(const std::string& path, double wait = kWait);
  // The same for reading only.
  static Ledger read(const std::string& path, double wait = kWait);
  ~Ledger();
  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;

  // To be called before the release. When it returns the charge is on disk. Numbers that `run`
  // charged before for the same release are not charged again: an exact repetition. Throws
  // BudgetExhausted if a budget does not cover it, and SystemError if the disk fails: the release
  // must not be made then.
  void charge(const std::string& run, const Charge& charge);
  // Several charges, of which all or none are made.
  void charge_all(const std::string& run, const std::vector<Charge>& charges);
  // Charged before by this object, but never made; what others charged stays.
  void unmade(const std::string& run, const Charge& charge);
  // Enters what `other`, an account of the same documents, holds, unless it stands here already. It
  // is no question of a budget any more: it was released. A budget that only `other` has is taken
  // over, too, and so are documents that only `other`, if it is a copy of this ledger, knows.
  void take_over(const Ledger& other);
  // Records a release that nothing protects: from now on no epsilon may be claimed for this data.
  // What was exposed before is not recorded again. Throws BudgetExhausted if there is a budget:
  // none covers it.
  void expose(const std::string& run, const Exposure& exposure);

  // What the run at hand may spend, beside what the ledger allows: it can only be less.
  void set_budget(const Budget& budget) { own_budget_ = budget; }
  // The unit that the run at hand is about: budgets without a unit of their own are kept there.
  void set_subject(Unit unit) { subject_ = unit; }
  // What the ledger itself allows; none if nobody limited it.
  std::optional<Budget> budget() const;
  // Whether there is any budget, the ledger's or that of the run at hand.
  bool limited() const { return !budgets().empty(); }
  // Limits what may be spent, in place of what was allowed before; the change is recorded. An
  // infinite epsilon takes the limit away.
  void limit(const Budget& budget);
  // Throws BudgetExhausted unless the budgets cover `planned` beside what was spent before.
  void check_budget(const std::string& run, const std::vector<Charge>& planned);

  // The id of the data whose ledger it is; empty for one that was started without.
  const std::string& lineage() const { return lineage_; }
  // Whether an earlier ledger of the same data was lost.
  bool restarted() const;
  // The documents that entries from now on are about, by marks that are equal for equal documents
  // (corpus/document_marks.h). They are written, salted, with the next entry, and so is a lineage
  // if there is none.
  void set_sources(std::span<const std::uint64_t> marks);
  // The same documents by marks of another kind, such as those of their rows.
  void add_sources(std::span<const std::uint64_t> marks);
  // An id for a ledger to come.
  static std::string new_id();
  // Writes a lineage, if there is none, and the sources now. `id`: a known one, in place of a new
  // one; `restarted`: what was released before is not known.
  void start(std::string id = {}, bool restarted = false);
  // How many of these documents are among those of the ledger.
  std::size_t known_sources(std::span<const std::uint64_t> marks) const;
  // How many documents of the ledger are known.
  std::size_t sources() const { return sources_.size(); }
  // The part of its documents that have their like among themselves, by marks of the kind of these;
  // none: it was not noted.
  std::optional<double> alike(std::span<const std::uint64_t> marks) const;
  // Whether everything that `other`, a copy of this ledger, says was released or may be is said
  // here, too, and every document that it knows is known here.
  bool covers(const Ledger& other) const;

  // Takes in what others have written meanwhile.
  void refresh();

  bool exposed() const;
  // Whether nothing was ever released.
  bool empty() const;
  // Where it is kept; empty for one in memory.
  const std::string& path() const { return path_; }
  bool on_disk() const { return !path_.empty(); }
  // Whether it counts what other runs release.
  bool shared() const { return book_ != nullptr; }
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
  // Every release that stands charged, once, with how often it does.
  std::vector<Charge> standing() const;
  // The same of some runs alone.
  std::vector<Charge> standing_of(const std::vector<std::string>& runs) const;
  // Units and views for which something was charged, in the order of their first charge.
  std::vector<std::pair<Unit, View>> protected_views() const;

  // The total of each of these. `delta`: the total delta at which epsilon is stated beside the pure
  // one.
  std::vector<StatedTotal> stated_totals(double delta) const;

  // {"exposed": bool, "totals": [...], "entries": [...]}, without marks of documents. `delta`: as
  // above.
  nlohmann::ordered_json to_json(double delta) const;

 private:
  class Alone;  // has the book for itself

  std::vector<Budget> budgets() const;
  void check_covered(const std::string& run, const std::vector<Charge>& planned) const;
  void write_lineage(std::string id, bool restarted);
  void write_sources();
  void write_sources(const std::vector<std::uint64_t>& unsalted);
  void identify();
  void enter(const std::string& run, const Charge& charge);
  void enter(const std::string& run, const Exposure& exposure);
  bool knows(const Exposure& exposure) const;
  void take_over_budgets(const Ledger& other);
  // What only `other` knows of the documents; nothing if it is no copy of this ledger.
  std::vector<LedgerEntry> sources_only_of(const Ledger& other) const;
  void append(LedgerEntry entry);
  void append_as_it_was(LedgerEntry entry);
  void take(LedgerEntry entry);

  std::vector<LedgerEntry> entries_;
  std::vector<std::size_t> own_;  // entries that this object charged
  std::optional<Budget> own_budget_;
  std::optional<Unit> subject_;
  std::string lineage_;
  std::vector<std::uint64_t> sources_;               // salted, sorted
  std::vector<std::vector<std::uint64_t>> pending_;  // marks that are to be written, by kind
  std::shared_ptr<LedgerBook> book_;
  std::string path_;
};

// The day, UTC: "2026-01-31".
std::string today();

}  // namespace dplda

// Whose ledger: which account some documents belong to, wherever they were copied, moved, split or
// prepared again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/errors.h"
#include "corpus/corpus.h"
#include "corpus/document_keeper.h"
#include "lda/model.h"
#include "training/ledger_options.h"

namespace dplda {

// Documents that something may be released about.
struct Holdings {
  std::string path;                       // "-": standard input; empty: in memory
  std::string lineage = {};               // the id of their ledger, if they carry one
  std::vector<std::uint64_t> marks = {};  // of the documents as they came, where they are known
  std::vector<std::uint64_t> rows = {};   // of their rows, where those are others by now
  bool known_by_rows = false;             // whether to look for `rows`, too: texts tell more

  // What to call them.
  std::string name() const;
};

// Those of a corpus that was opened from `path`.
Holdings holdings_of(const std::string& path, const Corpus& corpus);
// Those of a path whose documents are not read beforehand: a stream.
Holdings holdings_at(const std::string& path);

// Tells a ledger which documents its next entries are about.
void name_documents(const Holdings& data, Ledger& ledger);

// The ledger of some data is neither beside them nor known here.
class LedgerLost : public InputError {
 public:
  using InputError::InputError;
};

struct LedgerPlace {
  std::string path;    // empty: documents in memory or standard input that no ledger knows
  std::string notice;  // a sentence for the curator where it is not the place to expect
};

// Where the ledger of the documents is or will be: the one that is named; else that of their
// lineage, wherever it is kept; else the one that knows the documents themselves; else beside them.
// Throws InputError if a lineage has no ledger here, or the named one is that of others,
// BudgetExhausted if a budget of the right one would be passed by.
LedgerPlace ledger_place(const LedgerOptions& options, const Holdings& data);

// The ledger that the documents belong to if it has a budget; empty otherwise. Throws as
// ledger_place() does: a ledger that is not found may have one.
std::string limiting_ledger(const Holdings& data, double wait);

// Whether the ledger at `path` has something to lose by an exposure: releases or a budget, and no
// exposure yet.
bool keeps_account(const std::string& path, double wait);

// The ledger for a run on these documents. For a run that protects nobody (`exposes`) on data of
// which something was released or is limited, it must be said whether the model will not be shared
// (--no-ledger) or is to be recorded (--ledger). Throws InputError if the options contradict one
// another or do not say enough, and as ledger_place() does.
Ledger open_ledger(const LedgerOptions& options, const Holdings& data, bool exposes);

// The corpus with a lineage: its own, or that of the ledger of its documents, which is started if
// there is none. For parts and copies that are about to be written. Throws as ledger_place() does.
Corpus with_lineage(Corpus corpus, const std::string& path);

// The ledger that a model at `path` was charged to: the one that is named; else the one with the id
// that the model states, if it is known here; none otherwise, and for models without an account.
std::optional<Ledger> ledger_of(const Model& model, const std::string& path,
                                const std::string& named);

// Keeps account of a preparation: finds the ledger of its documents or starts one.
class Custody final : public DocumentKeeper {
 public:
  // `inputs` become a corpus at `output`. Throws as ledger_place() does.
  Custody(LedgerOptions options, const std::vector<std::string>& inputs, std::string output);

  void meet(std::span<const std::uint64_t> marks) override;
  void record(Preparation& preparation) override;
  void settle(std::span<const std::uint64_t> marks) override;

  // The ledger; one in memory with --no-ledger. Valid once the documents are met.
  Ledger& ledger() { return ledger_; }
  // Where it is; empty with --no-ledger.
  const LedgerPlace& place() const { return place_; }

 private:
  void refuse_other_owner(std::span<const std::uint64_t> marks);

  LedgerOptions options_;
  std::string lineage_;  // of the input
  std::string output_;
  LedgerPlace place_;
  Ledger ledger_;
  std::vector<std::uint64_t> sources_;
  std::string id_;  // of the ledger, existing or to be started
};

}  // namespace dplda

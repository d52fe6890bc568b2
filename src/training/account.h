// Which ledger a run is charged to, and what is refused before anything is released: the same for
// every front end.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "privacy/ledger.h"
#include "text/vocabulary.h"
#include "training/custody.h"
#include "training/ledger_options.h"
#include "training/plan.h"
#include "training/setup.h"

namespace dplda {

// Throws BudgetExhausted if the run's own budget does not even cover the run itself, which is known
// before any data are read.
void check_own_budget(const RunSetup& setup, const LedgerOptions& ledger_options);

// The ledger for a run on these documents, with its budget. Throws InputError if the options
// contradict one another, a known seed would get into a ledger that keeps account of something, or
// it is not said whether the model of a run that protects nobody will be shared;
// BudgetExhausted if a budget does not cover the plan.
Ledger open_account(const RunSetup& setup, const LedgerOptions& ledger_options,
                    const Holdings& data);

// Throws InputError for options about a ledger where a run on reports has nothing to be charged,
// BudgetExhausted where its own budget should cover an exposure: before anything is read.
void check_report_account(const RunSetup& setup, const LedgerOptions& ledger_options);

// The ledger of the documents of --prior, where they are used beside reports and nothing protects
// them; otherwise one in memory. `prior`: they, or null. Throws as check_report_account() and
// open_ledger() do, and BudgetExhausted if documents that are stated to be public have a budget.
Ledger open_prior_account(const RunSetup& setup, const LedgerOptions& ledger_options,
                          const Corpus* prior);

// The ledgers of all documents that a run on a stream exposes: those of the stream, if it is not
// one of reports, and of --prior. Throws as open_account() and open_prior_account() do.
std::vector<Ledger> open_stream_accounts(const RunSetup& setup, const LedgerOptions& ledger_options,
                                         const Holdings& stream, const Corpus* prior);

// Throws BudgetExhausted if the ledger of documents that are about to be perturbed has a budget and
// the reports are not charged there. `named`: where they are charged; empty: nowhere.
void check_reported(const std::string& named, const Holdings& data, double wait);

// Words from the documents themselves make every private recipe pointless: throws InputError where
// such a run would be entered in a ledger. `data`: what to call them.
void check_words(VocabularyOrigin origin, const LedgerOptions& ledger_options, const Plan& plan,
                 const std::string& data);

}  // namespace dplda

// Accounts of documents in memory that no ledger was named for: kept as long as this process lives,
// found again by the documents, so that fits on the same or overlapping ones add up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "privacy/ledger_book.h"

namespace dplda {

// The account of documents with these marks (corpus/document_marks.h). Accounts that have documents
// in common become one. Thread-safe, and so is each account.
std::shared_ptr<LedgerBook> process_account(std::span<const std::uint64_t> marks);

}  // namespace dplda

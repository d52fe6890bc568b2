// The documents of --public-text: text that nobody needs to protect.
#pragma once

#include <optional>
#include <string>

#include "corpus/corpus.h"
#include "training/setup.h"

namespace dplda {

// Over that vocabulary, each word once; none if none are named. Throws InputError if they have no
// word of it, or if the ledger at `own`, that of the documents to protect, knows some of them;
// BudgetExhausted if a ledger limits what may be released about them: whoever keeps account of
// documents does not take them for public. `wait`: seconds for ledgers in use.
std::optional<Corpus> open_public_text(const PublicText& text, const Vocabulary& vocabulary,
                                       const std::string& own, double wait);

}  // namespace dplda

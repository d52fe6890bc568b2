#include "training/public_text.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/paths.h"
#include "corpus/prepare.h"
#include "training/custody.h"

namespace dplda {

std::optional<Corpus> open_public_text(const PublicText& text, const Vocabulary& vocabulary,
                                       const std::string& own, double wait) {
  if (!text.given()) return std::nullopt;
  const Preparation each_word_once{.options = OptionValues{{"binary", true}}};
  Corpus documents = open_corpus_for(text.path, vocabulary, each_word_once);
  if (documents.tokens() == 0) {
    throw InputError(fmt::format(
        "{} has no word of the vocabulary: give `public-text` in the language of the documents",
        text.path));
  }
  const Holdings held = holdings_of(text.path, documents);
  LedgerOptions looked_for;
  looked_for.wait = wait;
  if (!own.empty() && resolved_path(ledger_place(looked_for, held).path) == resolved_path(own)) {
    throw InputError(
        fmt::format("documents of {} are among those to protect, which the ledger {} is about: use "
                    "another `public-text`",
                    text.path, own));
  }
  const std::string limiting = limiting_ledger(held, wait);
  if (!limiting.empty()) {
    throw BudgetExhausted(fmt::format(
        "the ledger {} limits what may be released about {}: it is not public; use another "
        "`public-text`",
        limiting, text.path));
  }
  return documents;
}

}  // namespace dplda

#include "training/public_text.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "corpus/prepare.h"
#include "training/custody.h"

namespace dplda {

std::optional<Corpus> open_public_text(const PublicText& text, const Vocabulary& vocabulary,
                                       double wait) {
  if (!text.given()) return std::nullopt;
  const Preparation each_word_once{.options = OptionValues{{"binary", true}}};
  Corpus documents = open_corpus_for(text.path, vocabulary, each_word_once);
  if (documents.tokens() == 0) {
    throw InputError(fmt::format(
        "{} has no word of the vocabulary: give `public-text` in the language of the documents",
        text.path));
  }
  const std::string limiting = limiting_ledger(holdings_of(text.path, documents), wait);
  if (!limiting.empty()) {
    throw BudgetExhausted(fmt::format(
        "the ledger {} limits what may be released about {}: it is not public; use another "
        "`public-text`",
        limiting, text.path));
  }
  return documents;
}

}  // namespace dplda

#include "training/prior_documents.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "corpus/prepare.h"

namespace dplda {

std::optional<Corpus> open_prior(const PriorDocuments& prior, const Vocabulary& vocabulary,
                                 const Preparation& preparation) {
  if (!prior.given()) return std::nullopt;
  Corpus documents = open_corpus_for(prior.path, vocabulary, preparation);
  if (documents.tokens() == 0) {
    throw InputError(fmt::format("{} has no token of the vocabulary; nothing can be learnt from it",
                                 prior.path));
  }
  return documents;
}

Preparation report_preparation(std::optional<std::uint64_t> reports) {
  return {.format = "reports", .options = OptionValues{{"binary", true}}, .reports = reports};
}

std::vector<Exposure> prior_exposures(const PriorDocuments& prior) {
  if (!prior.given() || prior.is_public) return {};
  return {{"the documents of the prior",
           "the model is made of their exact counts; lp, online-lp: declare the prior public if it "
           "is"}};
}

}  // namespace dplda

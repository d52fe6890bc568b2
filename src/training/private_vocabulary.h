// A vocabulary that is chosen from the documents with noise, and charged
// (docs/privacy/private-vocabulary.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/random.h"
#include "corpus/prepare.h"
#include "corpus/word_chooser.h"
#include "privacy/ledger.h"
#include "privacy/private_words.h"
#include "training/custody.h"
#include "training/ledger_options.h"

namespace dplda {

struct PrivateVocabularyOptions {
  bool private_vocab = false;
  double vocab_epsilon = 1;
  double vocab_delta = 1e-6;  // of the vocabulary's whole guarantee
  std::int64_t vocab_cap = 100;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(PrivateVocabularyOptions& options);

// Throws InputError if a value is out of its range or options contradict one another.
void check(const PrivateVocabularyOptions& vocabulary, const LedgerOptions& ledger,
           const PrepareOptions& preparation);

// The mechanism that the options ask for. Throws InputError if it takes more noise than can be
// drawn. REQUIRES: check() passes.
PrivateWords private_words(const PrivateVocabularyOptions& options);

// What is about to be released: a document is protected against whoever sees the vocabulary.
Charge charge_of(const PrivateWords& words);

// Charges the ledger, then chooses.
class PrivateVocabulary final : public WordChooser {
 public:
  // `custody` keeps the ledger and must outlive this. `key` must be secret and serve once. Throws
  // InputError if the guarantee takes more noise than can be drawn.
  PrivateVocabulary(const PrivateVocabularyOptions& options, const LedgerOptions& ledger,
                    Custody& custody, const Key& key = random_key());

  const PrivateWords& words() const { return words_; }

  // Throws BudgetExhausted unless the budget covers the vocabulary, and what the ledger's file
  // throws.
  std::vector<std::uint32_t> choose(std::span<const std::string_view> names,
                                    DocumentSpool& documents, std::uint64_t most) override;
  void record(Preparation& preparation) const override;

 private:
  PrivateVocabularyOptions options_;
  LedgerOptions ledger_options_;
  Custody& custody_;
  PrivateWords words_;
  RandomStreams random_;
  std::string run_;
  Charge charge_;
};

}  // namespace dplda

#include "training/private_vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "base/key_file.h"
#include "privacy/large_delta.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// What speaks of a private vocabulary only.
void refuse_without_private_vocab(const PrivateVocabularyOptions& vocabulary,
                                  const LedgerOptions& ledger) {
  const auto refuse = [](std::string_view flag) {
    throw InputError(fmt::format("{} needs `private-vocab`: nothing else is charged here", flag));
  };
  const PrivateVocabularyOptions plain;
  if (vocabulary.vocab_epsilon != plain.vocab_epsilon) refuse("`vocab-epsilon`");
  if (vocabulary.vocab_delta != plain.vocab_delta) refuse("`vocab-delta`");
  if (vocabulary.vocab_cap != plain.vocab_cap) refuse("`vocab-cap`");
  if (ledger.budget_epsilon) refuse("`budget-epsilon`");
  if (ledger.large_delta) refuse("`large-delta`");
}

void refuse_exact_choices(const PrepareOptions& preparation) {
  const auto refuse = [](std::string_view flag, std::string_view why) {
    throw InputError(fmt::format("{} and `private-vocab` exclude each other: {}", flag, why));
  };
  const std::string_view exact = "it would look at exact frequencies; use `max-words`";
  if (!preparation.vocab.empty()) refuse("`vocab`", "a public list costs nothing");
  if (preparation.assume_public_vocab)
    refuse("`assume-public-vocab`", "the words are public or they are not");
  if (preparation.min_df > 0) refuse("`min-df`", exact);
  if (preparation.max_df != 1) refuse("`max-df`", exact);
}

// The ids by name, in the order of bytes.
std::vector<std::uint32_t> alphabetical(std::span<const std::string_view> names) {
  std::vector<std::uint32_t> ids(names.size());
  std::iota(ids.begin(), ids.end(), 0U);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
  return ids;
}

}  // namespace

OptionTable option_table(PrivateVocabularyOptions& options) {
  return {
      {.name = "private-vocab",
       .target = &options.private_vocab,
       .help = "choose the words with noise, so that none gives a document away, and charge it"},
      {.name = "vocab-epsilon",
       .target = &options.vocab_epsilon,
       .help = "epsilon of the private vocabulary (unit: document, view: counts)",
       .least = 0,
       .most = 1e6,
       .above_least = true},
      {.name = "vocab-delta",
       .target = &options.vocab_delta,
       .help = "delta of the private vocabulary, half of it for words of a single document",
       .least = 0,
       .most = 1,
       .above_least = true,
       .below_most = true},
      {.name = "vocab-cap",
       .target = &options.vocab_cap,
       .help = "distinct words that a document counts for when a private vocabulary is chosen",
       .least = 1,
       .most = 1e9},
  };
}

void check(const PrivateVocabularyOptions& vocabulary, const LedgerOptions& ledger,
           const PrepareOptions& preparation) {
  PrivateVocabularyOptions copy = vocabulary;
  check(option_table(copy));
  check(ledger);
  if (!vocabulary.private_vocab) return refuse_without_private_vocab(vocabulary, ledger);
  check_delta("`vocab-delta`", vocabulary.vocab_delta, ledger.large_delta);
  check_delta("`budget-delta`", ledger.budget_delta.value_or(0), ledger.large_delta);
  refuse_exact_choices(preparation);
  if (ledger.budget_epsilon && ledger.budget_delta == 0.0) {
    throw InputError(
        "a private vocabulary has no pure epsilon: give `budget-delta`, at least `vocab-delta`");
  }
}

PrivateWords private_words(const PrivateVocabularyOptions& options) {
  return PrivateWords::with_loss(options.vocab_epsilon, options.vocab_delta,
                                 static_cast<std::uint64_t>(options.vocab_cap));
}

Charge charge_of(const PrivateWords& words) {
  return {.release = "words of the vocabulary",
          .mechanism = words.mechanism(),
          .unit = Unit::kDocument,
          .view = View::kCounts};
}

PrivateVocabulary::PrivateVocabulary(const PrivateVocabularyOptions& options,
                                     const LedgerOptions& ledger, Custody& custody, const Key& key)
    : options_(options),
      ledger_options_(ledger),
      custody_(custody),
      words_(private_words(options)),
      random_(key),
      run_(run_name(key)),
      charge_(charge_of(words_)) {}

std::vector<std::uint32_t> PrivateVocabulary::choose(std::span<const std::string_view> names,
                                                     DocumentSpool& documents, std::uint64_t most) {
  Ledger& ledger = custody_.ledger();
  set_budget(ledger, ledger_options_, charge_.unit, options_.vocab_delta);
  ledger.charge(run_, charge_);
  CappedFrequencies capped(names.size(), words_.words(), random_);
  DocumentSpool::Reader reader(documents);
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;
  while (reader.next(words, counts)) capped.add(words);

  // Places in the alphabet: ties and noise must not depend on the order of the documents.
  const std::vector<std::uint32_t> ids = alphabetical(names);
  std::vector<std::uint64_t> frequencies;
  frequencies.reserve(ids.size());
  for (const std::uint32_t id : ids) frequencies.push_back(capped.documents()[id]);
  std::vector<std::uint32_t> chosen = words_.choose(frequencies, most, random_);
  for (std::uint32_t& place : chosen) place = ids[place];
  return chosen;
}

void PrivateVocabulary::record(Preparation& preparation) const {
  PrivateVocabularyOptions copy = options_;
  if (!preparation.options) preparation.options.emplace();
  preparation.options->set(values_of(option_table(copy)));
  if (!preparation.word_charges) preparation.word_charges.emplace();
  preparation.word_charges->push_back(
      to_text(LedgerEntry{.run = run_, .time = {}, .charge = charge_}));
}

}  // namespace dplda

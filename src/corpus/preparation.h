// How the documents of a corpus came to be what they are, which it and its models carry along.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/option_values.h"
#include "text/vocabulary.h"

namespace dplda {

// Whether all documents together decided which words each of them has left, in the order of what
// that gives away (corpus/word_cut.h).
enum class WordCut {
  kNone,       // every word of a document hangs on that document alone
  kWithNoise,  // a private vocabulary: charged
  kExactly,    // exact frequencies, in this preparation or one before; or nobody knows
};

struct Preparation {
  std::string format = {};                    // of the input; empty: not on record
  std::optional<OptionValues> options = {};   // of `prepare`; none: not on record
  OptionValues generated = {};                // of `generate`, where nobody wrote the documents
  std::optional<std::uint64_t> reports = {};  // how many, where these are what was learnt from
  std::optional<WordCut> cut = {};            // as it was written down, here or before
  std::optional<std::vector<std::string>> stop_words = {};  // those of a list of one's own
  // What the choice of words cost: entries of a ledger as they stand in its file, which
  // privacy/ledger_entry.h reads. None: no such choice was made.
  std::optional<std::vector<std::string>> word_charges = {};
  std::string lineage = {};  // the id of the ledger of the documents; empty: they have none

  // Whether the words were chosen with noise, now or before, which has its cost.
  bool owes_for_words() const { return word_charges && !word_charges->empty(); }

  bool operator==(const Preparation&) const = default;
};

// As a file has it (docs/use/formats.md, "Corpus").
nlohmann::ordered_json to_json(const Preparation& preparation);
// What stands there, beside a vocabulary of that origin. What is unknown is passed over; throws
// InputError for what is damaged.
Preparation preparation_from_json(const nlohmann::ordered_json& json, VocabularyOrigin origin);

}  // namespace dplda

// What a run protected, against whom, how strongly and under which assumptions: the record that
// goes into the model and the report, and from which the statement for people is written
// (privacy/statement.h). It holds no function of the data that was not charged.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "privacy/guarantee.h"
#include "privacy/ledger_entry.h"
#include "privacy/mechanism_parameters.h"
#include "privacy/stated_total.h"

namespace dplda {

// Releases of one kind that were made. Older records lack the view, and before that the unit.
struct StatedRelease {
  std::string release;
  std::uint64_t count = 0;
  std::optional<Unit> unit = std::nullopt;
  std::optional<View> view = std::nullopt;
  std::string mechanism;
  MechanismParameters parameters;

  bool operator==(const StatedRelease&) const = default;
};

// Who counted what else was released about the data, and up to which day.
struct StatedAccount {
  enum class Counter {
    kLedger,   // a ledger on disk
    kProcess,  // all fits of the process, in its memory
    kRun,      // nobody
  };
  bool recorded = false;                               // whether a ledger was kept
  std::optional<Counter> counter = std::nullopt;       // older records lack it
  std::optional<std::string> known_on = std::nullopt;  // with a ledger: the day, "2026-01-31"
  std::optional<std::string> lineage = std::nullopt;   // the ledger's id
  bool restarted = false;  // an earlier ledger of the same data was lost
  // With a ledger: marks of the runs in it whose releases these are (privacy/run_mark.h); older
  // records lack them.
  std::vector<std::string> runs = {};

  bool operator==(const StatedAccount&) const = default;
};

// Where the words came from.
enum class StatedWords {
  kData,           // from the documents, without protection
  kPublic,         // a public list
  kPrivate,        // from the documents with noise, which is charged
  kAssumedPublic,  // stated to be public by whoever prepared the data
};

// Where the randomness came from.
enum class StatedKey { kSeed, kKeyFile, kOperatingSystem };

struct PrivacyRecord {
  bool is_private = false;  // nothing was exposed
  std::string recipe = {};
  // Of this run, with what made its vocabulary, and of all that is known of the data; none where
  // the recipe protects nobody. Both or neither.
  std::optional<StatedTotal> run = std::nullopt;
  std::optional<StatedTotal> data = std::nullopt;
  // Of reports: each by itself, for presence, word and document; empty otherwise.
  std::vector<StatedTotal> units = {};
  std::optional<StatedAccount> account =
      std::nullopt;  // none for reports, or if nobody is protected
  std::vector<StatedRelease> releases = {};
  std::vector<Exposure> exposures = {};   // what nothing protects
  std::vector<std::string> remarks = {};  // sentences for people
  StatedWords words = StatedWords::kData;
  // The words were stated to be public although the documents' exact frequencies chose them.
  bool words_cut = false;
  StatedKey key = StatedKey::kOperatingSystem;
  bool prior_public = false;  // other documents, which it rests on, too, were stated to be public

  bool of_reports() const { return !units.empty(); }

  bool operator==(const PrivacyRecord&) const = default;
};

// As one JSON object (docs/use/formats.md, "The privacy record"), and back. Reads what any earlier
// version wrote; throws InputError, in one sentence, if it is none or damaged.
nlohmann::ordered_json to_json(const PrivacyRecord& record);
PrivacyRecord privacy_record_from_json(const nlohmann::ordered_json& json);
// The same as text.
std::string to_text(const PrivacyRecord& record);
PrivacyRecord privacy_record_from_text(const std::string& text);

// Parts of it.
nlohmann::ordered_json to_json(const std::vector<StatedRelease>& releases);
nlohmann::ordered_json to_json(const std::vector<Exposure>& exposures);

}  // namespace dplda

// The state of a run on disk, so that it can be continued. Holds every token's topic: readable by
// its owner only, never to be published. Never holds a secret key.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/npz.h"
#include "base/option_values.h"
#include "privacy/ledger_entry.h"
#include "training/method.h"
#include "training/state.h"

namespace dplda {

struct Checkpoint {
  std::uint32_t sweeps = 0;  // done so far
  OptionValues options;      // those that affect the result, but for `sweeps`
  std::string corpus_digest;
  std::string run;                   // the run's name in the ledger
  std::vector<LedgerEntry> charges;  // what this state rests on
};

// Writes it atomically, mode 0600, with the arrays of the method.
void save_checkpoint(const std::string& path, const Checkpoint& checkpoint,
                     std::uint32_t vocabulary, const Method& method);

// A checkpoint that was opened.
struct OpenCheckpoint {
  Checkpoint checkpoint;
  std::unique_ptr<StateReader> state;  // what the method wrote
};

// Throws InputError if the file is damaged, is none or is not for a vocabulary of `words` words.
OpenCheckpoint open_checkpoint(const std::string& path, std::uint32_t words);

// The arrays of an archive as a state, but for its description.
class ArchivedState final : public StateReader {
 public:
  explicit ArchivedState(NpzReader archive) : archive_(std::move(archive)) {}
  const std::string& source() const override { return archive_.path(); }
  NpzReader& archive() { return archive_; }

 private:
  std::optional<StateArray> find(std::string_view name) const override;

  mutable NpzReader archive_;  // reads when it is asked
};

// Writes a state into an archive.
class StateArchive final : public StateWriter {
 public:
  // `archive` must outlive it.
  explicit StateArchive(NpzWriter& archive) : archive_(archive) {}

 private:
  void write(std::string_view name, std::string_view dtype, std::span<const std::byte> bytes,
             std::size_t size) override {
    archive_.add(name, dtype, {size}, bytes);
  }

  NpzWriter& archive_;
};

}  // namespace dplda

// The state of a stream on disk after a batch, so that a run that was killed goes on there. For a
// stream of unperturbed documents it holds counts of them: readable by its owner only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/option_values.h"
#include "training/state.h"

namespace dplda {

struct StreamState {
  std::uint64_t batches = 0;    // learnt so far
  std::uint64_t documents = 0;  // in them
  OptionValues options;         // those that affect the result
  std::string origin;           // digest of what the stream began with: vocabulary and prior
  std::string run;              // the run's name in the ledger
  std::string source;           // what the source needs to count nothing twice, as it wrote it
  HeldState learnt;             // what the method carries from batch to batch
};

// Writes it atomically, mode 0600.
void save_stream_state(const std::string& path, const StreamState& state);

// Throws InputError if the file is damaged or is none.
StreamState load_stream_state(const std::string& path);

// The same in memory.
std::string bytes_of(const StreamState& state);
StreamState stream_state_from(std::string_view bytes);

}  // namespace dplda

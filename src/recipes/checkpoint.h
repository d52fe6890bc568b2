// The state of a run on disk, so that it can be continued. Holds every token's topic: readable by
// its owner only, never to be published. Never holds a secret key.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "lda/sampler.h"

namespace dplda {

struct Checkpoint {
  std::uint32_t sweeps = 0;  // done so far
  Prior prior;
  nlohmann::ordered_json options;  // those that affect the result, but for `sweeps`
  std::string corpus_digest;
  std::string run;                 // the run's name in the ledger
  nlohmann::ordered_json charges;  // what this state rests on: ledger entries
  std::vector<std::int64_t> kept;  // what the method needs of earlier sweeps
  Chain chain;
};

// Writes it atomically, mode 0600, with `charges` and `kept` in the place of its own.
void save_checkpoint(const std::string& path, const Checkpoint& checkpoint,
                     const nlohmann::ordered_json& charges, std::span<const std::int64_t> kept);

// Throws InputError if the file is damaged, is none or is not for a vocabulary of `words` words.
// `pool` counts the table.
Checkpoint load_checkpoint(const std::string& path, std::uint32_t words, ThreadPool& pool);

}  // namespace dplda

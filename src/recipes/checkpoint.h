// The state of a run on disk, so that it can be continued. Holds every token's topic: readable by
// its owner only, never to be published. Never holds a secret key.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "lda/sampler.h"

namespace dplda {

struct Checkpoint {
  std::uint32_t sweeps = 0;  // done so far
  Prior prior;
  nlohmann::ordered_json options;  // those that affect the result, but for `sweeps`
  std::string corpus_digest;
  Chain chain;
};

// Writes it atomically, mode 0600.
void save_checkpoint(const std::string& path, std::uint32_t sweeps, const Prior& prior,
                     const nlohmann::ordered_json& options, const std::string& corpus_digest,
                     const Chain& chain);

// Throws InputError if the file is damaged, is none or is not for a vocabulary of `words` words.
// `pool` counts the table.
Checkpoint load_checkpoint(const std::string& path, std::uint32_t words, ThreadPool& pool);

}  // namespace dplda

// A topic model trained on the members of a world, and the topic shares that go with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attack/feature_table.h"
#include "base/random.h"
#include "base/threads.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "recipes/cdp.h"
#include "recipes/lp.h"
#include "training/training.h"

namespace dplda {

// Whether what the recipe sees of a document has topic shares of its own: cgs (the document
// itself), lp (its report), cdp and cdp-plus (its topic counts with noise).
bool has_sanitised_shares(const std::string& recipe);

// Runs on the calling thread alone.
class MemberModel {
 public:
  // Trains by the recipe of `options` under `key`; for lp the members send reports first, with
  // `epsilon` for each bit. Throws as train() does, and InputError if the recipe learns from a
  // stream or a prior corpus. REQUIRES: `corpus` outlives this; no key file, no checkpoint.
  MemberModel(const Corpus& corpus, std::span<const std::uint64_t> members,
              const TrainOptions& options, double epsilon, const Key& key);

  // Of documents as they are. A document's draws depend on its number in the corpus.
  FeatureTable shares(std::span<const std::uint64_t> documents) const;
  // Of what the recipe saw of the members. REQUIRES: has_sanitised_shares().
  FeatureTable sanitised_shares() const;

 private:
  FeatureTable folded_in(const Corpus& corpus, std::span<const std::uint64_t> documents,
                         std::span<const std::uint64_t> numbers) const;
  FeatureTable channel_shares() const;
  FeatureTable noisy_shares() const;

  const Corpus& corpus_;
  std::vector<std::uint64_t> members_;
  RunSetup setup_;
  std::optional<LpOptions> lp_;
  std::optional<CdpOptions> cdp_;
  RandomStreams random_;            // of what is made of the model
  std::optional<Reports> reports_;  // lp
  std::optional<Model> model_;
};

}  // namespace dplda

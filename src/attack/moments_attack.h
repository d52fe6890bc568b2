// The attack on the recipe moments: a document is there or not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attack/audit.h"
#include "attack/doc_attack.h"
#include "attack/method_rig.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/moments.h"
#include "training/backend.h"

namespace dplda {

// What is called public text beside the first corpus and beside the second: the same documents
// unless the mistake is made that documents to be protected are among them.
using TextPair = std::array<TokenSequences, 2>;

// A release as an attacker knows it who knows both corpora.
struct KnownRelease {
  std::string name;
  std::uint32_t number;  // of its noise, which no other has
  DiscreteGaussian noise;
  std::array<std::vector<std::int64_t>, 2> parts;  // what each corpus adds to it
};

// All that a run of one sweep releases. `options`: resolved, with one topic, so that what a table
// shows of a document does not hang on earlier releases. `texts`: where the options name some.
std::vector<KnownRelease> known_moments(const MomentsOptions& options, const DocumentPair& pair,
                                        const std::optional<TextPair>& texts);

// Sees the totals, the pairs and the first table: what the shipped method counts, which a test
// holds known_moments() against, released through the shipped backend. The method itself would work
// out the table of its pairs' noise anew in every run, which takes much longer than to draw from
// it.
class MomentsAttack final : public Attack {
 public:
  // As known_moments().
  MomentsAttack(const MomentsOptions& options, const DocumentPair& pair,
                const std::optional<TextPair>& texts);

  double score(Side side, const Key& key) override;

 private:
  std::vector<KnownRelease> known_;
  std::vector<std::int64_t> cells_;
  ThreadPool pool_{1};
  OnePart part_;
  CpuBackend backend_{pool_, part_};
};

// To two documents of 20 words, of 22 in all, a third is added: no shorter than what counts in
// full.
DocumentPair full_document();
// Public text over the same words, of documents of two kinds.
TextPair same_text();
// To 40 documents of the same three words, which as public text are too short to tell anything, one
// is added that is not.
DocumentPair telling_document();

// Resolved options of a run of one sweep with one topic; `public_text`: with some, which need not
// be where they say.
MomentsOptions moments_audit_options(double sigma, bool public_text);

}  // namespace dplda

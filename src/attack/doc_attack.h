// The attack on the recipe doc: a document is there or not; topics are hidden.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attack/audit.h"
#include "attack/method_rig.h"
#include "privacy/discrete_gaussian.h"
#include "recipes/doc.h"

namespace dplda {

// Two corpora, the first of which has one document more, of words that no other document has.
struct DocumentPair {
  TokenSequences with;
  TokenSequences without;
  std::vector<std::uint32_t> words;  // of that document, each once
};

// Runs the shipped method of doc with drawn contributions. With one topic the attacker sees every
// release of the whole run, and the topics hide nothing: the worst case. With more the attacker
// sees the first release, and averages over the topics, which are uniform then; later ones would
// take a sum over all that might have been drawn in between.
class DocAttack final : public Attack {
 public:
  // `options`: resolved.
  DocAttack(const DocOptions& options, const DocumentPair& pair);

  double score(Side side, const Key& key) override;

 private:
  double release_ratio_of(const TopicTable& released) const;

  MethodRig rig_;
  DiscreteGaussian noise_;
  std::vector<std::uint32_t> words_;
};

// The added document has `words` distinct words.
DocumentPair added_document(std::uint32_t words);

// Resolved options of a doc run with drawn contributions.
DocOptions doc_audit_options(std::int64_t topics, std::int64_t rounds, std::int64_t cap,
                             double sigma);
// The same with soft contributions.
DocOptions soft_doc_audit_options(std::int64_t topics, std::int64_t rounds, double sigma);

}  // namespace dplda

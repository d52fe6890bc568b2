// Attacks on mechanisms that keep some words of a document, where the cap is really run: which
// words were kept is not seen, and averaged over.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attack/audit.h"
#include "attack/method_rig.h"
#include "collect/contributor.h"
#include "corpus/corpus.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/private_words.h"
#include "recipes/doc.h"

namespace dplda {

// Runs the shipped method of doc with drawn contributions and one topic on documents that the
// shipped cap has cut. The first corpus has one document more, of `words` words of its own; all
// releases of the run are seen.
class CappedDocAttack final : public Attack {
 public:
  // `options`: resolved, of one topic.
  CappedDocAttack(const DocOptions& options, std::uint32_t words);

  double score(Side side, const Key& key) override;

 private:
  void add_release(const TopicTable& released);

  std::array<Corpus, 2> corpora_;
  MethodRig rig_;
  DiscreteGaussian noise_;
  std::uint64_t cap_;
  std::uint32_t first_word_;         // of the added document
  std::vector<double> word_ratios_;  // of its words, over all releases
};

// A contributor's report of one document or of another, of as many words, none of them in both.
class ContributorAttack final : public Attack {
 public:
  ContributorAttack(double epsilon, std::uint32_t cap, std::uint32_t words);

  double score(Side side, const Key& key) override;

  // What a report of either document costs, by unit.
  static std::vector<Charge> charges(double epsilon, std::uint32_t cap, std::uint32_t words);

 private:
  ContributorOptions options_;
  std::uint32_t words_;
  std::array<Corpus, 2> corpora_;
  std::vector<std::uint64_t> bits_;
  std::vector<double> bit_ratios_;
};

// A private vocabulary of documents through the shipped cap and choice. The first corpus has one
// document more, of `words` words, each of which is in `others` documents beside it; seen is which
// of them are in the vocabulary.
class VocabularyAttack final : public Attack {
 public:
  // `cap`: the one that is run; that of `chooser` unless a mistake is made.
  VocabularyAttack(const PrivateWords& chooser, std::uint64_t cap, std::uint32_t words,
                   std::uint32_t others);

  double score(Side side, const Key& key) override;

 private:
  PrivateWords chooser_;
  std::uint64_t cap_;
  std::uint32_t words_;
  std::uint32_t others_;
  std::array<double, 2> ratios_;  // of a word whose count the document raises: absent, present
  std::vector<double> word_ratios_;
};

}  // namespace dplda

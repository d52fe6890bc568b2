#include "attack/moments_attack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "attack/broken_mechanisms.h"
#include "attack/shipped_mechanisms.h"
#include "reference/release_law.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

// Keeps what releases were made of.
class TrueCells final : public Observer, public ReleaseWitness {
 public:
  ReleaseWitness* witness() override { return this; }
  void on_release(const Release& release) override {
    const auto counts = CountsInspector::cells(release.counts);
    cells[std::string(release.name)].assign(counts.begin(), counts.end());
  }
  std::map<std::string, std::vector<std::int64_t>> cells;
};

Corpus corpus_from(const TokenSequences& tokens) {
  std::vector<std::vector<std::uint32_t>> documents;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m)
    documents.emplace_back(tokens.document(m).begin(), tokens.document(m).end());
  return test::corpus_of(documents, tokens.vocabulary());
}

// Trains as a user does, and holds what was counted against what the attacker works out.
void expect_known(const DocumentPair& pair, const std::optional<TextPair>& texts) {
  const MomentsOptions options = moments_audit_options(1800, texts.has_value());
  const std::vector<KnownRelease> known = known_moments(options, pair, texts);
  for (const std::size_t s : {0, 1}) {
    const Corpus corpus = corpus_from(s == 0 ? pair.with : pair.without);
    std::optional<Corpus> text;
    if (texts) text = corpus_from((*texts)[s]);
    TrueCells seen;
    train(corpus, setup_of(options), seen, Ledger(), {.public_text = text ? &*text : nullptr});
    ASSERT_EQ(seen.cells.size(), known.size());
    for (const KnownRelease& release : known)
      EXPECT_EQ(release.parts[s], seen.cells.at(release.name)) << release.name << " " << s;
  }
}

TEST(MomentsAttack, KnowsWhatEveryReleaseIsMadeOf) {
  expect_known(full_document(), std::nullopt);
  expect_known(full_document(), same_text());
  const DocumentPair telling = telling_document();
  expect_known(telling, TextPair{telling.with, telling.without});
}

// A document that moved less than was charged for would let too little noise pass.
TEST(MomentsAttack, TheAddedDocumentMovesNearlyAllThatIsCharged) {
  for (const bool text : {false, true}) {
    const MomentsOptions options = moments_audit_options(1800, text);
    const std::optional<TextPair> texts =
        text ? std::optional<TextPair>(same_text()) : std::nullopt;
    const std::vector<Charge> charges = plan_of(options).sweeps(1, 1);
    const std::vector<KnownRelease> known = known_moments(options, full_document(), texts);
    ASSERT_EQ(charges.size(), known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      double squares = 0;
      for (std::size_t j = 0; j < known[i].parts[0].size(); ++j) {
        const auto moved = static_cast<double>(known[i].parts[0][j] - known[i].parts[1][j]);
        squares += moved * moved;
      }
      const auto charged = static_cast<double>(charges[i].mechanism.parameters.count("squares"));
      EXPECT_LE(squares, charged) << known[i].name;
      EXPECT_GE(squares, 0.97 * charged) << known[i].name;
    }
  }
}

std::vector<std::string> moments_rows(const std::vector<AuditCase>& cases) {
  std::vector<std::string> rows;
  for (const AuditCase& audited : cases)
    if (audited.mechanism.starts_with("moments")) rows.push_back(audited.mechanism);
  return rows;
}

TEST(MomentsAttack, IsTriedWithAndWithoutPublicTextAndOnThreeMistakes) {
  EXPECT_EQ(moments_rows(shipped_mechanisms()),
            (std::vector<std::string>{"moments, a run of one table",
                                      "moments, a run of one table, with public text"}));
  EXPECT_EQ(moments_rows(broken_mechanisms()),
            (std::vector<std::string>{"moments, long documents not scaled down",
                                      "moments, words paired with themselves, uncharged",
                                      "moments, the documents as their own public text"}));
}

}  // namespace
}  // namespace dplda

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "privacy/ledger.h"
#include "reference/temporary.h"
#include "small_face.h"

namespace dplda::test {
namespace {

TEST(FaceStreamFit, AStreamIsTheSameInOnePieceInSeveralAndAfterItsStateWasKept) {
  const Arrays arrays;
  Settings settings = small("online");
  settings.set("batch", 20).set_key(kKey);
  StreamFit whole(settings);
  EXPECT_TRUE(whole.learn(arrays.documents()));
  EXPECT_EQ(whole.batches(), 3U);

  const auto piece = [&](std::size_t first) {
    std::vector<std::int64_t> offsets;
    for (std::size_t m = first; m <= first + 20; ++m)
      offsets.push_back(arrays.offsets[m] - arrays.offsets[first]);
    const auto begin = static_cast<std::size_t>(arrays.offsets[first]);
    const auto size = static_cast<std::size_t>(offsets.back());
    return Documents::over(offsets, std::span(arrays.words).subspan(begin, size),
                           std::span(arrays.counts).subspan(begin, size), arrays.names,
                           WordOrigin::kPublic);
  };
  StreamFit pieces(settings);
  pieces.learn(piece(0));
  pieces.learn(piece(20));
  StreamFit resumed(settings, pieces.state_bytes());
  pieces.learn(piece(40));
  resumed.learn(piece(40));
  EXPECT_EQ(phi_of(pieces.model()), phi_of(whole.model()));
  EXPECT_EQ(phi_of(resumed.model()), phi_of(whole.model()));
  EXPECT_EQ(resumed.documents(), kDocuments);
}

TEST(FaceStreamFit, AStreamRefusesWhatIsNotItsOwn) {
  const Arrays arrays;
  Settings settings = small("online");
  EXPECT_THROW(StreamFit{small("cgs")}, InputError);
  EXPECT_THROW(fit(arrays.documents(), settings), InputError);
  EXPECT_THROW(StreamFit(settings, "nonsense"), InputError);
  StreamFit stream(settings);
  EXPECT_THROW(stream.model(), InputError);
  EXPECT_THROW(stream.learn(reports_of(arrays)), InputError);
  stream.learn(arrays.documents());
  std::vector<std::string> turned = arrays.names;
  std::reverse(turned.begin(), turned.end());
  EXPECT_THROW(stream.learn(arrays.documents().matched_to(turned, WordOrigin::kPublic)),
               InputError);
  const std::string state = stream.state_bytes();
  for (std::size_t size = 0; size < 64; ++size)
    EXPECT_THROW(StreamFit(settings, std::string_view(state).substr(0, size)), InputError);
  settings.set("topics", 4);
  StreamFit other(settings, state);
  EXPECT_THROW(other.learn(arrays.documents()), InputError) << "another number of topics";
}

TEST(FaceStreamFit, APriorThatIsTheStreamItselfHasOneLedgerAndOneWithoutItsWordsIsRefused) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  const std::string path = directory / "corpus.npz";
  arrays.documents().save(path);
  Settings settings = small("online");
  settings.set("prior", path);
  StreamFit stream(settings);
  EXPECT_TRUE(stream.learn(Documents::open(path)));
  EXPECT_TRUE(std::filesystem::exists(path + ".ledger"));

  const std::string foreign = directory / "foreign.npz";
  Documents::of_tokens({{"elsewhere"}}, {"elsewhere"}, WordOrigin::kPublic).save(foreign);
  Settings other = small("online");
  StreamFit refused(other.set("prior", foreign));
  EXPECT_THROW(refused.learn(arrays.documents()), InputError);
}

TEST(FaceStreamFit, DocumentsInMemoryThatALedgerKnowsDoNotPassItByAsAStream) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  arrays.documents().save(directory / "corpus.npz");
  const std::string ledger = directory / "corpus.npz.ledger";
  Ledger(ledger).limit({.epsilon = 3});
  StreamFit unnamed(small("online"));
  EXPECT_THROW(unnamed.learn(arrays.documents()), InputError);
  StreamFit named(small("online").set("ledger", ledger));
  EXPECT_THROW(named.learn(arrays.documents()), BudgetExhausted);
  EXPECT_FALSE(Ledger::read(ledger).exposed());
}

TEST(FaceStreamFit, TheLedgerThatAStreamInMemoryNamesRecordsIt) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  const std::string ledger = directory / "named.ledger";
  StreamFit stream(small("online").set("ledger", ledger));
  stream.learn(arrays.documents());
  EXPECT_TRUE(Ledger::read(ledger).exposed());
  // Whoever holds the documents on their own finds it.
  Settings settings = small("doc");
  EXPECT_FALSE(fit(arrays.documents(), settings.set("target-epsilon", 3)).model.is_private());
}

TEST(FaceStreamFit, NoBudgetCoversAStreamInMemory) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  Settings settings = small("online");
  settings.set("budget-epsilon", 1000).set("budget-delta", 1e-6);
  StreamFit unnamed(settings);
  EXPECT_THROW(unnamed.learn(arrays.documents()), BudgetExhausted);
  const std::string ledger = directory / "named.ledger";
  StreamFit named(settings.set("ledger", ledger));
  EXPECT_THROW(named.learn(arrays.documents()), BudgetExhausted);
  EXPECT_FALSE(std::filesystem::exists(ledger));
}

TEST(FaceStreamFit, AStreamOfReportsEndsBetweenBatchesWhenAsked) {
  const Arrays arrays;
  Settings settings = small("online-lp");
  settings.set("batch", 20);
  StreamFit stream(settings);
  EXPECT_FALSE(stream.learn(reports_of(arrays),
                            [](const Progress& progress) { return progress.done >= 20; }));
  EXPECT_EQ(stream.batches(), 1U);
  EXPECT_TRUE(stream.model().is_private());
}

}  // namespace
}  // namespace dplda::test

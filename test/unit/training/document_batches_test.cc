#include "training/document_batches.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "reference/options.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::numbers_of;
using test::run;
using test::stream_options;
using test::Way;
using test::ways;

class DocumentSources : public testing::Test {
 protected:
  Way way = ways()[0];
  Corpus corpus = test::planted_corpus(1, 25, 10, 4);
  const Preparation preparation{.options = OptionValues()};
  test::TemporaryDirectory directory;
  TrainOptions options = with_batch(stream_options(way));

  static TrainOptions with_batch(TrainOptions options) {
    test::set(options, "batch", 10);
    return options;
  }
  // Counts, a document a line, over the words of the corpus.
  static std::string text_of(const Corpus& documents) {
    std::string text;
    for (std::uint64_t m = 0; m < documents.documents(); ++m) {
      const Bag bag = documents.document(m);
      text += std::to_string(bag.words.size());
      for (std::size_t i = 0; i < bag.words.size(); ++i)
        text += " " + std::to_string(bag.words[i]) + ":" + std::to_string(bag.counts[i]);
      text += "\n";
    }
    return text;
  }
  StreamResult run_documents(const Corpus& documents, std::function<bool()> leaves_rest = {}) {
    std::string words;
    for (const std::string& word : corpus.vocabulary().words()) words += word + "\n";
    test::write_file(directory / "stream.vocab", words);
    test::write_file(directory / "stream.ldac", text_of(documents));
    DocumentStream stream(directory / "stream.ldac", corpus.vocabulary(), preparation);
    DocumentBatches source(stream, corpus.vocabulary(), preparation, std::move(leaves_rest));
    StreamObserver observer;
    return run(way, source, options, observer);
  }
};

TEST_F(DocumentSources, ABatchThatIsNotFullIsLeftForLaterWhereAsked) {
  const StreamResult whole = run_documents(corpus);
  EXPECT_EQ(whole.documents, 25U);
  EXPECT_EQ(whole.batches, 3U);
  options->checkpoint = directory / "state";
  EXPECT_EQ(run_documents(corpus, [] { return true; }).documents, 20U);
  options->resume = options->checkpoint;
  const StreamResult rest = run_documents(corpus);
  EXPECT_EQ(rest.documents_here, 5U);
  EXPECT_EQ(numbers_of(*rest.model), numbers_of(*whole.model));
}

TEST_F(DocumentSources, AResumedStreamMustBeginWithTheSameDocuments) {
  options->checkpoint = directory / "state";
  run_documents(corpus);
  options->resume = options->checkpoint;
  EXPECT_THROW(run_documents(test::planted_corpus(2, 25, 10, 4)), InputError);
  EXPECT_THROW(run_documents(test::planted_corpus(1, 24, 10, 4)), InputError);
  EXPECT_EQ(run_documents(test::planted_corpus(1, 40, 10, 4)).documents_here, 15U);
}

}  // namespace
}  // namespace dplda

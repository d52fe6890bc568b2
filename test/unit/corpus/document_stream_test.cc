#include "corpus/document_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "corpus/prepare.h"
#include "reference/archives.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Document = std::vector<std::pair<std::int32_t, std::int32_t>>;  // word, count
using Documents = std::vector<Document>;

Document plain(std::span<const std::int32_t> words, std::span<const std::int32_t> counts) {
  EXPECT_EQ(words.size(), counts.size());
  Document document;
  for (std::size_t i = 0; i < words.size(); ++i) document.emplace_back(words[i], counts[i]);
  return document;
}

Documents all_of(const Corpus& corpus) {
  Documents documents;
  for (std::uint64_t m = 0; m < corpus.documents(); ++m)
    documents.push_back(plain(corpus.document(m).words, corpus.document(m).counts));
  return documents;
}

// The next document; fails where there is none.
Document one_of(DocumentStream& stream) {
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  EXPECT_TRUE(stream.next(words, counts));
  return plain(words, counts);
}

Documents all_of(DocumentStream& stream) {
  Documents documents;
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  while (stream.next(words, counts)) documents.push_back(plain(words, counts));
  EXPECT_EQ(stream.documents(), documents.size());
  return documents;
}

// The numbers n of documents "cat" n times.
std::vector<int> cats(const Documents& documents) {
  std::vector<int> numbers;
  for (const auto& document : documents) {
    EXPECT_EQ(document.size(), 1u);
    for (const auto& [word, count] : document) numbers.push_back(count);
  }
  return numbers;
}

std::string cat_line(int n) {
  std::string line;
  for (int i = 0; i < n; ++i) line += "cat ";
  return line + "\n";
}

constexpr std::string_view kTrainedPets =
    "The dog saw the cat.\n\nA cat, a cat and no dog?\nthe and\nBird! Dogs' birds, running\n";
constexpr std::string_view kNew =
    "Dogs, cats and a dog ran in the house\nof\n\nA bird saw a bird; two unicorns saw one\ncat cat";

class StreamOfDocuments : public testing::Test {
 protected:
  std::string write(std::string_view name, std::string_view bytes) const {
    test::write_file(directory / name, bytes);
    return directory / name;
  }
  // The corpus whose vocabulary the stream has.
  Corpus trained(const PrepareOptions& options = {}) const {
    prepare({write("trained.txt", kTrainedPets)}, options, directory / "trained.npz");
    return Corpus::load(directory / "trained.npz");
  }
  // Checks that the stream of a file has the documents of open_corpus_for(), through a pipe, too.
  void expect_same(const std::string& path, const Corpus& model, const std::string& pipe = "") {
    SCOPED_TRACE(path);
    const Documents expected =
        all_of(open_corpus_for(path, model.vocabulary(), model.preparation()));
    DocumentStream stream(path, model.vocabulary(), model.preparation());
    EXPECT_EQ(all_of(stream), expected);
    if (pipe.empty()) return;
    const std::string bytes = test::read_file(path);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    DocumentStream piped(pipe, model.vocabulary(), model.preparation());
    std::thread sender([&] {
      const int to = ::open(pipe.c_str(), O_WRONLY);
      for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view piece = std::string_view(bytes).substr(at, 3);
        EXPECT_EQ(::write(to, piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
      }
      ::close(to);
    });
    EXPECT_EQ(all_of(piped), expected);
    sender.join();
    std::filesystem::remove(pipe);
  }

  test::TemporaryDirectory directory;
};

TEST_F(StreamOfDocuments, HasTheDocumentsOfTheCorpusInEveryFormatAndPreparation) {
  const std::string stop_words = write("stop.txt", "saw\nof\n");
  const std::vector<PrepareOptions> preparations{
      {},
      {.stop_words = "none", .min_length = 1},
      {.stop_words = stop_words, .stem = "english"},
      {.max_words = 2, .binary = true},
      {.stem = "english", .max_words = 2, .other_word = true},
      {.max_words = 2, .binary = true, .other_word = true},
  };
  const std::string text = write("new.txt", kNew);
  const std::string csv =
      write("new.csv", "id,text\n1,\"Dogs, a \"\"cat\"\"\nand birds\"\n\n2,house dog dog\n");
  const std::string ndjson =
      write("new.ndjson", "{\"text\":\"Dog saw dog\"}\n\n{\"id\":1,\"text\":\"a bird, cats\"}\n");
  write("vocab.zoo.txt", "dog\nyak\nsaw\nbird\n");
  const std::string uci = write("docword.zoo.txt", "3\n4\n5\n1 2 3\n1 4 1\n3 2 1\n3 3 2\n3 1 4\n");
  write("zoo.vocab", "bird\ndog\nzebra\n");
  const std::string lda_c = write("zoo.ldac", "2 0:1 2:4\n0\n1 1:2\n");
  const std::string matrix = write(
      "m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 3 3\n2 1 1\n1 3 2\n1 2 5\n");
  write("m.cols", "cat\ndog\nyak\n");
  prepare({text}, {.stop_words = "none"}, directory / "new.npz");
  prepare({text}, {.binary = true, .other_word = true}, directory / "binary.npz");
  for (std::size_t i = 0; i < preparations.size(); ++i) {
    SCOPED_TRACE(i);
    const Corpus model = trained(preparations[i]);
    expect_same(text, model, directory / "pipe");
    expect_same(csv, model, directory / "pipe.csv");
    expect_same(ndjson, model, directory / "pipe");
    expect_same(uci, model);
    expect_same(lda_c, model);
    expect_same(matrix, model);
    expect_same(directory / "new.npz", model);
    expect_same(directory / "binary.npz", model);
    expect_same(write("new.gz", test::gzipped(kNew)), model);
  }
}

TEST_F(StreamOfDocuments, CountsInAPipeAreRecognised) {
  const Corpus model = trained();
  std::filesystem::create_directory(directory / "to");
  write("to/vocab.zoo.txt", "dog\nyak\nsaw\nbird\n");
  expect_same(write("zoo.ldac", "1 0:1\n0\n1 1:2\n"), model, directory / "pipe");
  const std::string uci = write("docword.zoo.txt", "3\n4\n3\n1 1 3\n1 4 1\n3 2 1\n");
  write("vocab.zoo.txt", "dog\nyak\nsaw\nbird\n");
  expect_same(uci, model, directory / "to/docword.zoo.txt");
}

TEST_F(StreamOfDocuments, ABracketIsWaitedOutSinceItMayBeginAJsonArray) {
  const Corpus model = trained();
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int both = ::open(pipe.c_str(), O_RDWR);
  EXPECT_EQ(::write(both, "[\n", 2), 2);
  int asked = 0;
  const auto stop = [&] {
    if (++asked == 1) {
      EXPECT_EQ(::write(both, "{}]\n", 4), 4);
    }
    return asked == 5;
  };
  DocumentStream stream(pipe, model.vocabulary(), model.preparation(), {.stop = stop});
  std::vector<std::int32_t> words;
  EXPECT_THROW(stream.next(words, words), InputError);
  ::close(both);
}

TEST_F(StreamOfDocuments, KnowsWordsAfterMoreThanItRemembers) {
  const Corpus model = trained({.stem = "english"});
  // More than 2^18 different words in two documents, each followed by one that is known.
  std::string text = "dogs\n";
  for (int part = 0; part < 2; ++part) {
    for (int n = 0; n < 150'000; ++n) {
      std::array<char, 6> word{'q', 'a', 'a', 'a', 'a', ' '};
      int rest = part * 150'000 + n;
      for (std::size_t i = 1; i < 5; ++i, rest /= 26) word[i] = static_cast<char>('a' + rest % 26);
      text.append(word.begin(), word.end());
    }
    text += "\nbirds dogs\n";
  }
  DocumentStream stream(write("many.txt", text + "dog\n"), model.vocabulary(), model.preparation());
  const auto dog = static_cast<std::int32_t>(*model.vocabulary().find("dog"));
  const auto bird = static_cast<std::int32_t>(*model.vocabulary().find("bird"));
  const Documents documents = all_of(stream);
  ASSERT_EQ(documents.size(), 6u);
  EXPECT_EQ(documents[0], (Document{{dog, 1}}));
  EXPECT_EQ(documents[2], (Document{{bird, 1}, {dog, 1}}));
  EXPECT_EQ(documents[4], (Document{{bird, 1}, {dog, 1}}));
  EXPECT_EQ(documents[5], (Document{{dog, 1}}));
}

TEST_F(StreamOfDocuments, GivesADocumentBeforeTheNextIsSent) {
  const Corpus model = trained();
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  DocumentStream stream(pipe, model.vocabulary(), model.preparation());
  std::mutex mutex;
  std::condition_variable changed;
  int taken = 0;
  constexpr int kDocuments = 50;
  std::thread sender([&] {
    const int to = ::open(pipe.c_str(), O_WRONLY);
    for (int n = 1; n <= kDocuments; ++n) {
      const std::string line = cat_line(n);
      EXPECT_EQ(::write(to, line.data(), line.size()), static_cast<ssize_t>(line.size()));
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return taken == n; });
    }
    ::close(to);
  });
  for (int n = 1; n <= kDocuments; ++n) {
    EXPECT_EQ(cats({one_of(stream)}), std::vector<int>{n});
    const std::lock_guard lock(mutex);
    taken = n;
    changed.notify_one();
  }
  std::vector<std::int32_t> none;
  EXPECT_FALSE(stream.next(none, none));
  sender.join();
}

TEST_F(StreamOfDocuments, AStopEndsAWaitAndAnUnfinishedDocumentIsNotGiven) {
  const Corpus model = trained();
  const std::string pipe = directory / "pipe.csv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int both = ::open(pipe.c_str(), O_RDWR);
  for (const std::string sent : {"text\ncat\ncat cat", "text\ncat\n\"cat"}) {
    EXPECT_EQ(::write(both, sent.data(), sent.size()), static_cast<ssize_t>(sent.size()));
    DocumentStream stream(pipe, model.vocabulary(), model.preparation(),
                          {.stop = [] { return true; }});
    EXPECT_EQ(cats(all_of(stream)), std::vector<int>{1});
    std::vector<std::int32_t> words;
    EXPECT_FALSE(stream.next(words, words)) << "the end must stay the end";
  }
  ::close(both);
}

TEST_F(StreamOfDocuments, TakesTheFilesOfADirectoryInOrderAndThenThoseThatCome) {
  const Corpus model = trained();
  const std::string inbox = directory / "inbox";
  std::filesystem::create_directory(inbox);
  write("inbox/b.txt", cat_line(3) + cat_line(4));
  write("inbox/.c.txt", cat_line(9));
  write("inbox/a.csv", "text\n" + cat_line(1) + cat_line(2));
  write("inbox/vocab.zoo.txt", "cat\nyak\n");
  write("inbox/docword.zoo.txt", "1\n2\n1\n1 1 5\n");
  prepare({write("six.txt", cat_line(6))}, {}, directory / "six.npz");
  int asked = 0;
  const auto stop = [&] {
    ++asked;
    if (asked == 1) {
      write("inbox/.1.tmp", cat_line(7));
      std::filesystem::rename(directory / "inbox/.1.tmp", directory / "inbox/1.txt");
      std::filesystem::rename(directory / "six.npz", directory / "inbox/0.npz");
    }
    return asked == 10;
  };
  DocumentStream stream(inbox, model.vocabulary(), model.preparation(), {.stop = stop});
  EXPECT_EQ(cats(all_of(stream)), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(stream.sources(), 5u);
  EXPECT_EQ(asked, 10);
}

TEST_F(StreamOfDocuments, WaitsNoLongerThanItShould) {
  const Corpus model = trained();
  std::filesystem::create_directory(directory / "inbox");
  write("inbox/a", cat_line(1));
  DocumentStream stream(directory / "inbox", model.vocabulary(), model.preparation(),
                        {.idle_seconds = 0.02});
  EXPECT_EQ(cats(all_of(stream)), std::vector<int>{1});
}

TEST_F(StreamOfDocuments, AThousandFilesAreTakenInOrder) {
  const Corpus model = trained();
  std::filesystem::create_directory(directory / "inbox");
  std::vector<int> expected;
  for (int n = 1; n <= 1000; ++n) {
    expected.push_back(n % 17 + 1);
    write(fmt::format("inbox/{:04}.txt", n), cat_line(expected.back()));
  }
  DocumentStream stream(directory / "inbox", model.vocabulary(), model.preparation(),
                        {.idle_seconds = 0});
  EXPECT_EQ(cats(all_of(stream)), expected);
}

TEST_F(StreamOfDocuments, ABrokenFileIsNamedAndTheOthersAreRead) {
  const Corpus model = trained();
  std::filesystem::create_directory(directory / "inbox");
  write("inbox/a.txt", cat_line(1));
  const std::string broken = write("inbox/b.txt", cat_line(2) + "\xff\xfe\n" + cat_line(8));
  write("inbox/c.npz", "no archive");
  write("inbox/d.txt", cat_line(3));
  DocumentStream stream(directory / "inbox", model.vocabulary(), model.preparation(),
                        {.idle_seconds = 0});
  EXPECT_EQ(cats({one_of(stream)}), std::vector<int>{1});
  EXPECT_EQ(cats({one_of(stream)}), std::vector<int>{2});
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  const std::string message = test::input_error([&] { stream.next(words, counts); });
  EXPECT_TRUE(message.starts_with(broken + " line 2")) << message;
  EXPECT_THROW(stream.next(words, counts), InputError);
  EXPECT_EQ(cats({one_of(stream)}), std::vector<int>{3});
  EXPECT_FALSE(stream.next(words, counts));
}

TEST_F(StreamOfDocuments, WhatDoesNotExistIsRefusedAtOnce) {
  const Corpus model = trained();
  EXPECT_THROW(DocumentStream(directory / "absent", model.vocabulary(), model.preparation()),
               InputError);
  EXPECT_THROW(DocumentStream(directory.path(), model.vocabulary(),
                              Preparation{.options = OptionValues{{"stem", "klingon"}}}),
               InputError);
}

TEST_F(StreamOfDocuments, AnEmptyInputHasNoDocuments) {
  const Corpus model = trained();
  DocumentStream stream(write("empty.txt", ""), model.vocabulary(), model.preparation());
  EXPECT_EQ(all_of(stream), Documents{});
}

}  // namespace
}  // namespace dplda

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "corpus/corpus.h"
#include "corpus/document_spool.h"
#include "reference/errors.h"
#include "reference/python.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Ids = std::vector<std::int32_t>;
using test::TemporaryDirectory;

Corpus sample(Preparation preparation = {.format = "text",
                                         .options = OptionValues{{"min_df", 2}}}) {
  return {Vocabulary({"sun", "\xc3\xa9t\xc3\xa9", "moon"}, VocabularyOrigin::kAssumedPublic),
          {0, 2, 2, 5},
          {0, 2, 0, 1, 2},
          {1, 7, 2, 1, 1},
          std::move(preparation),
          "sample"};
}

std::string load_error(const std::string& path) {
  return test::input_error([&] { Corpus::load(path); });
}

struct Parts {
  std::string format = "csr";
  std::vector<std::int64_t> shape{1, 2};
  std::vector<std::int64_t> offsets{0, 2};
  Ids words{0, 1};
  Ids counts{1, 3};
  std::vector<std::string> vocabulary{"moon", "sun"};
  std::string meta =
      R"({"format":"dplda-corpus","version":1,"vocabulary_origin":"data","preparation":{}})";
};

template <class T>
void add_numbers(NpzWriter& npz, std::string_view name, const std::vector<T>& numbers) {
  npz.add(name, npy_dtype<T>(), {numbers.size()}, std::as_bytes(std::span(numbers)));
}

// A corpus file from parts that need not fit together.
void write_parts(const std::string& path, const Parts& parts) {
  AtomicFile file(path);
  NpzWriter npz(file);
  npz.add("format", fmt::format("|S{}", parts.format.size()), {},
          std::as_bytes(std::span(parts.format)));
  add_numbers(npz, "shape", parts.shape);
  add_numbers(npz, "indptr", parts.offsets);
  add_numbers(npz, "indices", parts.words);
  add_numbers(npz, "data", parts.counts);
  npz.add_strings("vocabulary", parts.vocabulary);
  npz.add_string("meta", parts.meta);
  npz.finish();
  file.commit();
}

TEST(CorpusFile, ReadsBackWhatWasSaved) {
  const TemporaryDirectory directory;
  const Corpus corpus = sample();
  corpus.save(directory / "a.npz");
  const Corpus loaded = Corpus::load(directory / "a.npz");
  EXPECT_EQ(loaded.digest(), corpus.digest());
  EXPECT_EQ(loaded.vocabulary(), corpus.vocabulary());
  EXPECT_EQ(loaded.vocabulary().origin(), VocabularyOrigin::kAssumedPublic);
  EXPECT_EQ(loaded.preparation(), corpus.preparation());
  EXPECT_EQ(loaded.tokens(), 12u);
  EXPECT_EQ(loaded.documents(), 3u);
  loaded.save(directory / "b.npz");
  EXPECT_EQ(test::read_file(directory / "a.npz"), test::read_file(directory / "b.npz"));
}

TEST(CorpusFile, WithPagesDroppedItIsTheSameFromFileAndInMemory) {
  const TemporaryDirectory directory;
  const Corpus held = sample();
  held.save(directory / "a.npz");
  const Corpus mapped = Corpus::load(directory / "a.npz");
  const std::string digest = held.digest();
  held.drop_pages();
  mapped.drop_pages();
  EXPECT_EQ(held.digest(), digest);
  EXPECT_EQ(mapped.digest(), digest);
}

TEST(CorpusFile, ACorpusWithoutDocumentsReadsBack) {
  const TemporaryDirectory directory;
  const Corpus corpus(Vocabulary({}, VocabularyOrigin::kData), {0}, {}, {}, {}, "empty");
  corpus.save(directory / "a.npz");
  EXPECT_EQ(Corpus::load(directory / "a.npz").documents(), 0u);
}

TEST(CorpusFile, WrittenInPassingItHasTheSameBytes) {
  const TemporaryDirectory directory;
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20}) {
    // Provisional ids: 0 moon, 1 gone, 2 sun, 3 ete.
    DocumentSpool spool(directory.path(), memory);
    spool.add(Ids{2, 1, 0}, Ids{1, 5, 7});
    spool.add(Ids{1}, Ids{1});
    spool.add(Ids{0, 3, 2}, Ids{1, 1, 2});
    const Corpus corpus = sample();
    AtomicFile file(directory / "a.npz");
    write_corpus(file, spool, {.new_ids = {2, -1, 0, 1}}, corpus.vocabulary(), corpus.preparation(),
                 directory.path());
    file.commit();
    corpus.save(directory / "b.npz");
    EXPECT_EQ(test::read_file(directory / "a.npz"), test::read_file(directory / "b.npz"));
    EXPECT_EQ(directory.entries(), 2u);
  }
}

TEST(CorpusFile, ForeignAndNewerFilesAreNamedAsSuch) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  const std::string foreign =
      path + " is a NumPy archive but not a dplda corpus; run 'dplda prepare' on it first";
  for (const char* meta : {"", "{", "[]", "{}", R"({"format":"dplda-model","version":1})"}) {
    write_parts(path, {.meta = meta});
    EXPECT_EQ(load_error(path), foreign) << meta;
  }
  write_parts(path, {.meta = R"({"format":"dplda-corpus","version":2})"});
  EXPECT_EQ(load_error(path),
            path +
                " was written by a newer dplda (corpus format 2, this one reads up to 1); "
                "update dplda or prepare the corpus again");
  test::write_file(path, "1 2 3\n");
  EXPECT_EQ(load_error(path), path + " is not a .npz archive");
}

TEST(CorpusFile, PartsThatDoNotFitAreRefused) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  write_parts(path, {});
  EXPECT_EQ(load_error(path), "");
  const std::vector<Parts> bad{
      {.format = "csc"},
      {.shape = {2, 2}},
      {.shape = {1, 3}},
      {.shape = {-1, 2}, .offsets = {}},
      {.shape = {1}},
      {.shape = {9223372036854775807, 2}},
      {.offsets = {0, 3}},
      {.offsets = {0, -1}},
      {.words = {1, 0}},
      {.words = {0, 2}},
      {.words = {0}},
      {.counts = {1, 0}},
      {.vocabulary = {"sun", "sun"}},
      {.vocabulary = {"sun", ""}},
      {.meta = R"({"format":"dplda-corpus","version":"1"})"},
      {.meta = R"({"format":"dplda-corpus","version":1})"},
      {.meta = R"({"format":"dplda-corpus","version":1,"vocabulary_origin":"x","preparation":{}})"},
  };
  for (std::size_t i = 0; i < bad.size(); ++i) {
    write_parts(path, bad[i]);
    EXPECT_TRUE(load_error(path).starts_with(path)) << i << ": " << load_error(path);
  }
}

TEST(CorpusFile, SurvivesAnyDamage) {
  const TemporaryDirectory directory;
  sample().save(directory / "a.npz");
  const std::string bytes = test::read_file(directory / "a.npz");
  std::mt19937 random(20240603);  // NOLINT: the same damage every time
  for (int i = 0; i < 500; ++i) {
    std::string damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<char>(1u << random() % 8);
    const std::string path = directory / fmt::format("{}.npz", i);
    test::write_file(path, damaged);
    load_error(path);
  }
}

TEST(CorpusFile, NumPyAndSciPyOpenIt) {
  const TemporaryDirectory directory;
  sample().save(directory / "a.npz");
  EXPECT_EQ(test::python(R"(
import sys, json, zipfile, numpy, scipy.sparse
assert zipfile.ZipFile(sys.argv[1]).testzip() is None
arrays = numpy.load(sys.argv[1], allow_pickle=False)
assert list(arrays['vocabulary']) == ['sun', '\u00e9t\u00e9', 'moon']
meta = json.loads(str(arrays['meta']))
assert meta['format'] == 'dplda-corpus' and meta['version'] == 1
assert meta['preparation'] == {'format': 'text', 'options': {'min_df': 2}}
matrix = scipy.sparse.load_npz(sys.argv[1])
assert matrix.toarray().tolist() == [[1, 0, 7], [0, 0, 0], [2, 1, 1]]
)",
                         {directory / "a.npz"}),
            0);
}

TEST(CorpusFile, TheDigestIsWhatTheDocumentSays) {
  const TemporaryDirectory directory;
  sample().save(directory / "a.npz");
  EXPECT_EQ(test::python(R"(
import sys, hashlib, struct, numpy
arrays = numpy.load(sys.argv[1], allow_pickle=False)
number = lambda value: struct.pack('<Q', value)
text = lambda value: number(len(value.encode())) + value.encode()
m, v = (int(size) for size in arrays['shape'])
parts = [text('dplda-corpus-1'), number(m), number(v), number(len(arrays['indices']))]
parts += [text(str(word)) for word in arrays['vocabulary']]
parts += [arrays[name].tobytes() for name in ('indptr', 'indices', 'data')]
assert hashlib.blake2b(b''.join(parts), digest_size=32).hexdigest() == sys.argv[2]
)",
                         {directory / "a.npz", sample().digest()}),
            0);
}

TEST(CorpusFile, IsForItsOwnerOnly) {
  const TemporaryDirectory directory;
  sample().save(directory / "c.npz");
  EXPECT_EQ(std::filesystem::status(directory / "c.npz").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace dplda

// The corpus file of docs/use/formats.md: Corpus::save, Corpus::load and write_corpus.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/npz.h"
#include "base/version.h"
#include "corpus/corpus.h"
#include "corpus/document_marks.h"
#include "corpus/document_spool.h"

namespace dplda {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kCorpusFormat = "dplda-corpus";
constexpr int kCorpusVersion = 1;
constexpr std::size_t kPiece = 1 << 20;

// Both writers make the same bytes: the same arrays in the same order, the long ones begun without
// a length. First `format`, `indices`, `data`, `indptr`, then these.
void write_rest(NpzWriter& npz, std::uint64_t documents, const Vocabulary& vocabulary,
                const Preparation& preparation) {
  const std::int64_t shape[] = {static_cast<std::int64_t>(documents), vocabulary.size()};
  npz.add("shape", "<i8", {2}, std::as_bytes(std::span(shape)));
  npz.add_strings("vocabulary", vocabulary.words());
  const Json meta{{"format", kCorpusFormat},
                  {"version", kCorpusVersion},
                  {"vocabulary_origin", name_of(vocabulary.origin())},
                  {"preparation", to_json(preparation)},
                  {"software", fmt::format("dplda {}", version())}};
  // Options may hold paths, and those any bytes.
  npz.add_string("meta", meta.dump(-1, ' ', false, Json::error_handler_t::replace));
  npz.finish();
}

void write_format(NpzWriter& npz) {
  npz.add("format", "|S3", {}, std::as_bytes(std::span("csr", 3)));
}

void write_array(NpzWriter& npz, std::string_view name, std::string_view dtype,
                 std::span<const std::byte> data) {
  npz.begin(name, dtype);
  npz.append(data);
  npz.end();
}

void copy_array(NpzWriter& npz, std::string_view name, std::string_view dtype, SpillFile& spill) {
  npz.begin(name, dtype);
  const auto source = spill.rewind();
  std::vector<char> piece(kPiece);
  while (const std::size_t got = source->read(piece))
    npz.append(std::as_bytes(std::span(piece).first(got)));
  npz.end();
}

// The numbers of an array of one axis; throws unless it is of that type.
template <class T>
std::span<const T> numbers(NpzReader& npz, std::string_view name) {
  const NpyArray& array = npz.array(name);
  if (array.dtype != npy_dtype<T>() || array.shape.size() != 1)
    fail_damaged(npz.path(),
                 fmt::format("array '{}' is not a list of {} numbers", name, npy_dtype<T>()));
  return {reinterpret_cast<const T*>(array.bytes.data()), array.bytes.size() / sizeof(T)};
}

Json checked_meta(NpzReader& npz) {
  Json meta;
  if (npz.has("meta")) meta = Json::parse(npz.string("meta"), nullptr, false);
  if (!meta.is_object() || !meta.contains("format") || meta["format"] != kCorpusFormat)
    throw InputError(
        fmt::format("{} is a NumPy archive but not a dplda corpus; run 'dplda prepare' on it first",
                    npz.path()));
  const Json version = meta.value("version", Json());
  if (!version.is_number_integer() || version.get<std::int64_t>() < 1)
    fail_damaged(npz.path(), "its version is not a number");
  if (version.get<std::int64_t>() > kCorpusVersion)
    throw InputError(
        fmt::format("{} was written by a newer dplda (corpus format {}, this one reads "
                    "up to {}); update dplda or prepare the corpus again",
                    npz.path(), version.dump(), kCorpusVersion));
  const auto is = [&](const char* key, auto right) {
    return meta.contains(key) && (meta[key].*right)();
  };
  if (!is("vocabulary_origin", &Json::is_string) || !is("preparation", &Json::is_object))
    fail_damaged(npz.path(), "its meta data is incomplete");
  return meta;
}

VocabularyOrigin checked_origin(const Json& meta, const std::string& path) {
  try {
    return origin_from_name(meta["vocabulary_origin"].get<std::string>());
  } catch (const InputError& error) {
    fail_damaged(path, error.what());
  }
}

Preparation checked_preparation(const Json& meta, VocabularyOrigin origin,
                                const std::string& path) {
  try {
    return preparation_from_json(meta["preparation"], origin);
  } catch (const InputError& error) {
    fail_damaged(path, error.what());
  }
}

}  // namespace

void Corpus::save(const std::string& path) const {
  AtomicFile file(path, kOwnerOnly);
  write(file);
  file.commit();
}

void Corpus::write(AtomicFile& file) const {
  NpzWriter npz(file);
  write_format(npz);
  write_array(npz, "indices", "<i4", std::as_bytes(words_));
  write_array(npz, "data", "<i4", std::as_bytes(counts_));
  write_array(npz, "indptr", "<i8", std::as_bytes(offsets_));
  write_rest(npz, documents(), vocabulary_, preparation_);
}

bool is_corpus_file(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return false;
  char start[4] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  if (std::string_view(start, sizeof start) != "PK\x03\x04") return false;
  NpzReader npz(path);
  if (!npz.has("meta")) return false;
  const Json meta = Json::parse(npz.string("meta"), nullptr, false);
  return meta.is_object() && meta.contains("format") && meta["format"] == kCorpusFormat;
}

Corpus::Corpus(std::unique_ptr<NpzReader> archive) : archive_(std::move(archive)) {
  NpzReader& npz = *archive_;
  const std::string& path = npz.path();
  const Json meta = checked_meta(npz);
  if (npz.strings("format") != std::vector<std::string>{"csr"})
    fail_damaged(path, "its matrix is not in CSR form");
  vocabulary_ = Vocabulary(npz.strings("vocabulary"), checked_origin(meta, path), path);
  preparation_ = checked_preparation(meta, vocabulary_.origin(), path);
  offsets_ = numbers<std::int64_t>(npz, "indptr");
  words_ = numbers<std::int32_t>(npz, "indices");
  counts_ = numbers<std::int32_t>(npz, "data");
  const auto shape = numbers<std::int64_t>(npz, "shape");
  if (shape.size() != 2 || shape[0] < 0 ||
      static_cast<std::uint64_t>(shape[0]) + 1 != offsets_.size() || shape[1] != words())
    fail_damaged(path, "its shape does not fit its documents and words");
  check_and_count(path);
}

Corpus Corpus::load(const std::string& path) { return Corpus(std::make_unique<NpzReader>(path)); }

WrittenCorpus write_corpus(AtomicFile& file, DocumentSpool& documents, const Renumbering& how,
                           const Vocabulary& vocabulary, const Preparation& preparation,
                           const std::string& directory) {
  NpzWriter npz(file);
  write_format(npz);
  SpillFile all_counts(directory, 16 * kPiece);
  SpillFile offsets(directory, 4 * kPiece);
  Renumberer renumbered(how);
  DocumentSpool::Reader reader(documents);
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;
  std::int64_t offset = 0;
  offsets.append(std::as_bytes(std::span(&offset, 1)));
  WrittenCorpus written;
  WordMarks known;
  for (const std::string& word : vocabulary.words()) known.add(word);
  DocumentMarks marks;
  npz.begin("indices", "<i4");
  for (std::uint64_t m = 0; reader.next(words, counts); ++m) {
    const Bag bag = renumbered(words, counts);
    written.tokens += checked_tokens(bag, vocabulary.size(), m, file.path());
    written.pairs += bag.words.size();
    written.empty_documents += bag.words.empty() ? 1 : 0;
    if (!bag.words.empty()) marks.add(known.of(bag.words, bag.counts));
    npz.append(std::as_bytes(bag.words));
    all_counts.append(std::as_bytes(bag.counts));
    offset += static_cast<std::int64_t>(bag.words.size());
    offsets.append(std::as_bytes(std::span(&offset, 1)));
  }
  npz.end();
  copy_array(npz, "data", "<i4", all_counts);
  copy_array(npz, "indptr", "<i8", offsets);
  write_rest(npz, documents.documents(), vocabulary, preparation);
  written.dropped = renumbered.dropped();
  written.marks = marks.smallest();
  return written;
}

}  // namespace dplda

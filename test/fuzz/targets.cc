#include "fuzz/targets.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/npz.h"
#include "base/utf8.h"
#include "collect/report_inbox.h"
#include "collect/reports.h"
#include "corpus/corpus.h"
#include "lda/model.h"
#include "privacy/ledger.h"
#include "privacy/privacy_record.h"
#include "privacy/statement.h"
#include "reference/archives.h"
#include "reference/chunked_source.h"
#include "reference/temporary.h"
#include "text/bag_readers.h"
#include "text/detect.h"
#include "text/text_readers.h"
#include "text/tokenizer.h"
#include "training/checkpoint.h"
#include "training/report_stream.h"
#include "training/stream_state.h"

namespace dplda::test {

namespace {

void read_bags(std::unique_ptr<BagSource> source) {
  std::vector<WordCount> bag;
  std::uint64_t largest = 0;
  while (source->next(bag)) {
    if (!bag.empty()) largest = std::max<std::uint64_t>(largest, bag.back().word + 1);
  }
  if (largest > source->words().size()) throw std::logic_error("an id without a name");
}

void read_uci(const std::string& bytes) {
  read_bags(open_uci(chunked(bytes), WordList{{"ant", "bee", "cat", "dog"}, "words"}));
}

void read_lda_c(const std::string& bytes) { read_bags(open_lda_c(chunked(bytes), std::nullopt)); }

void read_matrix_market(const std::string& bytes) {
  read_bags(open_matrix_market(chunked(bytes), std::nullopt));
}

// A file that lives in memory, for readers that want a path: a disk would make thousands slow.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("memfd_create");
    if (write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("cannot write to memory");
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

void read_words(const std::string& bytes) { read_word_list(MemoryFile(bytes).path()); }

void read_sparse(const std::string& bytes) {
  const MemoryFile file(bytes);
  read_bags(open_sparse_npz(file.path(), std::nullopt));
}

void read_archive(const std::string& bytes) {
  const MemoryFile file(bytes);
  NpzReader archive(file.path());
  for (const auto& name : archive.names()) {
    try {
      archive.array(name);
      archive.strings(name);
    } catch (const InputError&) {  // the others are still to be read
    }
  }
}

void load_corpus(const std::string& bytes) {
  const MemoryFile file(bytes);
  const Corpus corpus = Corpus::load(file.path());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) corpus.document(m).tokens();
}

void load_model(const std::string& bytes) {
  const MemoryFile file(bytes);
  const Model model = Model::load(file.path());
  for (std::size_t k = 0; k < model.topics(); ++k) model.top_words(k, 5);
}

void resume_checkpoint(const std::string& bytes) {
  const MemoryFile file(bytes);
  ThreadPool pool(1);
  OnePart part;
  CpuBackend backend(pool, part);
  const OpenCheckpoint opened = open_checkpoint(file.path(), 3);
  saved_chain(*opened.state, 3, 2, backend);
  opened.state->get<double>("alpha", 2);
  opened.state->get<std::int64_t>("released_sums");
}

void resume_stream(const std::string& bytes) {
  const MemoryFile file(bytes);
  load_stream_state(file.path());
}

// What stands behind a ledger's digests, which would keep all changed bytes away from it.
void read_ledger_entry(const std::string& bytes) {
  const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
  try {
    to_json(entry_from_json(json));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(error.what());  // as the ledger's reader does
  }
}

void state_privacy(const std::string& bytes) {
  const PrivacyRecord record =
      privacy_record_from_json(nlohmann::ordered_json::parse(bytes, nullptr, false));
  statement_text(record);
  statement_line(record);
  to_json(record);
}

constexpr const char* kLedgerEntry =
    R"({"kind":"charge","run":"0a","release":"table","first":1,"count":20,"unit":"word",)"
    R"("view":"counts","mechanism":"discrete_laplace","parameters":{"scale":"2/1","cells":2}})";

constexpr const char* kPrivacyRecord =
    R"({"private":true,"recipe":"hdp","run":{"unit":"word","view":"counts","pure_epsilon":3.5,)"
    R"("rho":0.1,"delta":1e-6,"epsilon_at_delta":3.2},"data":{"unit":"word","view":"counts",)"
    R"("pure_epsilon":"infinite","rho":0.1,"delta":1e-6,"epsilon_at_delta":3.2},"recorded":false,)"
    R"("account":"process","releases":[{"release":"table","count":3,"unit":"word",)"
    R"("view":"counts","mechanism":"discrete_laplace","parameters":{"scale":"2/1","cells":2}}],)"
    R"("exposures":[{"release":"phi","reason":"none"}],"remarks":["so"],"vocabulary":"public",)"
    R"("key":"seed"})";

// As the first version wrote it: without the units and views of releases, and who counted.
constexpr const char* kOlderPrivacyRecord =
    R"({"private":true,"recipe":"hdp","run":{"unit":"word","view":"counts","pure_epsilon":3.5,)"
    R"("rho":0.1,"delta":1e-6,"epsilon_at_delta":3.2},"data":{"unit":"word","view":"counts",)"
    R"("pure_epsilon":"infinite","rho":0.1,"delta":1e-6,"epsilon_at_delta":3.2},"recorded":false,)"
    R"("releases":[{"release":"table","count":3,"mechanism":"discrete_laplace",)"
    R"("parameters":{"scale":"2/1","cells":2}}],"exposures":[],"remarks":[],)"
    R"("vocabulary":"public","key":"seed"})";

// The entries of a small csr matrix.
using Entries = std::vector<std::pair<std::string, std::string>>;
Entries csr_entries() {
  return {{"format.npy", npy_file("|S3", "()", "csr")},
          {"shape.npy", npy_numbers("<i8", std::vector<std::int64_t>{3, 3})},
          {"indptr.npy", npy_numbers("<i4", std::vector<std::int32_t>{0, 2, 2, 3})},
          {"indices.npy", npy_numbers("<i4", std::vector<std::int32_t>{0, 2, 1})},
          {"data.npy", npy_numbers("<f8", std::vector<double>{2, 1, 7})},
          {"vocabulary.npy", npy_file("|S3", "(3,)", "antbeecat")}};
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// A model of two topics over three words.
Entries model_entries() {
  constexpr std::string_view kMeta =
      R"({"format": "dplda-model", "version": 1, "vocabulary_origin": "data"})";
  return {{"meta.npy", npy_file(fmt::format("|S{}", kMeta.size()), "()", kMeta)},
          {"phi.npy",
           npy_file("<f4", "(2, 3)", bytes_of(std::vector<float>{0.5F, 0.25F, 0.25F, 0, 0, 1}))},
          {"alpha.npy", npy_numbers("<f8", std::vector<double>{0.1, 0.2})},
          {"beta.npy", npy_file("<f8", "()", bytes_of(std::vector<double>{0.01}))},
          {"prevalence.npy", npy_numbers("<f4", std::vector<float>{0.5F, 0.5F})},
          {"vocabulary.npy", npy_file("|S3", "(3,)", "antbeecat")}};
}

// A run's state: two documents, two topics.
Entries checkpoint_entries() {
  constexpr std::string_view kMeta =
      R"({"format": "dplda-checkpoint", "version": 3, "sweeps": 3, "vocabulary": 3,)"
      R"( "corpus": "", "run": "0a", "charges": [], "options": {}})";
  return {{"meta.npy", npy_file(fmt::format("|S{}", kMeta.size()), "()", kMeta)},
          {"alpha.npy", npy_numbers("<f8", std::vector<double>{0.1, 0.2})},
          {"offsets.npy", npy_numbers("<u8", std::vector<std::uint64_t>{0, 2, 3})},
          {"words.npy", npy_numbers("<u4", std::vector<std::uint32_t>{2, 0, 1})},
          {"topics.npy", npy_numbers("<u2", std::vector<std::uint16_t>{0, 1, 1})},
          {"released_sums.npy", npy_numbers("<i8", std::vector<std::int64_t>{1, -2, 3})}};
}

// The state of a stream after a batch.
Entries stream_entries() {
  constexpr std::string_view kMeta =
      R"({"format": "dplda-stream", "version": 2, "batches": 1, "documents": 160, "options": {},)"
      R"( "origin": "0a", "run": "0b", "source": {"next": 2, "files": []}})";
  return {{"meta.npy", npy_file(fmt::format("|S{}", kMeta.size()), "()", kMeta)},
          {"kept.npy", npy_numbers("<f8", std::vector<double>{1, 0.5, 12, 3})}};
}

// The same as a corpus file.
Entries corpus_entries() {
  constexpr std::string_view kMeta =
      R"({"format": "dplda-corpus", "version": 1, "vocabulary_origin": "data", "preparation": {}})";
  return {{"format.npy", npy_file("|S3", "()", "csr")},
          {"indices.npy", npy_numbers("<i4", std::vector<std::int32_t>{0, 2, 1})},
          {"data.npy", npy_numbers("<i4", std::vector<std::int32_t>{2, 1, 7})},
          {"indptr.npy", npy_numbers("<i8", std::vector<std::int64_t>{0, 2, 2, 3})},
          {"shape.npy", npy_numbers("<i8", std::vector<std::int64_t>{3, 3})},
          {"vocabulary.npy", npy_file("<U1", "(3,)", std::string("a\0\0\0b\0\0\0c\0\0\0", 12))},
          {"meta.npy", npy_file(fmt::format("|S{}", kMeta.size()), "()", kMeta)}};
}

// Damages one entry, headers and all, in an archive whose checksums are right: what lies behind
// them is reached too.
FuzzTarget npz_entry(const std::string& prefix, const Entries& entries, const std::string& entry,
                     const std::function<void(const std::string&)>& read) {
  const auto with = [=](const std::string& bytes) {
    Entries changed = entries;
    for (auto& [file, content] : changed) {
      if (file == entry) content = bytes;
    }
    return zip_file(changed);
  };
  std::string seed;
  for (const auto& [file, content] : entries) {
    if (file == entry) seed = content;
  }
  return {prefix + entry.substr(0, entry.find('.')), seed,
          [=](const std::string& bytes) { read(with(bytes)); }};
}

void read_text(std::unique_ptr<TextSource> source) {
  Tokenizer tokenizer;
  std::string_view text;
  while (source->next(text)) {
    if (!is_utf8(text)) throw std::logic_error("a text that is not UTF-8");
    tokenizer.cut(text, [](std::string_view word) {
      if (word.empty() || !is_utf8(word)) throw std::logic_error("not a word");
    });
  }
}

void read_lines(const std::string& bytes) { read_text(open_lines(chunked(bytes), {})); }

void read_replaced_lines(const std::string& bytes) {
  read_text(open_lines(chunked(bytes), {.invalid_utf8 = InvalidUtf8::kReplace}));
}

void read_csv(const std::string& bytes) { read_text(open_table(chunked(bytes), ',', "text", {})); }

void read_tsv(const std::string& bytes) { read_text(open_table(chunked(bytes), '\t', "text", {})); }

void read_ndjson(const std::string& bytes) { read_text(open_ndjson(chunked(bytes), "text", {})); }

// Bytes that are text or not, cut into words unchecked.
void cut_words(const std::string& bytes) {
  Tokenizer(1).cut(bytes, [](std::string_view word) {
    if (word.empty() || !is_utf8(word)) throw std::logic_error("not a word");
  });
}

void detect(const std::string& bytes) { detect_format(bytes, "-", "text"); }

void read_stream(const std::string& bytes) {
  // A small file can hold gigabytes of zeros; a caller reads in pieces and so do we, up to a point.
  constexpr std::size_t kEnough = 1 << 24;
  const auto source = memory_input(bytes, "input");
  std::vector<char> buffer(1 << 12);
  std::size_t total = 0;
  while (const std::size_t got = source->read(buffer)) {
    total += got;
    if (total > kEnough) break;
  }
}

ReportHeader fuzz_header() {
  return report_header(
      std::uint64_t{1} << 62, 2, 0,
      Vocabulary({"ant", "bee", "na\xC3\xAFve", "dog", "elk", "fox", "gnu", "hen", "ibis"},
                 VocabularyOrigin::kPublic));
}

std::string fuzz_reports() {
  std::string bytes;
  for (std::uint8_t m = 0; m < 4; ++m)
    append_report(bytes, fuzz_header(), ReportId{m}, std::vector<std::uint64_t>{m * 37U});
  return bytes;
}

// A stream of reports that goes on with the ids which it counted earlier; these are kept in a file.
class CountedStream {
 public:
  CountedStream() {
    write_file(reports_, header_record(fuzz_header()) + fuzz_reports());
    ReportInbox inbox(reports_);
    ReportStream stream(inbox, directory_ / "state");
    StreamBatch batch;
    if (!stream.next(2, batch)) throw std::logic_error("no reports");
    counted = stream.count();
    ids = read_file(ids_);
  }

  // With what count() said, and the bytes of the file of ids.
  void resume(const std::string& said, const std::string& bytes) const {
    const MemoryFile file(bytes);
    std::filesystem::remove(ids_);
    std::filesystem::create_symlink(file.path(), ids_);
    ReportInbox inbox(reports_);
    ReportStream stream(inbox, directory_ / "state");
    stream.resume(said);
    StreamBatch batch;
    std::uint64_t reports = 0;
    while (stream.next(3, batch)) reports += batch.size();
    if (reports > 4) throw std::logic_error("a report was counted twice");
  }

  std::string counted;
  std::string ids;

 private:
  TemporaryDirectory directory_;
  std::string reports_ = directory_ / "reports.dpr";
  std::string ids_ = directory_ / "state.ids-1";
};

const CountedStream& counted_stream() {
  static const CountedStream kStream;
  return kStream;
}

void resume_ids(const std::string& bytes) {
  counted_stream().resume(counted_stream().counted, bytes);
  if (bytes != counted_stream().ids) throw std::logic_error("ids that were not counted");
}

void resume_counted(const std::string& bytes) {
  counted_stream().resume(bytes, counted_stream().ids);
}

void read_report_stream(const std::string& bytes) { read_reports(chunked(bytes, "reports", 100)); }

void read_report_batches(const std::string& bytes) {
  const MemoryFile file(bytes);
  ReportInbox inbox(file.path());
  ReportStream stream(inbox, "");
  StreamBatch batch;
  while (stream.next(3, batch)) {
    if (batch.size() == 0 || batch.size() > 3) throw std::logic_error("a batch of another size");
    stream.count();
  }
}

// Behind a good header nothing is refused as a whole.
void read_report_records(const std::string& bytes) {
  read_report_stream(header_record(fuzz_header()) + bytes);
}

std::string checked_record(const RecordTag& tag, const std::string& body) {
  const auto size = static_cast<std::uint32_t>(body.size());
  std::string record(tag.data(), tag.size());
  record.append(reinterpret_cast<const char*>(&size), sizeof size);
  record += body;
  const auto check = short_digest(std::as_bytes(std::span(std::string_view(record))));
  return record.append(reinterpret_cast<const char*>(check.data()), check.size());
}

// What stands behind the checks, which would keep all changed bytes away from it.
void read_report_header(const std::string& body) {
  read_report_stream(checked_record(kHeaderTag, body));
}

void read_report_body(const std::string& body) {
  read_report_records(checked_record(kReportTag, body) + checked_record(kHeaderTag, body));
}

std::string body_of(const std::string& record) {
  return record.substr(kRecordHead, body_size(record));
}

const std::string kText =
    "Don\xE2\x80\x99t panic, na\xC3\xAFve STRASSE\nstra\xC3\x9F"
    "e 42nd don't\r\n\n"
    "\xE4\xB8\xAD\xE6\x96\x87 \xEF\xBC\xA4 a\xCC\x88\xCD\x8F soft\xC2\xADhyphen \xF0\x9D\x94\x98\n";

// Compressible text of several kilobytes.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i * i) + " words of it\n";
  return text;
}

}  // namespace

std::vector<FuzzTarget> fuzz_targets() {
  std::vector<FuzzTarget> targets{
      {"uci", "5\n4\n6\n1 3 1\n1 1 2\n2 2 7\n4 1 10\n4 2 1\n4 4 3\n", read_uci},
      {"lda_c", "2 2:1 0:2\n0\n1 1:7\n3 0:1 1:1 3:12\n", read_lda_c},
      {"matrix_market_integer",
       "%%MatrixMarket matrix coordinate integer general\n% words by hand\n4 3 4\n1 1 2\n3 1 1\n"
       "1 2 5\n4 3 1\n",
       read_matrix_market},
      {"matrix_market_real",
       "%%MatrixMarket matrix coordinate real general\n4 3 4\n1 1 2.0\n3 1 1e0\n1 2 5\n4 3 0.0\n",
       read_matrix_market},
      {"sparse_npz", zip_file(csr_entries()), read_sparse},
      {"npz", zip_file(csr_entries()), read_archive},
      {"corpus", zip_file(corpus_entries()), load_corpus},
      {"model", zip_file(model_entries()), load_model},
      {"checkpoint", zip_file(checkpoint_entries()), resume_checkpoint},
      {"stream_state", zip_file(stream_entries()), resume_stream},
      {"counted_reports", counted_stream().counted, resume_counted},
      {"counted_ids", counted_stream().ids, resume_ids},
      {"ledger_entry", kLedgerEntry, read_ledger_entry},
      {"privacy_record", kPrivacyRecord, state_privacy},
      {"older_privacy_record", kOlderPrivacyRecord, state_privacy},
      {"word_list", "ant\nbee\nna\xC3\xAFve\n", read_words},
      {"text", kText, read_lines},
      {"text_replaced", kText, read_replaced_lines, false},
      {"tokenizer", kText, cut_words, false},
      {"csv", "id,text\r\n1,ants and bees\n2,\"a \"\"cat\"\",\nand a dog\"\n3,\n", read_csv},
      {"tsv", "id\ttext\n1\tants and bees\n2\t\"a cat\t and a dog\"\n3\t\n", read_tsv},
      {"ndjson",
       "{\"id\": 1, \"text\": \"ants \\u00e9 \\ud83d\\ude00 bees\"}\n\n"
       "{\"text\": \"\", \"tags\": [1, -2.5e3, {\"a\": null}]}\n",
       read_ndjson},
      {"detect", "[1]\n{\"text\": 1}\nid,text\n", detect},
      {"reports", header_record(fuzz_header()) + fuzz_reports(), read_report_stream},
      {"report_batches", header_record(fuzz_header()) + fuzz_reports(), read_report_batches},
      {"report_records", fuzz_reports(), read_report_records, false},
      {"report_header", body_of(header_record(fuzz_header())), read_report_header},
      {"report_body", body_of(fuzz_reports()), read_report_body, false},
      {"gzip", gzipped(long_text()) + gzipped("more"), read_stream},
      {"zstd", zstandard(long_text()) + zstandard("more"), read_stream},
  };
  for (const auto& [file, bytes] : csr_entries()) {
    targets.push_back(npz_entry("sparse_npz_", csr_entries(), file, read_sparse));
  }
  for (const auto& [file, bytes] : corpus_entries()) {
    targets.push_back(npz_entry("corpus_", corpus_entries(), file, load_corpus));
  }
  for (const auto& [file, bytes] : model_entries()) {
    targets.push_back(npz_entry("model_", model_entries(), file, load_model));
  }
  for (const auto& [file, bytes] : checkpoint_entries()) {
    targets.push_back(npz_entry("checkpoint_", checkpoint_entries(), file, resume_checkpoint));
  }
  for (const auto& [file, bytes] : stream_entries()) {
    targets.push_back(npz_entry("stream_state_", stream_entries(), file, resume_stream));
  }
  return targets;
}

}  // namespace dplda::test

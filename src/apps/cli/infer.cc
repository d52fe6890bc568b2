// dplda infer: the topic shares of documents under a model.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/npz.h"
#include "base/threads_option.h"
#include "corpus/prepare.h"
#include "lda/inference.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

constexpr std::uint64_t kDocumentsAtOnce = 4096;

// Where the rows go: an .npz archive with the array theta, or CSV.
class ThetaFile {
 public:
  ThetaFile(const std::string& path, std::uint64_t documents, std::size_t topics)
      : file_(path, kOwnerOnly), topics_(topics) {
    if (path.ends_with(".npz")) {
      archive_ = std::make_unique<NpzWriter>(file_);
      archive_->begin("theta", npy_dtype<float>(), {documents, topics});
      return;
    }
    std::string header = "document";
    for (std::size_t k = 0; k < topics; ++k) header += fmt::format(",topic{}", k);
    file_.write(header + "\n");
  }

  // Whole rows, the next ones in order.
  void add(std::span<const float> rows) {
    if (archive_) {
      archive_->append(std::as_bytes(rows));
      return;
    }
    for (; !rows.empty(); rows = rows.subspan(topics_)) {
      std::string line = fmt::format("{}", next_document_++);
      for (const float share : rows.first(topics_)) line += fmt::format(",{}", share);
      file_.write(line + "\n");
    }
  }

  void finish() {
    if (archive_) {
      archive_->end();
      archive_->finish();
    }
    file_.commit();
  }

 private:
  AtomicFile file_;
  std::size_t topics_;
  std::unique_ptr<NpzWriter> archive_;
  std::uint64_t next_document_ = 0;
};

struct InferVerb : CLI::App {
  InferVerb() : CLI::App("Find the topic shares of documents", "infer") {
    add_option("MODEL", model, "model file")->required();
    add_option("CORPUS", corpus, "the documents: a corpus file, or any format that prepare reads")
        ->required();
    add_option("-o,--output", output,
               "where to write theta: .npz, else CSV (- for standard output)")
        ->type_name("FILE")
        ->required();
    dplda::cli::add_options(*this, table());
    callback([this] { run(); });
  }

  OptionTable table() {
    return {threads_option(threads),
            {.name = "quiet", .target = &quiet, .help = "say nothing but errors"}};
  }
  void run();

  std::string model;
  std::string corpus;
  std::string output;
  std::int64_t threads = 0;
  bool quiet = false;
};

void InferVerb::run() {
  check(table());
  for (const std::string& input : {model, corpus}) {
    if (output != "-" && resolved_path(input) == resolved_path(output)) {
      throw InputError(fmt::format("-o {} is an input too; name another file", output));
    }
  }
  const Model trained = Model::load(model);
  std::uint64_t dropped = 0;
  const Corpus documents = open_corpus_for(
      corpus, trained.vocabulary(),
      trained.meta().value("preparation", nlohmann::ordered_json::object()), &dropped);
  ThreadPool pool(thread_count(threads));
  const FoldIn fold_in(trained, longest_document(documents), pool);
  const std::size_t topics = trained.topics();

  ThetaFile file(output, documents.documents(), topics);
  Progress progress(quiet);
  std::vector<float> rows;
  for (std::uint64_t first = 0; first < documents.documents(); first += kDocumentsAtOnce) {
    const std::uint64_t count = std::min(kDocumentsAtOnce, documents.documents() - first);
    rows.resize(count * topics);
    infer_rows(fold_in, documents, first, count, pool, rows);
    file.add(rows);
    if (progress.due()) {
      progress.show(static_cast<double>(first + count), static_cast<double>(documents.documents()),
                    fmt::format("{} of {} documents", first + count, documents.documents()));
    }
  }
  file.finish();
  progress.say(fmt::format(
      "theta: {} ({} documents, {} topics; {} tokens are not in the model's vocabulary)", output,
      documents.documents(), topics, dropped));
}

}  // namespace

void add_infer(CLI::App& app) { app.add_subcommand(std::make_shared<InferVerb>()); }

}  // namespace dplda::cli

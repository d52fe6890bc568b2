#include "runs/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/errors.h"
#include "base/file_modes.h"
#include "base/files.h"
#include "base/npz.h"
#include "base/paths.h"
#include "base/threads.h"
#include "corpus/prepare.h"
#include "lda/inference.h"
#include "lda/model.h"
#include "training/publication.h"

namespace dplda::runs {
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

}  // namespace

InferOutcome infer(const InferRequest& request, Watcher& watcher) {
  for (const std::string& input : {request.model, request.documents}) {
    if (request.output != "-" && resolved_path(input) == resolved_path(request.output))
      throw InputError(
          fmt::format("`output {}` is an input too; name another file", request.output));
  }
  refuse_to_replace_paid(request.output);
  const Model model = Model::load(request.model);
  InferOutcome outcome{.topics = model.topics()};
  const Corpus documents = open_corpus_for(request.documents, model.vocabulary(),
                                           model.meta().preparation, &outcome.unknown_tokens);
  outcome.documents = documents.documents();
  ThreadPool pool(thread_count(request.threads));
  const FoldIn fold_in(model, longest_document(documents), pool);

  ThetaFile file(request.output, outcome.documents, outcome.topics);
  std::vector<float> rows;
  for (std::uint64_t first = 0; first < outcome.documents; first += kDocumentsAtOnce) {
    const std::uint64_t count = std::min(kDocumentsAtOnce, outcome.documents - first);
    rows.resize(count * outcome.topics);
    infer_rows(fold_in, documents, first, count, pool, rows);
    file.add(rows);
    if (!watcher.due()) continue;
    watcher.show(static_cast<double>(first + count), static_cast<double>(outcome.documents),
                 fmt::format("{} of {} documents", first + count, outcome.documents));
  }
  file.finish();
  return outcome;
}

}  // namespace dplda::runs

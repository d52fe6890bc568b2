#include "runs/outputs.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/threads.h"
#include "corpus/prepare.h"
#include "eval/coherence.h"
#include "eval/perplexity.h"
#include "lda/inference.h"
#include "training/publication.h"

namespace dplda::runs {
namespace {

void refuse_confusion(const TrainRequest& request, const RunSetup& setup, const std::string& ledger,
                      const std::string& state) {
  refuse_named_twice({request.input.path, request.test, setup.prior.path, setup.public_text.path,
                      setup.run.key_file},
                     {ledger, request.output, request.record, state},
                     "corpus, ledger, key, model, report and checkpoint");
}

void refuse_irregular(const std::string& path) {
  if (AtomicFile(path).can_patch()) return;
  throw InputError(fmt::format("'{}': models and checkpoints go to regular files only", path));
}

// What is no regular file, such as a pipe, cannot be tried without disturbing its reader.
void try_record(const std::string& path) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(path, ignored).type();
  const bool plain =
      kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
  if (!path.empty() && path != "-" && plain) AtomicFile probe(path);
}

}  // namespace

void tell_ledger(const TrainRequest& request, const RunSetup& setup, const Holdings& data,
                 const std::string& state, TrainWatcher& watcher) {
  const LedgerPlace place = ledger_place(request.ledger, data);
  refuse_confusion(request, setup, place.path, state);
  if (!place.notice.empty()) watcher.tell({Notice::Kind::kLedger, place.notice});
}

void check_outputs(const TrainRequest& request, const RunSetup& setup, const std::string& state) {
  refuse_confusion(request, setup, request.ledger.ledger, state);
  if (!request.output.empty()) {
    refuse_irregular(request.output);
    if (!request.force) refuse_to_replace_paid(request.output, !setup.run.resume.empty());
  }
  if (!state.empty()) refuse_irregular(state);
  try_record(request.record);
}

std::optional<Corpus> open_test(const TrainRequest& request, const Vocabulary& vocabulary,
                                const Preparation& preparation) {
  if (request.test.empty()) return std::nullopt;
  Corpus held_out = open_corpus_for(request.test, vocabulary, preparation);
  if (held_out.tokens() == 0) {
    throw InputError(
        fmt::format("{} has no token of the training vocabulary; nothing could be measured on it",
                    request.test));
  }
  return held_out;
}

Quality measured(const TrainRequest& request, const Model& model,
                 const std::optional<Corpus>& held_out) {
  Quality quality;
  quality.diversity = topic_diversity(top_words(model, kDiversityWords));
  if (!held_out) return quality;
  ThreadPool pool(thread_count(request.options->threads));
  quality.same_tokens = perplexity(model, *held_out, pool);
  // Completion needs a second token to score.
  if (longest_document(*held_out) >= 2)
    quality.completion = completion_perplexity(model, *held_out, pool);
  return quality;
}

}  // namespace dplda::runs

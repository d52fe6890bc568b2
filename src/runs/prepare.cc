#include "runs/prepare.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "base/errors.h"
#include "base/paths.h"
#include "training/publication.h"

namespace dplda::runs {
namespace {

namespace fs = std::filesystem;

// The size of the inputs in bytes, 0 if it is not known.
std::uint64_t total_size(const std::vector<std::string>& inputs) {
  std::uint64_t total = 0;
  for (const auto& path : inputs) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
           at.increment(error))
        if (at->is_regular_file(error)) total += at->file_size(error);
    } else if (fs::is_regular_file(path, error)) {
      total += fs::file_size(path, error);
    } else {
      return 0;
    }
    if (error) return 0;
  }
  return total;
}

// What a private vocabulary will cost, before anything is read.
void tell_cost(const PrepareRequest& request, Watcher& watcher) {
  const PrivateVocabularyOptions& vocabulary = request.vocabulary;
  const PrivateWords words = private_words(vocabulary);
  watcher.tell(
      {Notice::Kind::kCost,
       fmt::format(
           "private vocabulary: epsilon {:g} at delta {:g} (unit: document, view: counts), {}; a "
           "word passes if it is in {} documents or more, with noise of deviation {:.1f}",
           vocabulary.vocab_epsilon, vocabulary.vocab_delta,
           request.ledger.no_ledger ? "in no ledger"
                                    : "to be charged in the ledger of the documents",
           words.threshold(), std::sqrt(words.variance().value()))});
}

void refuse_confusion(const PrepareRequest& request) {
  const std::string& ledger = request.ledger.ledger;
  if (ledger.empty()) return;
  if (resolved_path(ledger) == resolved_path(request.output)) {
    throw InputError(
        fmt::format("`ledger {}` is the output too; name another file", request.output));
  }
  refuse_among_inputs(request.inputs, "ledger", ledger);
}

}  // namespace

PrepareOutcome prepare(const PrepareRequest& request, Watcher& watcher, const Key& key) {
  check(request.vocabulary, request.ledger, request.options);
  if (request.vocabulary.private_vocab) tell_cost(request, watcher);
  refuse_confusion(request);
  refuse_to_replace_paid(request.output);
  Custody custody(request.ledger, request.inputs, request.output);
  std::optional<PrivateVocabulary> chooser;
  if (request.vocabulary.private_vocab)
    chooser.emplace(request.vocabulary, request.ledger, custody, key);
  const auto total = static_cast<double>(total_size(request.inputs));
  const auto progress = [&](std::uint64_t bytes, std::uint64_t documents) {
    if (!watcher.due()) return;
    const auto read = static_cast<double>(bytes);
    watcher.show(read, total, fmt::format("{:.1f} MB read, {} documents", read / 1e6, documents));
  };
  PrepareSummary summary = dplda::prepare(request.inputs, request.options, request.output, progress,
                                          chooser ? &*chooser : nullptr, &custody);
  if (!custody.place().notice.empty())
    watcher.tell({Notice::Kind::kLedger, custody.place().notice});
  return {.summary = std::move(summary), .ledger = custody.place().path};
}

}  // namespace dplda::runs

#include "runs/stream.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "collect/report_inbox.h"
#include "corpus/document_stream.h"
#include "corpus/prepare.h"
#include "recipes/account.h"
#include "recipes/document_batches.h"
#include "recipes/held_stream.h"
#include "recipes/lp.h"
#include "recipes/publication.h"
#include "recipes/registry.h"
#include "recipes/report_stream.h"
#include "runs/outputs.h"

namespace dplda::runs {
namespace {

namespace fs = std::filesystem;

bool of_reports(const TrainRequest& request) {
  return recipe_named(request.options.recipe).reports;
}

// Publishes and measures after every batch.
class Publisher final : public StreamObserver {
 public:
  Publisher(const TrainRequest& request, const std::optional<Corpus>& held_out,
            TrainWatcher& watcher)
      : request_(request), held_out_(held_out), watcher_(watcher) {
    if (request.publish.empty()) return;
    std::error_code error;
    fs::create_directories(request.publish, error);
    if (error) throw InputError(fmt::format("--publish {}: {}", request.publish, error.message()));
  }

  void on_start(std::uint64_t batches, std::uint64_t documents) override {
    watcher_.on_stream(batches, documents);
  }
  void on_prior(const Model& model) override {
    prior_ = look_at(model, "prior", {{"batch", 0}});
    watcher_.on_prior(*prior_);
  }
  void on_batch(const Model& model, std::uint64_t number, std::uint64_t size) override {
    const char* noun = of_reports(request_) ? "reports" : "documents";
    watcher_.on_batch(
        number, size,
        look_at(model, fmt::format("batch-{:06}", number), {{"batch", number}, {noun, size}}));
  }
  bool stop() override { return watcher_.stop(); }

  const std::optional<Quality>& prior() const { return prior_; }

 private:
  Quality look_at(const Model& model, const std::string& name, nlohmann::ordered_json record) {
    Quality quality;
    if (held_out_) quality = measured(request_, model, held_out_);
    if (request_.publish.empty()) return quality;
    const std::string path = request_.publish + "/" + name;
    const bool is_private = model.meta().at("privacy").at("private").get<bool>();
    if (is_private) {
      publication(model, path).model.save(path + ".npz");
    } else {
      model.save(path + ".npz");
    }
    record["private"] = is_private;
    record["notice"] =
        "perplexities are functions of the test documents: not for publication "
        "unless those are public";
    record.update(perplexities(quality));
    write_json(path + ".json", record);
    return quality;
  }

  const TrainRequest& request_;
  const std::optional<Corpus>& held_out_;
  TrainWatcher& watcher_;
  std::optional<Quality> prior_;
};

// Nothing is lost with a state of no batch.
void refuse_older(const std::string& path) {
  std::uint64_t batches = 0;
  try {
    batches = load_stream_state(path).batches;
  } catch (const InputError&) {
    throw InputError(fmt::format(
        "{} exists and is not the state of a stream; name another file with --checkpoint", path));
  }
  if (batches == 0) return;
  throw InputError(fmt::format(
      "{} is the state of an earlier stream: go on with --resume {}, or remove it", path, path));
}

// The state goes beside the model unless it is named; a resumed run keeps its state where it was.
std::string state_path(const TrainRequest& request) {
  const TrainOptions& options = request.options;
  if (!options.resume.empty() && !options.checkpoint.empty() &&
      resolved_path(options.resume) != resolved_path(options.checkpoint)) {
    throw InputError(
        "a stream goes on where its state is: give --resume alone, or the same file for "
        "--checkpoint");
  }
  const std::string path = !options.resume.empty()       ? options.resume
                           : !options.checkpoint.empty() ? options.checkpoint
                                                         : request.output + ".state";
  if (options.resume.empty() && fs::exists(path)) refuse_older(path);
  return path;
}

// From here on all streams are alike. `reports`: the source, where it has reports that may be
// refused; `held`: a state in memory, or null; `path`: that of a state on disk, or empty.
StreamOutcome learnt(const TrainRequest& request, StreamSource& source, const Holdings& data,
                     const ReportStream* reports, const std::string& path, StreamState* held,
                     TrainWatcher& watcher) {
  TrainOptions options = request.options;
  options.checkpoint = path;
  const std::optional<Corpus> prior =
      open_prior(options, source.vocabulary(), source.preparation());
  const std::optional<Corpus> held_out =
      open_test(request, source.vocabulary(), source.preparation());
  Publisher publisher(request, held_out, watcher);
  const Corpus* known = prior ? &*prior : nullptr;
  const Plan plan = plan_of(options);
  if (known != nullptr && plan.exposes())
    tell_ledger(request, holdings_of(options.prior, *known), path, watcher);
  std::vector<Ledger> ledgers = open_stream_accounts(options, request.ledger, plan, data, known);
  StreamOutcome outcome{
      .result = train_stream(source, known, options, publisher, std::move(ledgers), held),
      .quality = {},
      .refusals = reports != nullptr ? reports->refusals() : ReportRefusals(),
      .state = path};
  if (!outcome.result.model) return outcome;
  const Model& model = *outcome.result.model;
  if (!request.output.empty()) model.save(request.output);
  outcome.quality = measured(request, model, held_out);
  if (!request.record.empty()) {
    write_json(request.record, stream_report(options, outcome.result,
                                             reports != nullptr ? &outcome.refusals : nullptr,
                                             outcome.quality, publisher.prior()));
  }
  if (outcome.refusals.sum() > 0)
    watcher.tell({Notice::Kind::kWarning, "refused reports: " + refusals_text(outcome.refusals)});
  return outcome;
}

// What is cut short by a stop is sent again from files, not from a pipe.
std::function<bool()> leaves_rest(const std::string& input, TrainWatcher& watcher) {
  std::error_code ignored;
  const auto kind = fs::status(input, ignored).type();
  if (input == "-" || (kind != fs::file_type::regular && kind != fs::file_type::directory))
    return {};
  return [&watcher] { return watcher.interrupted(); };
}

StreamOutcome stream_of_reports(const TrainRequest& request, const std::string& state,
                                const Wait& wait, TrainWatcher& watcher) {
  const TrainOptions& options = request.options;
  check_report_account(options, request.ledger, plan_of(options));
  std::optional<ReportKind> expected;
  if (!options.resume.empty())
    expected = ReportStream::expected(load_stream_state(options.resume).source);
  ReportInbox inbox(request.input.path, wait, expected);
  ReportStream source(inbox, state, leaves_rest(request.input.path, watcher));
  return learnt(request, source, holdings_at(request.input.path), &source, state, nullptr, watcher);
}

// The vocabulary of a stream of documents cannot wait for them: it is that of the corpus file, of
// the prior or a list.
Vocabulary stream_vocabulary(const TrainRequest& request, nlohmann::ordered_json& preparation) {
  const std::string& input = request.input.path;
  if (input != "-" && !fs::exists(input))
    throw InputError(fmt::format("there is no file or directory '{}'", input));
  for (const std::string& path : {input, request.options.prior}) {
    if (path.empty() || path == "-" || fs::is_directory(path)) continue;
    if (path == input && !is_corpus_file(path)) continue;
    const Corpus corpus = open_corpus(path);
    preparation = corpus.preparation();
    return corpus.vocabulary();
  }
  throw InputError(
      "a stream of text needs to know its words beforehand: give a --prior corpus, or prepare a "
      "corpus file");
}

StreamOutcome stream_of_documents(const TrainRequest& request, const std::string& state,
                                  const Wait& wait, TrainWatcher& watcher) {
  nlohmann::ordered_json preparation = nlohmann::ordered_json::object();
  const Vocabulary vocabulary = stream_vocabulary(request, preparation);
  DocumentStream documents(request.input.path, vocabulary, preparation, wait);
  DocumentBatches source(documents, vocabulary, preparation,
                         leaves_rest(request.input.path, watcher));
  return learnt(request, source, holdings_at(request.input.path), nullptr, state, nullptr, watcher);
}

// No budget covers what exposes the documents of a stream: said before anything is read.
void refuse_budget(const TrainRequest& request) {
  const Plan plan = plan_of(request.options);
  if (of_reports(request) || !request.ledger.budget_epsilon || !plan.exposes()) return;
  throw BudgetExhausted(fmt::format("no budget covers recipe {}: it exposes {}",
                                    request.options.recipe, plan.exposures.front().release));
}

void refuse_outputs_in_input(const TrainRequest& request, const std::string& state) {
  for (const auto& [flag, path] : {std::pair<std::string_view, std::string>{"-o", request.output},
                                   {"--checkpoint", state},
                                   {"--publish", request.publish},
                                   {"--report", request.record}}) {
    if (!path.empty() && path != "-") refuse_among_inputs({request.input.path}, flag, path);
  }
}

void check_stream(const TrainRequest& request) {
  check(request);
  if (recipe_named(request.options.recipe).stream != nullptr) return;
  throw InputError(fmt::format("recipe {} learns from all documents at once, not from a stream",
                               request.options.recipe));
}

}  // namespace

StreamOutcome stream(const TrainRequest& request, TrainWatcher& watcher) {
  check_stream(request);
  const std::string state = state_path(request);
  check_outputs(request, state);
  if (!of_reports(request)) tell_ledger(request, holdings_at(request.input.path), state, watcher);
  refuse_outputs_in_input(request, state);
  if (request.options.idle >= 0 && !fs::is_directory(request.input.path))
    throw InputError("--idle is for a directory as a stream; what else comes ends by itself");
  refuse_budget(request);
  const Wait wait{.stop = [&watcher] { return watcher.interrupted(); },
                  .idle_seconds = request.options.idle};
  StreamOutcome outcome = of_reports(request) ? stream_of_reports(request, state, wait, watcher)
                                              : stream_of_documents(request, state, wait, watcher);
  if (outcome.result.model || watcher.interrupted()) return outcome;
  const ReportRefusals& refused = outcome.refusals;
  throw InputError(fmt::format(
      "nothing came that could be learnt from{}",
      refused.sum() == 0 ? "" : fmt::format(" (refused reports: {})", refusals_text(refused))));
}

StreamOutcome learn(const TrainRequest& request, StreamState& state, TrainWatcher& watcher) {
  check_stream(request);
  const bool reports = request.reports != nullptr;
  if (of_reports(request) != reports) {
    throw InputError(fmt::format(
        "recipe {} learns from {}", request.options.recipe,
        reports ? "documents, not from reports" : "reports of contributors, not from documents"));
  }
  if (!request.options.checkpoint.empty() || !request.options.resume.empty()) {
    throw InputError(
        "a stream in memory has its state in memory: leave out --checkpoint and --resume");
  }
  check_outputs(request, "");
  if (reports) {
    HeldReports source(*request.reports);
    if (request.reports->bits.documents() == 0)
      throw InputError("there is nothing to learn from in an empty batch");
    return learnt(request, source, holdings_at(request.input.path), nullptr, "", &state, watcher);
  }
  const Corpus& documents = *request.input.corpus;
  if (documents.documents() == 0)
    throw InputError("there is nothing to learn from in an empty batch");
  HeldDocuments source(documents);
  return learnt(request, source, holdings_of(request.input.path, documents), nullptr, "", &state,
                watcher);
}

}  // namespace dplda::runs

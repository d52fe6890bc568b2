#include "runs/stream.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "base/paths.h"
#include "collect/report_inbox.h"
#include "corpus/document_stream.h"
#include "corpus/prepare.h"
#include "runs/outputs.h"
#include "training/account.h"
#include "training/document_batches.h"
#include "training/held_stream.h"
#include "training/model_privacy.h"
#include "training/prior_documents.h"
#include "training/publication.h"
#include "training/recipe.h"
#include "training/report_stream.h"

namespace dplda::runs {
namespace {

namespace fs = std::filesystem;

bool of_reports(const TrainRequest& request) { return request.options->of().reports; }

// Publishes and measures after every batch.
class Publisher final : public StreamObserver {
 public:
  Publisher(const TrainRequest& request, const std::optional<Corpus>& held_out,
            TrainWatcher& watcher)
      : request_(request), held_out_(held_out), watcher_(watcher) {
    if (request.publish.empty()) return;
    std::error_code error;
    fs::create_directories(request.publish, error);
    if (error) throw InputError(fmt::format("`publish {}`: {}", request.publish, error.message()));
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
    const bool is_private = privacy_of(model).is_private;
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
        "{} exists and is not the state of a stream; name another file with `checkpoint`", path));
  }
  if (batches == 0) return;
  throw InputError(fmt::format(
      "{} is the state of an earlier stream: go on with `resume {}`, or remove it", path, path));
}

// The state goes beside the model unless it is named; a resumed run keeps its state where it was.
std::string state_path(const TrainRequest& request) {
  const RunOptions& options = *request.options;
  if (!options.resume.empty() && !options.checkpoint.empty() &&
      resolved_path(options.resume) != resolved_path(options.checkpoint)) {
    throw InputError(
        "a stream goes on where its state is: give `resume` alone, or the same file for "
        "`checkpoint`");
  }
  const std::string path = !options.resume.empty()       ? options.resume
                           : !options.checkpoint.empty() ? options.checkpoint
                                                         : request.output + ".state";
  if (options.resume.empty() && fs::exists(path)) refuse_older(path);
  return path;
}

// From here on all streams are alike. `reports`: the source, where it has reports that may be
// refused; `held`: a state in memory, or null; `path`: that of a state on disk, or empty.
StreamOutcome learnt(const TrainRequest& request, RunSetup setup, StreamSource& source,
                     const Holdings& data, const ReportStream* reports, const std::string& path,
                     StreamState* held, TrainWatcher& watcher) {
  setup.run.checkpoint = path;
  const std::optional<Corpus> prior =
      open_prior(setup.prior, source.vocabulary(), source.preparation());
  const std::optional<Corpus> held_out =
      open_test(request, source.vocabulary(), source.preparation());
  Publisher publisher(request, held_out, watcher);
  const Corpus* known = prior ? &*prior : nullptr;
  if (known != nullptr && setup.plan.exposes())
    tell_ledger(request, setup, holdings_of(setup.prior.path, *known), path, watcher);
  std::vector<Ledger> ledgers = open_stream_accounts(setup, request.ledger, data, known);
  StreamOutcome outcome{
      .result = train_stream(source, known, setup, publisher, std::move(ledgers), held),
      .quality = {},
      .refusals = reports != nullptr ? reports->refusals() : ReportRefusals(),
      .state = path};
  if (!outcome.result.model) return outcome;
  const Model& model = *outcome.result.model;
  if (!request.output.empty()) model.save(request.output);
  outcome.quality = measured(request, model, held_out);
  if (!request.record.empty()) {
    TrainOptions options = request.options;
    options->checkpoint = path;
    write_json(request.record, stream_record(options, outcome.result,
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

StreamOutcome stream_of_reports(const TrainRequest& request, const RunSetup& setup,
                                const std::string& state, const Wait& wait, TrainWatcher& watcher) {
  check_report_account(setup, request.ledger);
  std::unique_ptr<ReportSource> opened;
  if (request.report_source == nullptr) {
    std::optional<ReportKind> expected;
    if (!setup.run.resume.empty())
      expected = ReportStream::expected(load_stream_state(setup.run.resume).source);
    opened = open_report_source(request.input.path, wait, expected);
  }
  ReportSource& reports = opened ? *opened : *request.report_source;
  std::function<bool()> for_later;
  if (reports.can_be_read_again()) for_later = [&watcher] { return watcher.interrupted(); };
  ReportStream source(reports, state, std::move(for_later));
  return learnt(request, setup, source, holdings_at(request.input.path), &source, state, nullptr,
                watcher);
}

// The vocabulary of a stream of documents cannot wait for them: it is that of the corpus file, of
// the prior or a list.
Vocabulary stream_vocabulary(const TrainRequest& request, const RunSetup& setup,
                             Preparation& preparation) {
  const std::string& input = request.input.path;
  if (input != "-" && !fs::exists(input))
    throw InputError(fmt::format("there is no file or directory '{}'", input));
  for (const std::string& path : {input, setup.prior.path}) {
    if (path.empty() || path == "-" || fs::is_directory(path)) continue;
    if (path == input && !is_corpus_file(path)) continue;
    const Corpus corpus = open_corpus(path);
    preparation = corpus.preparation();
    return corpus.vocabulary();
  }
  throw InputError(
      "a stream of text needs to know its words beforehand: give a `prior` corpus, or prepare a "
      "corpus file");
}

StreamOutcome stream_of_documents(const TrainRequest& request, const RunSetup& setup,
                                  const std::string& state, const Wait& wait,
                                  TrainWatcher& watcher) {
  Preparation preparation;
  const Vocabulary vocabulary = stream_vocabulary(request, setup, preparation);
  DocumentStream documents(request.input.path, vocabulary, preparation, wait);
  DocumentBatches source(documents, vocabulary, preparation,
                         leaves_rest(request.input.path, watcher));
  return learnt(request, setup, source, holdings_at(request.input.path), nullptr, state, nullptr,
                watcher);
}

// No budget covers what exposes the documents of a stream: said before anything is read.
void refuse_budget(const TrainRequest& request, const RunSetup& setup) {
  if (of_reports(request) || !request.ledger.budget_epsilon || !setup.plan.exposes()) return;
  throw BudgetExhausted(fmt::format("no budget covers recipe {}: it exposes {}", setup.run.recipe,
                                    setup.plan.exposures.front().release));
}

void refuse_outputs_in_input(const TrainRequest& request, const std::string& state) {
  if (request.report_source != nullptr) return;
  for (const auto& [option, path] :
       {std::pair<std::string_view, std::string>{"output", request.output},
        {"checkpoint", state},
        {"publish", request.publish},
        {"report", request.record}}) {
    if (!path.empty() && path != "-") refuse_among_inputs({request.input.path}, option, path);
  }
}

RunSetup checked_setup(const TrainRequest& request) {
  check(request);
  if (request.report_source != nullptr && !of_reports(request)) {
    throw InputError(
        fmt::format("recipe {} learns from documents, not from reports", request.options->recipe));
  }
  if (request.options->of().stream) return setup_of(request.options);
  throw InputError(fmt::format("recipe {} learns from all documents at once, not from a stream",
                               request.options->recipe));
}

}  // namespace

StreamOutcome stream(const TrainRequest& request, TrainWatcher& watcher) {
  const RunSetup setup = checked_setup(request);
  const std::string state = state_path(request);
  check_outputs(request, setup, state);
  if (!of_reports(request))
    tell_ledger(request, setup, holdings_at(request.input.path), state, watcher);
  refuse_outputs_in_input(request, state);
  if (setup.stream.idle >= 0 && !fs::is_directory(request.input.path))
    throw InputError("`idle` is for a directory as a stream; what else comes ends by itself");
  refuse_budget(request, setup);
  const Wait wait{.stop = [&watcher] { return watcher.interrupted(); },
                  .idle_seconds = setup.stream.idle};
  StreamOutcome outcome = of_reports(request)
                              ? stream_of_reports(request, setup, state, wait, watcher)
                              : stream_of_documents(request, setup, state, wait, watcher);
  if (outcome.result.model || watcher.interrupted()) return outcome;
  const ReportRefusals& refused = outcome.refusals;
  throw InputError(fmt::format(
      "nothing came that could be learnt from{}",
      refused.sum() == 0 ? "" : fmt::format(" (refused reports: {})", refusals_text(refused))));
}

StreamOutcome learn(const TrainRequest& request, StreamState& state, TrainWatcher& watcher) {
  const RunSetup setup = checked_setup(request);
  const bool reports = request.reports != nullptr;
  if (of_reports(request) != reports) {
    throw InputError(fmt::format(
        "recipe {} learns from {}", setup.run.recipe,
        reports ? "documents, not from reports" : "reports of contributors, not from documents"));
  }
  if (!setup.run.checkpoint.empty() || !setup.run.resume.empty()) {
    throw InputError(
        "a stream in memory has its state in memory: leave out `checkpoint` and `resume`");
  }
  check_outputs(request, setup, "");
  if (reports) {
    HeldReports source(*request.reports);
    if (request.reports->bits.documents() == 0)
      throw InputError("there is nothing to learn from in an empty batch");
    return learnt(request, setup, source, holdings_at(request.input.path), nullptr, "", &state,
                  watcher);
  }
  const Corpus& documents = *request.input.corpus;
  if (documents.documents() == 0)
    throw InputError("there is nothing to learn from in an empty batch");
  HeldDocuments source(documents);
  return learnt(request, setup, source, holdings_of(request.input.path, documents), nullptr, "",
                &state, watcher);
}

}  // namespace dplda::runs

// dplda train on a stream: batches of documents or reports in, a model after each of them out.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "apps/cli/train_request.h"
#include "base/errors.h"
#include "corpus/prepare.h"
#include "recipes/account.h"
#include "recipes/document_batches.h"
#include "recipes/lp.h"
#include "recipes/publication.h"
#include "recipes/registry.h"
#include "recipes/report_stream.h"
#include "recipes/stream.h"
#include "recipes/stream_state.h"

namespace dplda::cli {
namespace {

// Publishes, measures and shows progress.
class StreamWatcher final : public StreamObserver {
 public:
  StreamWatcher(const TrainRequest& request, const std::optional<Corpus>& held_out)
      : request_(request), held_out_(held_out), progress_(request.quiet) {}

  void on_start(std::uint64_t batches, std::uint64_t documents) override {
    if (batches > 0)
      progress_.say(fmt::format("resumed after batch {} ({} {})", batches, documents, noun()));
    if (std::filesystem::is_directory(request_.input) && request_.options().idle < 0)
      progress_.say(fmt::format("waiting for {} in {} (Ctrl-C ends)", noun(), request_.input));
  }

  void on_prior(const Model& model) override {
    prior_ = look_at(model, "prior", {{"batch", 0}});
    progress_.say(fmt::format("prior corpus learnt{}", text_of(*prior_)));
  }

  void on_batch(const Model& model, std::uint64_t number, std::uint64_t size) override {
    const Quality quality =
        look_at(model, fmt::format("batch-{:06}", number), {{"batch", number}, {noun(), size}});
    if (request_.quiet) return;
    // Every batch is worth a line where something was measured, or on a terminal.
    if (quality.same_tokens) {
      progress_.say(fmt::format("batch {}: {} {}{}", number, size, noun(), text_of(quality)));
    } else if (progress_.due()) {
      progress_.show(0, 0, fmt::format("batch {}: {} {}", number, size, noun()));
    }
  }

  bool stop() override {
    if (!Interrupts::seen()) return false;
    progress_.say("interrupted: what was learnt is kept; go on with --resume");
    return true;
  }

  const std::optional<Quality>& prior() const { return prior_; }

 private:
  const char* noun() const {
    return recipe_named(request_.options().recipe).reports ? "reports" : "documents";
  }

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

  static std::string text_of(const Quality& quality) {
    if (!quality.same_tokens) return "";
    return fmt::format(
        ", perplexity {:.1f}{}", quality.same_tokens->value,
        quality.completion ? fmt::format(" (completion {:.1f})", quality.completion->value) : "");
  }

  const TrainRequest& request_;
  const std::optional<Corpus>& held_out_;
  Progress progress_;
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
  const TrainOptions& options = request.options();
  if (!options.resume.empty() && !options.checkpoint.empty() &&
      resolved_path(options.resume) != resolved_path(options.checkpoint)) {
    throw InputError(
        "a stream goes on where its state is: give --resume alone, or the same file for "
        "--checkpoint");
  }
  const std::string path = !options.resume.empty()       ? options.resume
                           : !options.checkpoint.empty() ? options.checkpoint
                                                         : request.output + ".state";
  if (options.resume.empty() && std::filesystem::exists(path)) refuse_older(path);
  return path;
}

void print_end(const TrainRequest& request, const StreamResult& result, const char* noun) {
  std::FILE* out = request.report == "-" ? stderr : stdout;
  fmt::print(out, "model: {} ({} topics, {} words, {} batches, {} {}, {:.1f} s)\n", request.output,
             result.model->topics(), result.model->words(), result.batches, result.documents, noun,
             result.seconds);
}

// From here on all streams are alike. `reports`: the source, where it has reports.
void run_stream(const TrainRequest& request, StreamSource& source, const ReportStream* reports) {
  TrainOptions options = request.options();
  options.checkpoint = state_path(request);
  const std::optional<Corpus> prior =
      open_prior(request.options(), source.vocabulary(), source.preparation());
  const std::optional<Corpus> held_out =
      open_test(request, source.vocabulary(), source.preparation());
  if (!request.publish.empty()) {
    std::error_code error;
    std::filesystem::create_directories(request.publish, error);
    if (error) throw InputError(fmt::format("--publish {}: {}", request.publish, error.message()));
  }
  const Corpus* known = prior ? &*prior : nullptr;
  const Plan plan = plan_of(options);
  if (known != nullptr && plan.exposes())
    tell_ledger(request, holdings_of(options.prior, *known), options.checkpoint);
  std::vector<Ledger> ledgers = open_stream_accounts(options, request.ledger_options, plan,
                                                     holdings_at(request.input), known);
  StreamWatcher watcher(request, held_out);
  const StreamResult result = train_stream(source, known, options, watcher, std::move(ledgers));
  const ReportRefusals refusals = reports != nullptr ? reports->refusals() : ReportRefusals();
  if (!result.model && Interrupts::seen())
    throw Interrupted("interrupted before there was a batch to learn from");
  if (!result.model) {
    throw InputError(fmt::format(
        "nothing came that could be learnt from{}",
        refusals.sum() == 0 ? "" : fmt::format(" (refused reports: {})", refusals_text(refusals))));
  }
  result.model->save(request.output);
  const Quality quality = measured(request, *result.model, held_out);
  if (!request.report.empty()) {
    write_json(request.report,
               stream_report(options, result, reports != nullptr ? &refusals : nullptr, quality,
                             watcher.prior()));
  }
  if (refusals.sum() > 0) tell(fmt::format("refused reports: {}\n", refusals_text(refusals)));
  if (!request.quiet) {
    print_end(request, result, reports != nullptr ? "reports" : "documents");
    print_summary(request, *result.model, quality);
  }
  warn_of_noise(request, *result.model);
  if (Interrupts::seen()) {
    throw Interrupted(fmt::format(
        "interrupted after batch {}; {} is the model of what came until then, --resume {} goes on",
        result.batches, request.output, options.checkpoint));
  }
}

// What is cut short by a stop is sent again from files, not from a pipe.
std::function<bool()> leaves_rest(const TrainRequest& request) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(request.input, ignored).type();
  if (request.input == "-" || (kind != std::filesystem::file_type::regular &&
                               kind != std::filesystem::file_type::directory))
    return {};
  return [] { return Interrupts::seen(); };
}

void stream_of_reports(const TrainRequest& request, const Wait& wait) {
  check_report_account(request.options(), request.ledger_options, plan_of(request.options()));
  std::optional<ReportKind> expected;
  const std::string& resumed = request.options().resume;
  if (!resumed.empty()) expected = ReportStream::expected(load_stream_state(resumed).source);
  ReportInbox inbox(request.input, wait, expected);
  ReportStream source(inbox, state_path(request), leaves_rest(request));
  run_stream(request, source, &source);
}

// The vocabulary of a stream of documents cannot wait for them: it is that of the corpus file, of
// the prior or a list.
Vocabulary stream_vocabulary(const TrainRequest& request, nlohmann::ordered_json& preparation) {
  if (request.input != "-" && !std::filesystem::exists(request.input))
    throw InputError(fmt::format("there is no file or directory '{}'", request.input));
  for (const std::string& path : {request.input, request.options().prior}) {
    if (path.empty() || path == "-" || std::filesystem::is_directory(path)) continue;
    if (path == request.input && !is_corpus_file(path)) continue;
    const Corpus corpus = open_corpus(path);
    preparation = corpus.preparation();
    return corpus.vocabulary();
  }
  throw InputError(
      "a stream of text needs to know its words beforehand: give a --prior corpus, or prepare a "
      "corpus file");
}

void stream_of_documents(const TrainRequest& request, const Wait& wait) {
  const Plan plan = plan_of(request.options());
  if (request.ledger_options.budget_epsilon) {
    throw BudgetExhausted(fmt::format("no budget covers recipe {}: it exposes {}",
                                      request.options().recipe, plan.exposures.front().release));
  }
  nlohmann::ordered_json preparation = nlohmann::ordered_json::object();
  const Vocabulary vocabulary = stream_vocabulary(request, preparation);
  DocumentStream documents(request.input, vocabulary, preparation, wait);
  DocumentBatches source(documents, vocabulary, preparation, leaves_rest(request));
  run_stream(request, source, nullptr);
}

}  // namespace

void train_on_stream(const TrainRequest& request) {
  const TrainOptions& options = request.options();
  const bool reports = recipe_named(options.recipe).reports;
  const std::string state = state_path(request);
  check_outputs(request, state);
  if (!reports) tell_ledger(request, holdings_at(request.input), state);
  for (const auto& [flag, path] : {std::pair<std::string_view, std::string>{"-o", request.output},
                                   {"--checkpoint", state},
                                   {"--publish", request.publish},
                                   {"--report", request.report}}) {
    if (!path.empty() && path != "-") refuse_among_inputs({request.input}, flag, path);
  }
  if (options.idle >= 0 && !std::filesystem::is_directory(request.input))
    throw InputError("--idle is for a directory as a stream; what else comes ends by itself");
  const Interrupts interrupts;
  const Wait wait{.stop = [] { return Interrupts::seen(); }, .idle_seconds = options.idle};
  if (reports) {
    stream_of_reports(request, wait);
  } else {
    stream_of_documents(request, wait);
  }
}

}  // namespace dplda::cli

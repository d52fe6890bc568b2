#include "apps/cli/train_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "base/errors.h"
#include "corpus/prepare.h"
#include "eval/coherence.h"
#include "eval/perplexity.h"
#include "lda/inference.h"
#include "lda/likelihood.h"
#include "lda/noise_marks.h"
#include "privacy/statement.h"
#include "recipes/privacy_record.h"
#include "recipes/publication.h"

namespace dplda::cli {
namespace {

class Watcher final : public Observer {
 public:
  Watcher(bool quiet, bool shows_likelihood)
      : quiet_(quiet), shows_likelihood_(shows_likelihood), progress_(quiet) {}

  void on_start(const Chain& chain, std::uint32_t done, std::uint32_t sweeps) override {
    first_ = done;
    sweeps_ = sweeps;
    start_ = Clock::now();
    progress_.say(fmt::format("training: {} documents, {} words, {} tokens, {} topics, {} sweeps{}",
                              chain.tokens.documents(), chain.tokens.vocabulary(),
                              chain.tokens.tokens(), chain.table.topics(), sweeps,
                              done > 0 ? fmt::format(", resumed after sweep {}", done) : ""));
  }

  void on_sweep(const Chain& chain, const Prior& prior, std::uint32_t sweep) override {
    if (quiet_ || (!progress_.due() && sweep != sweeps_)) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const double swept = sweep - first_;
    progress_.show(
        sweep, sweeps_,
        fmt::format("sweep {}/{}  {}{:.1f} million tokens/s  {} left", sweep, sweeps_,
                    shows_likelihood_ ? fmt::format("log-likelihood {:.4f} per token  ",
                                                    log_likelihood_per_token(chain, prior))
                                      : "",
                    swept * static_cast<double>(chain.tokens.tokens()) / seconds / 1e6,
                    duration_text(seconds / swept * (sweeps_ - sweep))));
  }

  void on_noise_check(std::uint64_t done, std::uint64_t of) override {
    if (quiet_ || (!progress_.due() && done != of)) return;
    progress_.show(static_cast<double>(done), static_cast<double>(of),
                   fmt::format("checking topics against noise: sweep {}/{}", done, of));
  }

  bool stop() override {
    if (!Interrupts::seen()) return false;
    progress_.say("interrupted: keeping the model of the sweeps so far");
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool shows_likelihood_;
  Progress progress_;
  std::uint32_t first_ = 0;
  std::uint32_t sweeps_ = 0;
  Clock::time_point start_;
};

}  // namespace

std::unique_ptr<Observer> sweep_watcher(bool quiet, bool shows_likelihood) {
  return std::make_unique<Watcher>(quiet, shows_likelihood);
}

namespace {

void refuse_confusion(const TrainRequest& request, const std::string& ledger,
                      const std::string& state) {
  const TrainOptions& options = request.options();
  refuse_named_twice({request.input, request.test, options.prior, options.key_file},
                     {ledger, request.output, request.report, state},
                     "corpus, ledger, key, model, report and checkpoint");
}

}  // namespace

void tell_ledger(const TrainRequest& request, const Holdings& data, const std::string& state) {
  const LedgerPlace place = ledger_place(request.ledger_options, data);
  refuse_confusion(request, place.path, state);
  if (!place.notice.empty()) tell(fmt::format("{}\n", place.notice));
}

void check_outputs(const TrainRequest& request, const std::string& state) {
  const std::string& output = request.output;
  const std::string& report = request.report;
  refuse_confusion(request, request.ledger_options.ledger, state);
  const auto archive = [](const std::string& path) {
    if (!AtomicFile(path).can_patch()) {
      throw InputError(fmt::format("'{}': models and checkpoints go to regular files only", path));
    }
  };
  archive(output);
  if (!request.force) refuse_to_replace_paid(output, !request.options().resume.empty());
  if (!state.empty()) archive(state);
  // What is no regular file, such as a pipe, cannot be tried without disturbing its reader.
  std::error_code ignored;
  const auto kind = std::filesystem::status(report, ignored).type();
  const bool plain =
      kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
  if (!report.empty() && report != "-" && plain) AtomicFile probe(report);
}

std::optional<Corpus> open_test(const TrainRequest& request, const Vocabulary& vocabulary,
                                const nlohmann::ordered_json& preparation) {
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
  ThreadPool pool(thread_count(request.options().threads));
  quality.same_tokens = perplexity(model, *held_out, pool);
  // Completion needs a second token to score.
  if (longest_document(*held_out) >= 2)
    quality.completion = completion_perplexity(model, *held_out, pool);
  return quality;
}

void print_model(const TrainRequest& request, const TrainResult& result) {
  fmt::print(request.report == "-" ? stderr : stdout,
             "model: {} ({} topics, {} words, {} sweeps{}, {:.1f} s)\n", request.output,
             result.model.topics(), result.model.words(), result.sweeps,
             result.interrupted ? ", interrupted" : "", result.seconds);
}

void check_end(const TrainRequest& request, const TrainResult& result) {
  if (!result.checkpoint_failure.empty()) throw SystemError(result.checkpoint_failure);
  if (!result.interrupted && Interrupts::seen()) {
    throw Interrupted(fmt::format(
        "interrupted while topics were checked against noise; {} is whole", request.output));
  }
  if (!result.interrupted) return;
  throw Interrupted(fmt::format("interrupted after sweep {} of {}; {} is the model of these",
                                result.sweeps, resolved(request.options()).sweeps, request.output));
}

void warn_of_noise(const TrainRequest& request, const Model& model) {
  const auto told = told_from_noise(model);
  if (told && std::count(told->begin(), told->end(), false) == 0) return;
  if (!model.meta().contains("noise_check") || (!told && request.quiet)) return;
  tell(fmt::format("{}: {}{}\n", told ? "warning" : "note", noise_sentence(model),
                   told ? "; 'dplda topics' shows them last. More documents or a larger epsilon "
                          "help, fewer topics may"
                        : ""));
}

void print_summary(const TrainRequest& request, const Model& model, const Quality& quality) {
  std::FILE* out = request.report == "-" ? stderr : stdout;
  if (quality.same_tokens) {
    fmt::print(out, "perplexity on {}: {:.1f}", request.test, quality.same_tokens->value);
    if (quality.completion)
      fmt::print(out, " (document completion: {:.1f})", quality.completion->value);
    fmt::print(out, "\n");
  }
  const nlohmann::ordered_json& privacy = model.meta().at("privacy");
  if (privacy.contains("run")) {
    fmt::print(out, "{}", statement_of(model.meta()));
  } else {
    fmt::print(out, "privacy: {}\n", statement_line(privacy));
  }
}

}  // namespace dplda::cli

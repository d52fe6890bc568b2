// dplda train: a corpus in, a model and a report out.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <set>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "apps/cli/recipe_flags.h"
#include "base/errors.h"
#include "corpus/prepare.h"
#include "eval/coherence.h"
#include "eval/perplexity.h"
#include "eval/report.h"
#include "lda/inference.h"
#include "lda/likelihood.h"
#include "privacy/statement.h"
#include "recipes/ledger_options.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

// Ctrl-C, a batch system's end of time, a closed terminal: the first ends the run after its sweep,
// the second as usual.
constexpr std::array kStops = {SIGINT, SIGTERM, SIGHUP};

void on_interrupt(int signal) {
  interrupts = 1;
  std::signal(signal, SIG_DFL);
}

// What was set to be ignored (nohup) stays so.
void catch_signals() {
  for (const int signal : kStops) {
    if (std::signal(signal, on_interrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

class Watcher final : public Observer {
 public:
  // A private run's likelihood is not shown: whoever stops a run should not do so in sight of it.
  Watcher(bool quiet, bool is_private) : quiet_(quiet), private_(is_private), progress_(quiet) {}

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
    progress_.show(sweep, sweeps_,
                   fmt::format("sweep {}/{}  {}{:.1f} million tokens/s  {} left", sweep, sweeps_,
                               private_ ? ""
                                        : fmt::format("log-likelihood {:.4f} per token  ",
                                                      log_likelihood_per_token(chain, prior)),
                               swept * static_cast<double>(chain.tokens.tokens()) / seconds / 1e6,
                               duration_text(seconds / swept * (sweeps_ - sweep))));
  }

  bool stop() override {
    if (interrupts == 0) return false;
    progress_.say("interrupted: keeping the model of the sweeps so far");
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool private_;
  Progress progress_;
  std::uint32_t first_ = 0;
  std::uint32_t sweeps_ = 0;
  Clock::time_point start_;
};

struct TrainVerb : CLI::App {
  TrainVerb();

  void check_outputs() const;
  Ledger open_account(const Plan& plan) const;
  void check_vocabulary(VocabularyOrigin origin, const Plan& plan) const;
  Quality evaluate(const Model& model, const Coherence& coherence,
                   const std::optional<Corpus>& held_out) const;
  void print_summary(const TrainResult& result, const Quality& quality) const;
  void run();

  std::string corpus;
  std::string test;
  std::string output;
  std::string report;
  bool quiet = false;
  RecipeFlags flags;
  const TrainOptions& options = flags.options;
  LedgerOptions ledger_options;
};

TrainVerb::TrainVerb() : CLI::App("Learn topics from a corpus", "train") {
  add_option("CORPUS", corpus,
             "what to learn from: a corpus file, or any format that prepare reads")
      ->required();
  flags.add_to(*this);
  dplda::cli::add_options(*this, option_table(ledger_options));
  add_option("--test", test, "documents to measure perplexity on")->type_name("CORPUS");
  add_option("-o,--output", output, "model file to write (.npz)")->type_name("FILE")->required();
  add_option("--report", report, "write the record of the run as JSON")->type_name("FILE");
  add_flag("--quiet", quiet, "say nothing but errors");
  callback([this] { run(); });
}

// Hours of training must not end at a file that cannot be written, or at one that was written over.
void TrainVerb::check_outputs() const {
  std::set<std::string> used;
  const std::string ledger = ledger_path(ledger_options, corpus);
  for (const std::string& path :
       {corpus, test, ledger, options.key_file, output, report, options.checkpoint}) {
    if (path.empty() || path == "-" || used.insert(resolved_path(path)).second) continue;
    if (path == test) continue;  // the training documents, or a file that is only read
    throw InputError(
        fmt::format("'{}' is named for two things; give each of corpus, ledger, key, model, "
                    "report and checkpoint a file of its own",
                    path));
  }
  const auto archive = [](const std::string& path) {
    if (!AtomicFile(path).can_patch()) {
      throw InputError(fmt::format("'{}': models and checkpoints go to regular files only", path));
    }
  };
  archive(output);
  if (!options.checkpoint.empty()) archive(options.checkpoint);
  // What is no regular file, such as a pipe, cannot be tried without disturbing its reader.
  std::error_code ignored;
  const auto kind = std::filesystem::status(report, ignored).type();
  const bool plain =
      kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
  if (!report.empty() && report != "-" && plain) AtomicFile probe(report);
}

Quality TrainVerb::evaluate(const Model& model, const Coherence& coherence,
                            const std::optional<Corpus>& held_out) const {
  Quality quality;
  if (std::isfinite(coherence.mean)) quality.npmi = coherence.mean;
  quality.diversity = topic_diversity(top_words(model, kDiversityWords));
  if (held_out) {
    ThreadPool pool(thread_count(options.threads));
    quality.same_tokens = perplexity(model, *held_out, pool);
    // Completion needs a second token to score.
    if (longest_document(*held_out) >= 2)
      quality.completion = completion_perplexity(model, *held_out, pool);
  }
  return quality;
}

// Before any data is read.
Ledger TrainVerb::open_account(const Plan& plan) const {
  if (options.seed && plan.charges() &&
      (!ledger_options.ledger.empty() || ledger_options.budget_epsilon)) {
    throw InputError(
        "a run whose --seed is known protects nobody: it has neither --ledger nor "
        "--budget-epsilon; "
        "leave out --seed, or use --key-file");
  }
  // A known seed has no place in a ledger.
  const bool seeded = options.seed && plan.charges();
  if (seeded && !ledger_options.no_ledger && corpus != "-" &&
      std::filesystem::exists(ledger_path(ledger_options, corpus))) {
    throw InputError(fmt::format(
        "{} keeps account of these data, and a run whose --seed is known protects nobody: add "
        "--no-ledger if its model stays in the house, or leave out --seed",
        ledger_path(ledger_options, corpus)));
  }
  Ledger ledger = seeded ? Ledger() : open_ledger(ledger_options, corpus, plan.exposes());
  set_budget(ledger, ledger_options, plan.unit, plan.view);
  if (ledger_options.budget_epsilon && plan.exposes()) {
    throw BudgetExhausted(fmt::format("no budget covers recipe {} as asked for: it exposes {}",
                                      options.recipe, plan.exposures.front().release));
  }
  // Under a key file an exact repetition costs nothing, which is known only when the data are.
  if (options.key_file.empty() && options.resume.empty())
    ledger.check_budget("", plan.whole(static_cast<std::uint32_t>(options.sweeps)));
  return ledger;
}

// Words from the documents themselves make every private recipe pointless: better said before than
// after.
void TrainVerb::check_vocabulary(VocabularyOrigin origin, const Plan& plan) const {
  if (!plan.charges() || plan.exposes()) return;
  if (origin == VocabularyOrigin::kPrivate)
    tell("  and what the private vocabulary of the corpus cost; the statement adds it\n");
  if (origin != VocabularyOrigin::kData || ledger_options.no_ledger ||
      ledger_options.budget_epsilon) {
    return;
  }
  throw InputError(fmt::format(
      "the words of {} were chosen from the documents themselves, so that no model that shows them "
      "is private: prepare it with --vocab, --private-vocab or --assume-public-vocab, or add "
      "--no-ledger for a model that stays in the house",
      corpus));
}

void TrainVerb::run() {
  flags.apply(*this);
  check(options);
  check(option_table(ledger_options));
  check_outputs();
  const Plan plan = plan_of(options);
  Ledger ledger = open_account(plan);
  // Even when quiet: nobody starts a private run without having seen its cost.
  if (plan.charges()) tell(plan_text(resolved(options), plan));
  const Corpus training = open_corpus(corpus);
  check_vocabulary(training.vocabulary().origin(), plan);
  std::optional<Corpus> held_out;
  if (!test.empty()) {
    held_out = open_corpus_for(test, training.vocabulary(), training.preparation());
    if (held_out->tokens() == 0) {
      throw InputError(fmt::format(
          "{} has no token of the training vocabulary; nothing could be measured on it", test));
    }
  }

  catch_signals();
  Watcher watcher(quiet, plan.charges());
  TrainResult result = train(training, options, watcher, std::move(ledger));
  for (const int signal : kStops) std::signal(signal, SIG_DFL);

  const Coherence npmi = coherence(top_words(result.model), training);
  // Coherence is a function of the documents: it goes into the model only where everything is
  // exposed anyway.
  if (result.ledger.exposed()) {
    result.model = std::move(result.model).with_coherence({npmi.topics.begin(), npmi.topics.end()});
  }
  result.model.save(output);
  const Quality quality = evaluate(result.model, npmi, held_out);
  if (!report.empty()) write_json(report, training_report(training, options, result, quality));
  if (!quiet) print_summary(result, quality);
  if (!result.checkpoint_failure.empty()) throw SystemError(result.checkpoint_failure);
}

void TrainVerb::print_summary(const TrainResult& result, const Quality& quality) const {
  std::FILE* out = report == "-" ? stderr : stdout;
  fmt::print(out, "model: {} ({} topics, {} words, {} sweeps, {:.1f} s)\n", output,
             result.model.topics(), result.model.words(), result.sweeps, result.seconds);
  if (quality.same_tokens) {
    fmt::print(out, "perplexity on {}: {:.1f}", test, quality.same_tokens->value);
    if (quality.completion)
      fmt::print(out, " (document completion: {:.1f})", quality.completion->value);
    fmt::print(out, "\n");
  }
  const nlohmann::ordered_json& privacy = result.model.meta().at("privacy");
  if (privacy.contains("run")) {
    fmt::print(out, "{}", statement_text(privacy));
  } else {
    fmt::print(out, "privacy: {}\n", statement_line(privacy));
  }
}

}  // namespace

void add_train(CLI::App& app) { app.add_subcommand(std::make_shared<TrainVerb>()); }

}  // namespace dplda::cli

#include "recipes/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "base/key_file.h"
#include "base/threads.h"
#include "corpus/prepare.h"
#include "corpus/word_cut.h"
#include "lda/alpha.h"
#include "lda/inference.h"
#include "lda/snapshot_law.h"
#include "recipes/checkpoint.h"
#include "recipes/lp.h"
#include "recipes/modes.h"
#include "recipes/noise_check.h"
#include "recipes/privacy_record.h"
#include "recipes/registry.h"

namespace dplda {
namespace {

using Clock = std::chrono::steady_clock;

// How far the alpha of a snapshot draw may be from the one that was asked for, relatively.
constexpr double kAlphaError = 0.01;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a private vocabulary cost when it was made, as the corpus records it, whatever became of its
// words later.
std::vector<LedgerEntry> vocabulary_charges(const Corpus& corpus) {
  std::vector<LedgerEntry> charges;
  const bool is_private = corpus.vocabulary().origin() == VocabularyOrigin::kPrivate;
  if (!is_private && !corpus.preparation().contains("vocabulary_charges")) return charges;
  try {
    for (const auto& json : corpus.preparation().at("vocabulary_charges"))
      charges.push_back(entry_from_json(json));
  } catch (const nlohmann::json::exception&) {
    throw InputError("the corpus does not say what its private vocabulary cost; prepare it again");
  }
  if (is_private && charges.empty())
    throw InputError("the corpus does not say what its private vocabulary cost; prepare it again");
  return charges;
}

void check_resumable(const Checkpoint& checkpoint, const nlohmann::ordered_json& options,
                     const TrainOptions& given, const std::string& digest, const std::string& run) {
  if (checkpoint.corpus_digest != digest) {
    throw InputError(
        fmt::format("{} was written for another corpus; resume it with its own", given.resume));
  }
  if (checkpoint.options != options) {
    throw InputError(
        fmt::format("{} was written with other options: {}; resume with the same ones (--threads "
                    "may differ; for recipes that are not private, --sweeps too)",
                    given.resume, differences(checkpoint.options, options)));
  }
  // The key file's noise over other topics would be the same noise over two tables: their
  // difference would show both.
  if (given.keyed() && checkpoint.run != run) {
    throw InputError(fmt::format(
        "{} was not written under this key file; resume it with the key it was started with",
        given.resume));
  }
  if (checkpoint.sweeps > given.sweeps) {
    throw InputError(fmt::format("{} has {} sweeps already; ask for more with --sweeps",
                                 given.resume, checkpoint.sweeps));
  }
}

// A cell of the topic-word table is a 32-bit count.
void check_counts(const Corpus& corpus) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (corpus.tokens() <= kMost) return;
  std::vector<std::uint64_t> occurrences(corpus.words());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i) {
      occurrences[static_cast<std::size_t>(bag.words[i])] +=
          static_cast<std::uint64_t>(bag.counts[i]);
    }
  }
  if (*std::max_element(occurrences.begin(), occurrences.end()) > kMost) {
    throw InputError(
        "a word occurs more than 2^31 - 1 times; leave the most frequent words out with --max-df");
  }
}

// A snapshot draw holds alpha as a fraction, which long documents make coarse.
void check_alpha(const Corpus& corpus, const TrainOptions& options) {
  if (!sweeps_snapshots(options)) return;
  // Where whole documents are protected, not even the length of the longest may decide anything.
  const std::uint64_t longest =
      recipe_named(options.recipe).distinct
          ? std::min(static_cast<std::uint64_t>(options.cap), std::uint64_t{corpus.words()})
          : longest_document(corpus);
  const AlphaFractions fractions = alpha_fractions(std::vector<double>{options.alpha}, longest);
  const double used =
      static_cast<double>(fractions.numerators[0]) / static_cast<double>(fractions.denominator);
  if (std::abs(used / options.alpha - 1) > kAlphaError) {
    throw InputError(
        fmt::format("with a document of {} tokens the snapshot sampler can hold an alpha of {} "
                    "only as {}; choose that one, split the "
                    "longest documents or use --sampler sequential",
                    longest, options.alpha, used));
  }
}

void check_trainable(const Corpus& corpus, const TrainOptions& options) {
  if (corpus.tokens() == 0)
    throw InputError("the corpus has no tokens; nothing can be learnt from it");
  check_counts(corpus);
  check_alpha(corpus, options);
}

// One run: what stays the same over its sweeps, and its state.
class Run {
 public:
  // `reports`: what the corpus was rebuilt from, or null; `witness`: as Workbench has it.
  Run(const Corpus& corpus, const Reports* reports, const TrainOptions& options, Ledger ledger,
      ReleaseWitness* witness)
      : corpus_(corpus),
        reports_(reports),
        options_(options),
        recipe_(recipe_named(options.recipe)),
        plan_(plan_of(options)),
        // A private run's releases depend on how many there are to be.
        lasting_(affecting_options(options, !plan_.charges())),
        digest_(options.checkpoint.empty() && options.resume.empty() && !options.keyed()
                    ? ""
                    : (reports != nullptr ? reports->digest : corpus.digest())),
        streams_(training_key(options, digest_)),
        run_(run_name(streams_.key())),
        pool_(thread_count(options.threads)),
        ledger_(std::move(ledger)),
        state_(start()),
        method_(
            recipe_.method({options_, streams_, pool_, reports_, witness}, state_.chain.tokens)) {}

  TrainResult go(Observer& observer);

 private:
  Checkpoint start();
  std::vector<LedgerEntry> earlier_charges() const;
  void announce();
  void charge_sweeps(std::uint32_t sweep);
  void after_sweep(std::uint32_t sweep);
  nlohmann::ordered_json charges_so_far() const;
  void save();
  void give_back();
  Model publish(bool interrupted, Observer& observer);
  nlohmann::ordered_json noise_check_of(const Published& published, Observer& observer);
  nlohmann::ordered_json checked_against_noise(const Published& published, Observer& observer);
  Model made_up_model(const TopiclessDocuments& documents, const TrainOptions& options,
                      Observer& observer);

  const Corpus& corpus_;
  const Reports* reports_;
  const TrainOptions& options_;
  const Recipe& recipe_;
  Plan plan_;
  nlohmann::ordered_json lasting_;
  std::string digest_;
  Streams streams_;
  std::string run_;
  ThreadPool pool_;
  Ledger ledger_;
  std::optional<Ledger> account_;  // of reports: what the model rests on, beside ledger_
  Checkpoint state_;
  std::unique_ptr<Method> method_;
  std::optional<InherentPrivacyMonitor> monitor_;
  std::uint32_t first_ = 0;    // sweeps done before this run
  std::uint32_t charged_ = 0;  // sweeps up to this one
  bool reserved_ = false;      // and the end, beforehand
  std::string checkpoint_failure_;
};

Checkpoint Run::start() {
  if (!options_.resume.empty()) {
    Checkpoint checkpoint = load_checkpoint(options_.resume, corpus_.words(), pool_);
    check_resumable(checkpoint, lasting_, options_, digest_, run_);
    checkpoint.run = run_;  // what is saved from now on is this run's
    return checkpoint;
  }
  const auto topics = static_cast<std::size_t>(options_.topics);
  TokenSequences tokens =
      recipe_.distinct
          ? TokenSequences(corpus_, static_cast<std::uint64_t>(options_.cap), streams_, pool_)
          : TokenSequences(corpus_, streams_, pool_);
  corpus_.drop_pages();  // the sweeps see the sequences alone
  return {.sweeps = 0,
          .prior = {.alpha = std::vector<double>(topics, options_.alpha), .beta = *options_.beta},
          .options = lasting_,
          .corpus_digest = digest_,
          .run = run_,
          .charges = nlohmann::ordered_json::array(),
          .kept = {},
          .chain = started_chain(std::move(tokens), options_.topics, streams_, pool_)};
}

// What the vocabulary and the resumed state rest on.
std::vector<LedgerEntry> Run::earlier_charges() const {
  // Who made the words of reports privately paid for them then.
  std::vector<LedgerEntry> charges =
      reports_ != nullptr ? std::vector<LedgerEntry>() : vocabulary_charges(corpus_);
  try {
    for (const auto& json : state_.charges) charges.push_back(entry_from_json(json));
  } catch (const nlohmann::json::exception&) {
    throw InputError(
        fmt::format("{} does not say what its state cost; start the run again without --resume",
                    options_.resume));
  }
  return charges;
}

// What is known to be released before the first sweep, and whether the budget covers the whole run.
void Run::announce() {
  PrivacyLoss earlier;
  for (const LedgerEntry& entry : earlier_charges())
    earlier = earlier + entry.charge.count * entry.charge.mechanism.loss;
  if (plan_.charges() && uses_delta(options_) && earlier.delta >= options_.delta) {
    throw InputError(fmt::format(
        "the vocabulary alone was chosen at a delta of {:g}; state the whole at a larger one with "
        "--delta",
        earlier.delta));
  }
  if (claimed_origin(corpus_) == VocabularyOrigin::kData) {
    ledger_.expose(run_, {"the words of the vocabulary",
                          "they were chosen from the documents themselves; prepare them with "
                          "--vocab, --private-vocab or --assume-public-vocab"});
  }
  for (const LedgerEntry& entry : earlier_charges()) ledger_.charge(entry.run, entry.charge);
  for (const Exposure& exposure : plan_.exposures) ledger_.expose(run_, exposure);
  if (reports_ != nullptr) account_ = report_account(reports_->parameters, plan_.exposures, run_);
  const auto last = static_cast<std::uint32_t>(options_.sweeps);
  std::vector<Charge> planned = plan_.sweeps(state_.sweeps + 1, last);
  for (Charge& charge : plan_.end(last)) planned.push_back(std::move(charge));
  ledger_.check_budget(run_, planned);
}

// Sweeps are charged in blocks, so that the disk is not waited for in every sweep. With checkpoints
// a block ends where one is written: a run that is killed and resumed repeats what was charged.
// Without one, nothing of this run can be resumed, and blocks double: a killed run has charged at
// most a block of `every` sweeps or twice what it made. Under a budget such a run charges all of
// itself at once, so that no other run can take away what it needs to end.
void Run::charge_sweeps(std::uint32_t sweep) {
  if (sweep <= charged_) return;
  if (options_.checkpoint.empty() && ledger_.limited()) {
    charged_ = static_cast<std::uint32_t>(options_.sweeps);
    std::vector<Charge> rest = plan_.sweeps(sweep, charged_);
    for (Charge& charge : plan_.end(charged_)) rest.push_back(std::move(charge));
    ledger_.charge_all(run_, rest);
    reserved_ = true;
    return;
  }
  const std::int64_t made = sweep - 1 - first_;
  const std::int64_t block_end =
      options_.checkpoint.empty() ? sweep - 1 + std::max(options_.every, made)
                                  : (sweep + options_.every - 1) / options_.every * options_.every;
  charged_ = static_cast<std::uint32_t>(std::min(options_.sweeps, block_end));
  for (const Charge& charge : plan_.sweeps(sweep, charged_)) ledger_.charge(run_, charge);
}

void Run::after_sweep(std::uint32_t sweep) {
  state_.sweeps = sweep;
  if (options_.optimize_alpha != "none" && sweep > options_.optimize_after &&
      sweep % options_.optimize_every == 0) {
    optimise_alpha(state_.prior, state_.chain, options_.optimize_alpha == "asymmetric");
  }
  if (sweep % options_.every == 0) save();
}

// What the present state rests on: what it was resumed with, and this run's own sweeps.
nlohmann::ordered_json Run::charges_so_far() const {
  nlohmann::ordered_json charges = state_.charges;
  for (const Charge& charge : plan_.sweeps(first_ + 1, state_.sweeps))
    charges.push_back(to_json(LedgerEntry{.run = run_, .time = {}, .charge = charge}));
  return charges;
}

// A disk that is full must not cost the model: the run ends and says so.
void Run::save() {
  if (options_.checkpoint.empty()) return;
  try {
    save_checkpoint(options_.checkpoint, state_, charges_so_far(), method_->kept());
  } catch (const SystemError& error) {
    checkpoint_failure_ = error.what();
  }
}

// What was charged and not made. Not under a secret key: an exact repetition that goes on beside
// this run rests on its charges.
void Run::give_back() {
  if (options_.keyed()) return;
  for (Charge charge : plan_.sweeps(state_.sweeps + 1, charged_)) {
    // The number after the last sweep is the end's, where the end releases the same.
    if (!plan_.at_end.empty() && plan_.at_end.front().release == charge.release) {
      ++charge.first;
      --charge.count;
    }
    ledger_.unmade(run_, charge);
  }
  if (!reserved_ || state_.sweeps == charged_) return;
  for (const Charge& charge : plan_.end(charged_)) ledger_.unmade(run_, charge);
}

// The last release is made and charged even when the run was interrupted: without it there is no
// model.
Model Run::publish(bool interrupted, Observer& observer) {
  for (const Charge& charge : plan_.end(state_.sweeps)) ledger_.charge(run_, charge);
  give_back();
  Published published = method_->publish(state_.chain, state_.prior, state_.sweeps);
  nlohmann::ordered_json meta = {
      {"recipe", recipe_.name}, {"options", lasting_}, {"sweeps", state_.sweeps}};
  if (interrupted) meta["interrupted"] = true;
  if (plan_.charges() || reports_ != nullptr) {
    meta["noise_check"] = interrupted ? unchecked_record("the run was interrupted")
                                      : noise_check_of(published, observer);
  }
  try {
    ledger_.refresh();
  } catch (const std::exception&) {  // the model is paid for: it states what is known
  }
  std::vector<std::string> runs = {run_};
  for (const LedgerEntry& entry : earlier_charges()) runs.push_back(entry.run);
  meta["privacy"] = privacy_record(options_, plan_, account_ ? *account_ : ledger_, runs,
                                   WordsOnRecord(corpus_.vocabulary(), corpus_.preparation()));
  meta["preparation"] = preparation_for_model(corpus_.preparation());
  return Model({.vocabulary = corpus_.vocabulary(),
                .phi = std::move(published.phi),
                .prior = state_.prior,
                .prevalence = std::move(published.prevalence),
                .coherence = {},
                .meta = std::move(meta)},
               "the trained model");
}

// Sweeps of made-up runs, as part of the run that they are made for.
class MadeUpRun final : public Observer {
 public:
  MadeUpRun(Observer& outer, std::uint64_t done, std::uint64_t of)
      : outer_(outer), done_(done), of_(of) {}

  void on_sweep(const Chain&, const Prior&, std::uint32_t sweep) override {
    outer_.on_noise_check(done_ + sweep, of_);
  }
  bool stop() override { return stopped_ = stopped_ || outer_.stop(); }
  bool stopped() const { return stopped_; }

 private:
  Observer& outer_;
  std::uint64_t done_;
  std::uint64_t of_;
  bool stopped_ = false;
};

// The run on made-up documents or reports. REQUIRES: a key of its own.
Model Run::made_up_model(const TopiclessDocuments& documents, const TrainOptions& options,
                         Observer& observer) {
  const Streams coins(derived_key(*options.key, "documents"));
  if (reports_ != nullptr) {
    const Reports reports = topicless_reports(*reports_, coins, pool_);
    const Corpus rebuilt = rebuilt_corpus(reports, nullptr, options);
    return Run(rebuilt, &reports, options, Ledger(), nullptr).go(observer).model;
  }
  const Corpus corpus =
      made_up_corpus(documents, corpus_.vocabulary(), corpus_.preparation(), coins);
  return Run(corpus, nullptr, options, Ledger(), nullptr).go(observer).model;
}

// The same run, on documents without topics that look like these by what was released: nothing of
// it is charged, and its coins are its own.
nlohmann::ordered_json Run::checked_against_noise(const Published& published, Observer& observer) {
  if (!options_.noise_check) return unchecked_record("--no-noise-check");
  const auto topics = static_cast<std::size_t>(options_.topics);
  if (topics < 2) return unchecked_record("one topic is all words together");
  if (options_.noise == "none") return unchecked_record("no noise was added");
  TopiclessDocuments documents = method_->without_topics(state_.chain.tokens);
  if (reports_ != nullptr ? !options_.prior.empty() : documents.empty())
    return unchecked_record("there is no check for such a run");
  if (recorded_preparation(corpus_.preparation()).options.binary) documents.distinct = true;
  const auto sweeps = static_cast<std::uint64_t>(options_.sweeps);
  const std::size_t runs = made_up_runs(topics);
  TrainOptions options = options_;
  options.noise_check = options.monitor = false;
  options.checkpoint = options.resume = options.key_file = "";
  options.seed.reset();
  const std::size_t kinds = 1 + documents.other_lengths.size();
  std::vector<std::vector<double>> noise(kinds);
  for (std::size_t number = 1; number <= kinds * runs; ++number) {
    options.key = derived_key(streams_.key(), fmt::format("noise check {}", number));
    MadeUpRun watched(observer, (number - 1) * sweeps, kinds * runs * sweeps);
    const std::size_t kind = (number - 1) / runs;
    if (kind > 0) documents.lengths = documents.other_lengths[kind - 1];
    const Model model = made_up_model(documents, options, watched);
    if (watched.stopped()) return unchecked_record("the check was interrupted");
    for (const double value : sharpness_of(model.phi(), model.prevalence()))
      noise[kind].push_back(value);
  }
  return noise_record(sharpness_of(published.phi, published.prevalence), noise);
}

// A model that was paid for is not lost because there is no room for a second run.
nlohmann::ordered_json Run::noise_check_of(const Published& published, Observer& observer) {
  try {
    return checked_against_noise(published, observer);
  } catch (const std::bad_alloc&) {
    return unchecked_record("there was not enough memory");
  }
}

TrainResult Run::go(Observer& observer) {
  first_ = state_.sweeps;
  if (first_ > 0) method_->keep(state_.kept);
  if (options_.monitor) monitor_.emplace(state_.chain.tokens);
  announce();
  const auto last = static_cast<std::uint32_t>(options_.sweeps);
  charged_ = first_;
  observer.on_start(state_.chain, first_, last);

  const Clock::time_point loop_start = Clock::now();
  double sampling = 0;
  bool interrupted = false;
  for (std::uint32_t sweep = first_ + 1; sweep <= last && !interrupted; ++sweep) {
    charge_sweeps(sweep);
    if (monitor_) {
      monitor_->on_sweep(state_.chain.table, state_.prior.beta,
                         options_.recipe == "hdp" ? options_.clip : HUGE_VAL);
    }
    const Clock::time_point sweep_start = Clock::now();
    method_->sweep(state_.chain, state_.prior, sweep);
    sampling += seconds_since(sweep_start);
    observer.on_draws(*method_, state_.chain, state_.prior);
    after_sweep(sweep);
    observer.on_sweep(state_.chain, state_.prior, sweep);
    interrupted = sweep < last && (observer.stop() || !checkpoint_failure_.empty());
  }
  const double loop = seconds_since(loop_start);
  if (interrupted && checkpoint_failure_.empty()) save();
  Model model = publish(interrupted, observer);
  return {.model = std::move(model),
          .ledger = account_ ? std::move(*account_) : std::move(ledger_),
          .inherent = monitor_ ? std::optional(monitor_->figures()) : std::nullopt,
          .sweeps = state_.sweeps,
          .swept_here = state_.sweeps - first_,
          .interrupted = interrupted,
          .checkpoint_failure = checkpoint_failure_,
          .seconds = 0,
          .loop_seconds = loop,
          .sampling_seconds = sampling};
}

TrainResult train(const Corpus& corpus, const Reports* reports, const TrainOptions& options,
                  Observer& observer, Ledger ledger) {
  const Clock::time_point start = Clock::now();
  check(options);
  const Recipe& recipe = recipe_named(options.recipe);
  if (recipe.stream != nullptr || recipe.reports != (reports != nullptr)) {
    throw InputError(fmt::format("recipe {} learns from {}, not from these", options.recipe,
                                 recipe.reports ? "reports" : "documents"));
  }
  const TrainOptions complete = resolved(options);
  check_trainable(corpus, complete);
  TrainResult result =
      Run(corpus, reports, complete, std::move(ledger), observer.witness()).go(observer);
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace

TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer,
                  Ledger ledger) {
  return train(corpus, nullptr, options, observer, std::move(ledger));
}

TrainResult train(const Corpus& rebuilt, const Reports& reports, const TrainOptions& options,
                  Observer& observer, Ledger ledger) {
  return train(rebuilt, &reports, options, observer, std::move(ledger));
}

}  // namespace dplda

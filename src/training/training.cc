#include "training/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/errors.h"
#include "base/files.h"
#include "base/key_file.h"
#include "base/threads.h"
#include "corpus/preparation_record.h"
#include "corpus/word_cut.h"
#include "training/checkpoint.h"
#include "training/kept_tokens.h"
#include "training/noise_check.h"
#include "training/noise_check_run.h"
#include "training/prior_documents.h"
#include "training/run_privacy.h"

namespace dplda {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a private vocabulary cost when it was made, as the corpus records it, whatever became of its
// words later.
std::vector<LedgerEntry> vocabulary_charges(const Vocabulary& vocabulary,
                                            const Preparation& preparation) {
  std::vector<LedgerEntry> charges;
  const bool is_private = vocabulary.origin() == VocabularyOrigin::kPrivate;
  for (const std::string& entry : preparation.word_charges.value_or(std::vector<std::string>()))
    charges.push_back(entry_from_text(entry));
  if (is_private && charges.empty())
    throw InputError("the corpus does not say what its private vocabulary cost; prepare it again");
  return charges;
}

void check_resumable(const Checkpoint& checkpoint, const OptionValues& options,
                     const RunOptions& given, const std::string& digest, const std::string& run) {
  if (checkpoint.corpus_digest != digest) {
    throw InputError(
        fmt::format("{} was written for another corpus; resume it with its own", given.resume));
  }
  if (checkpoint.options != options) {
    throw InputError(
        fmt::format("{} was written with other options: {}; resume with the same ones (`threads` "
                    "may differ; for recipes that are not private, `sweeps` too)",
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
    throw InputError(fmt::format("{} has {} sweeps already; ask for more with `sweeps`",
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
        "a word occurs more than 2^31 - 1 times; leave the most frequent words out with `max-df`");
  }
}

void check_trainable(const Corpus& corpus) {
  if (corpus.tokens() == 0)
    throw InputError("the corpus has no tokens; nothing can be learnt from it");
  check_counts(corpus);
}

// What a run learns from: documents, or reports.
struct TrainingData {
  const Vocabulary& vocabulary;
  Preparation preparation;
  std::string digest;  // empty where no key or checkpoint needs it
  const Corpus* documents = nullptr;
  const Reports* reports = nullptr;
  const Corpus* prior = nullptr;        // beside reports
  const Corpus* public_text = nullptr;  // beside documents
};

bool needs_digest(const RunOptions& run) {
  return !run.checkpoint.empty() || !run.resume.empty() || run.keyed();
}

// What is public decides what is released, too: the same noise for two releases of the same
// documents would show their difference, so that a key is of both.
TrainingData data_of(const Corpus& corpus, const RunOptions& run,
                     const Corpus* public_text = nullptr) {
  std::string digest;
  if (needs_digest(run))
    digest = corpus.digest() + (public_text != nullptr ? public_text->digest() : "");
  return {.vocabulary = corpus.vocabulary(),
          .preparation = corpus.preparation(),
          .digest = std::move(digest),
          .documents = &corpus,
          .public_text = public_text};
}

TrainingData data_of(const Reports& reports, const Corpus* prior, const RunOptions& run) {
  std::string digest;
  // What the prior says is part of what is learnt from.
  if (needs_digest(run)) digest = reports.digest + (prior != nullptr ? prior->digest() : "");
  return {.vocabulary = reports.vocabulary,
          .preparation = report_preparation(reports.bits.documents()),
          .digest = std::move(digest),
          .reports = &reports,
          .prior = prior};
}

// One run: what stays the same over its sweeps, and its state.
class Run {
 public:
  // `setup` must outlive it; `witness`: as Workbench has it.
  Run(TrainingData data, const RunSetup& setup, Ledger ledger, ReleaseWitness* witness,
      const RunPlace& place = {})
      : data_(std::move(data)),
        setup_(setup),
        run_(setup.run),
        lasting_(setup.options),
        random_(training_key(setup, data_.digest)),
        name_(run_name(random_.key())),
        pool_(thread_count(run_.threads)),
        cpu_(pool_, part_),
        bench_{run_, random_, place.backend != nullptr ? *place.backend : cpu_, witness,
               data_.public_text},
        first_document_(place.first_document),
        ledger_(std::move(ledger)),
        state_{.options = {}, .corpus_digest = data_.digest, .run = name_, .charges = {}} {
    // A private run's releases depend on how many there are to be.
    if (!setup.plan.charges()) lasting_.erase("sweeps");
    state_.options = lasting_;
    method_ = run_.resume.empty() ? started() : resumed();
  }

  TrainResult go(Observer& observer);

 private:
  TokenSequences tokens() const;
  std::unique_ptr<Method> started();
  std::unique_ptr<Method> resumed();
  std::vector<LedgerEntry> earlier_charges() const;
  void announce();
  void charge_sweeps(std::uint32_t sweep);
  std::vector<LedgerEntry> charges_so_far() const;
  void save();
  void give_back();
  Model publish(bool interrupted, Observer& observer);
  NoiseCheck noise_check_of(const Published& published, Observer& observer);

  const TrainingData data_;
  const RunSetup& setup_;
  const RunOptions& run_;
  OptionValues lasting_;  // options that a continued run must share
  RandomStreams random_;
  std::string name_;  // in the ledger
  ThreadPool pool_;
  OnePart part_;
  CpuBackend cpu_;
  Workbench bench_;
  std::uint64_t first_document_;
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

TokenSequences Run::tokens() const {
  ThreadPool& pool = bench_.backend.pool();
  TokenSequences tokens =
      setup_.kept ? kept_tokens(*data_.documents, *setup_.kept, random_, pool, first_document_)
                  : TokenSequences(*data_.documents, random_, pool, first_document_);
  tokens.set_longest(bench_.backend.parts().most(tokens.longest()));
  data_.documents->drop_pages();  // the sweeps see the sequences alone
  return tokens;
}

std::unique_ptr<Method> Run::started() {
  if (data_.reports != nullptr)
    return setup_.on_reports(bench_, {.reports = *data_.reports, .prior = data_.prior});
  if (setup_.on_tokens) return setup_.on_tokens(bench_, tokens());
  return setup_.on_documents(bench_, started_chain(tokens(), run_.topics, random_, bench_.backend));
}

std::unique_ptr<Method> Run::resumed() {
  const std::uint32_t words = data_.vocabulary.size();
  OpenCheckpoint opened = open_checkpoint(run_.resume, words);
  check_resumable(opened.checkpoint, lasting_, run_, data_.digest, name_);
  state_ = std::move(opened.checkpoint);
  state_.run = name_;  // what is saved from now on is this run's
  std::unique_ptr<Method> method;
  if (data_.reports != nullptr) {
    method = setup_.on_reports(
        bench_, {.reports = *data_.reports, .prior = data_.prior, .state = opened.state.get()});
  } else if (setup_.on_tokens) {
    method = setup_.on_tokens(bench_, tokens());
  } else {
    method = setup_.on_documents(
        bench_, saved_chain(*opened.state, words, static_cast<std::size_t>(run_.topics),
                            bench_.backend, first_document_));
  }
  if (state_.sweeps > 0) method->restore(*opened.state);
  return method;
}

// What the vocabulary and the resumed state rest on.
std::vector<LedgerEntry> Run::earlier_charges() const {
  // Who made the words of reports privately paid for them then.
  std::vector<LedgerEntry> charges = data_.reports != nullptr
                                         ? std::vector<LedgerEntry>()
                                         : vocabulary_charges(data_.vocabulary, data_.preparation);
  charges.insert(charges.end(), state_.charges.begin(), state_.charges.end());
  return charges;
}

// What is known to be released before the first sweep, and whether the budget covers the whole run.
void Run::announce() {
  PrivacyLoss earlier;
  for (const LedgerEntry& entry : earlier_charges())
    earlier = earlier + entry.charge.count * entry.charge.mechanism.loss;
  if (setup_.plan.charges() && setup_.states_total && earlier.delta >= run_.delta) {
    throw InputError(fmt::format(
        "the vocabulary alone was chosen at a delta of {:g}; state the whole at a larger one with "
        "`delta`",
        earlier.delta));
  }
  if (claimed_origin(data_.vocabulary.origin(), data_.preparation) == VocabularyOrigin::kData) {
    ledger_.expose(name_, {"the words of the vocabulary",
                           "they were chosen from the documents themselves; prepare them with "
                           "words that are public or privately chosen"});
  }
  for (const LedgerEntry& entry : earlier_charges()) ledger_.charge(entry.run, entry.charge);
  for (const Exposure& exposure : setup_.plan.exposures) ledger_.expose(name_, exposure);
  if (data_.reports != nullptr)
    account_ = report_account(data_.reports->parameters, setup_.plan.exposures, name_);
  const auto last = static_cast<std::uint32_t>(run_.sweeps);
  std::vector<Charge> planned = setup_.plan.sweeps(state_.sweeps + 1, last);
  for (Charge& charge : setup_.plan.end(last)) planned.push_back(std::move(charge));
  ledger_.check_budget(name_, planned);
}

// Sweeps are charged in blocks, so that the disk is not waited for in every sweep. With checkpoints
// a block ends where one is written: a run that is killed and resumed repeats what was charged.
// Without one, nothing of this run can be resumed, and blocks double: a killed run has charged at
// most a block of `every` sweeps or twice what it made. Under a budget such a run charges all of
// itself at once, so that no other run can take away what it needs to end.
void Run::charge_sweeps(std::uint32_t sweep) {
  if (sweep <= charged_) return;
  if (run_.checkpoint.empty() && ledger_.limited()) {
    charged_ = static_cast<std::uint32_t>(run_.sweeps);
    std::vector<Charge> rest = setup_.plan.sweeps(sweep, charged_);
    for (Charge& charge : setup_.plan.end(charged_)) rest.push_back(std::move(charge));
    ledger_.charge_all(name_, rest);
    reserved_ = true;
    return;
  }
  const std::int64_t made = sweep - 1 - first_;
  const std::int64_t block_end = run_.checkpoint.empty()
                                     ? sweep - 1 + std::max(run_.every, made)
                                     : (sweep + run_.every - 1) / run_.every * run_.every;
  charged_ = static_cast<std::uint32_t>(std::min(run_.sweeps, block_end));
  for (const Charge& charge : setup_.plan.sweeps(sweep, charged_)) ledger_.charge(name_, charge);
}

// What the present state rests on: what it was resumed with, and this run's own sweeps.
std::vector<LedgerEntry> Run::charges_so_far() const {
  std::vector<LedgerEntry> charges = state_.charges;
  for (const Charge& charge : setup_.plan.sweeps(first_ + 1, state_.sweeps))
    charges.push_back({.run = name_, .time = {}, .charge = charge});
  return charges;
}

// A disk that is full must not cost the model: the run ends and says so.
void Run::save() {
  if (run_.checkpoint.empty()) return;
  try {
    Checkpoint now = state_;
    now.charges = charges_so_far();
    save_checkpoint(run_.checkpoint, now, data_.vocabulary.size(), *method_);
  } catch (const SystemError& error) {
    checkpoint_failure_ = error.what();
  }
}

// What was charged and not made. Not under a secret key: an exact repetition that goes on beside
// this run rests on its charges.
void Run::give_back() {
  if (run_.keyed()) return;
  for (Charge charge : setup_.plan.sweeps(state_.sweeps + 1, charged_)) {
    // The number after the last sweep is the end's, where the end releases the same.
    if (!setup_.plan.at_end.empty() && setup_.plan.at_end.front().release == charge.release) {
      ++charge.first;
      --charge.count;
    }
    ledger_.unmade(name_, charge);
  }
  if (!reserved_ || state_.sweeps == charged_) return;
  for (const Charge& charge : setup_.plan.end(charged_)) ledger_.unmade(name_, charge);
}

// The last release is made and charged even when the run was interrupted: without it there is no
// model.
Model Run::publish(bool interrupted, Observer& observer) {
  for (const Charge& charge : setup_.plan.end(state_.sweeps)) ledger_.charge(name_, charge);
  give_back();
  Published published = method_->publish(state_.sweeps);
  ModelMeta meta{.recipe = run_.recipe,
                 .options = lasting_,
                 .sweeps = state_.sweeps,
                 .interrupted = interrupted,
                 .preparation = preparation_for_model(data_.preparation)};
  if (setup_.plan.charges() || data_.reports != nullptr) {
    meta.noise_check = interrupted ? unchecked_record("the run was interrupted")
                                   : noise_check_of(published, observer);
  }
  try {
    ledger_.refresh();
  } catch (const std::exception&) {  // the model is paid for: it states what is known
  }
  std::vector<std::string> runs = {name_};
  for (const LedgerEntry& entry : earlier_charges()) runs.push_back(entry.run);
  meta.privacy = to_text(privacy_of_run(setup_, account_ ? *account_ : ledger_, runs,
                                        WordsOnRecord(data_.vocabulary, data_.preparation)));
  return Model({.vocabulary = data_.vocabulary,
                .phi = std::move(published.phi),
                .prior = method_->prior(),
                .prevalence = std::move(published.prevalence),
                .coherence = {},
                .meta = std::move(meta)},
               "the trained model");
}

// Topics against noise: the same run on made-up data, which is charged nowhere.
NoiseCheck Run::noise_check_of(const Published& published, Observer& observer) {
  const CheckedRun checked{.setup = setup_,
                           .vocabulary = data_.vocabulary,
                           .preparation = data_.preparation,
                           .reports = data_.reports,
                           .key = random_.key(),
                           .pool = pool_};
  const MadeUpTraining again{
      .on_documents =
          [](const Corpus& corpus, const RunSetup& setup, Observer& watched) {
            return Run(data_of(corpus, setup.run), setup, Ledger(), nullptr).go(watched).model;
          },
      .on_reports =
          [](const Reports& reports, const RunSetup& setup, Observer& watched) {
            const TrainingData data = data_of(reports, nullptr, setup.run);
            return Run(data, setup, Ledger(), nullptr).go(watched).model;
          }};
  return checked_against_noise(checked, *method_, published, again, observer);
}

TrainResult Run::go(Observer& observer) {
  first_ = state_.sweeps;
  if (setup_.monitored) monitor_.emplace(method_->chain()->tokens);
  announce();
  const auto last = static_cast<std::uint32_t>(run_.sweeps);
  charged_ = first_;
  observer.on_start(*method_, first_, last);

  const Clock::time_point loop_start = Clock::now();
  double sampling = 0;
  bool interrupted = false;
  for (std::uint32_t sweep = first_ + 1; sweep <= last && !interrupted; ++sweep) {
    charge_sweeps(sweep);
    if (monitor_)
      monitor_->on_sweep(method_->chain()->table, method_->prior().beta, *setup_.monitored);
    const Clock::time_point sweep_start = Clock::now();
    method_->sweep(sweep);
    sampling += seconds_since(sweep_start);
    observer.on_draws(*method_);
    method_->end_sweep(sweep);
    state_.sweeps = sweep;
    if (sweep % run_.every == 0) save();
    observer.on_sweep(*method_, sweep);
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
          .visited = method_->visited(),
          .interrupted = interrupted,
          .checkpoint_failure = checkpoint_failure_,
          .seconds = 0,
          .loop_seconds = loop,
          .sampling_seconds = sampling};
}

TrainResult timed(TrainingData data, const RunSetup& setup, Observer& observer, Ledger ledger,
                  const RunPlace& place = {}) {
  const Clock::time_point start = Clock::now();
  TrainResult result =
      Run(std::move(data), setup, std::move(ledger), observer.witness(), place).go(observer);
  result.seconds = seconds_since(start);
  return result;
}

[[noreturn]] void refuse_data(const RunSetup& setup) {
  throw InputError(fmt::format("recipe {} learns from {}, not from these", setup.run.recipe,
                               setup.plan.view == View::kReport ? "reports" : "documents"));
}

}  // namespace

TrainResult train(const Corpus& corpus, const RunSetup& setup, Observer& observer, Ledger ledger,
                  const RunPlace& place) {
  if (!setup.on_documents && !setup.on_tokens) refuse_data(setup);
  check_trainable(corpus);
  return timed(data_of(corpus, setup.run, place.public_text), setup, observer, std::move(ledger),
               place);
}

TrainResult train(const Reports& reports, const Corpus* prior, const RunSetup& setup,
                  Observer& observer, Ledger ledger) {
  if (!setup.on_reports) refuse_data(setup);
  return timed(data_of(reports, prior, setup.run), setup, observer, std::move(ledger));
}

TrainResult train(const Corpus& corpus, const TrainOptions& options, Observer& observer,
                  Ledger ledger) {
  check(options);
  return train(corpus, setup_of(options), observer, std::move(ledger));
}

TrainResult train(const Reports& reports, const Corpus* prior, const TrainOptions& options,
                  Observer& observer, Ledger ledger) {
  check(options);
  return train(reports, prior, setup_of(options), observer, std::move(ledger));
}

}  // namespace dplda

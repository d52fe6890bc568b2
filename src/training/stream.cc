#include "training/stream.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/key_file.h"
#include "base/lock_file.h"
#include "corpus/preparation_record.h"
#include "training/noise_check.h"
#include "training/run_privacy.h"
#include "training/stream_state.h"

namespace dplda {
namespace {

using Clock = std::chrono::steady_clock;

const std::string kHeldState = "the state";

// What a stream began with: whatever differs here would make another stream of it.
std::string origin_of(const StreamSource& source, const Corpus* prior) {
  Digest digest;
  digest.number(source.vocabulary().size());
  for (const std::string& word : source.vocabulary().words()) digest.text(word);
  digest.text(name_of(source.vocabulary().origin()));
  if (const ReportParameters* reports = source.reports()) {
    digest.number(reports->threshold);
    digest.number(reports->cap);
    digest.number(reports->flags);
  }
  digest.text(prior != nullptr ? prior->digest() : "");
  return digest.finish_hex();
}

class StreamRun {
 public:
  StreamRun(StreamSource& source, const Corpus* prior, const RunSetup& setup,
            StreamObserver& observer, std::vector<Ledger> ledgers, StreamState* held)
      : source_(source),
        prior_(prior),
        setup_(setup),
        run_(setup.run),
        lock_(run_.checkpoint.empty()
                  ? std::nullopt
                  : std::make_optional<LockFile>(run_.checkpoint + ".lock", run_.checkpoint)),
        observer_(observer),
        pool_(thread_count(run_.threads)),
        ledgers_(std::move(ledgers)),
        held_(held),
        resumed_(!run_.resume.empty() || (held != nullptr && held->batches > 0)) {
    if (const ReportParameters* reports = source.reports()) channel_.emplace(reports->threshold);
    method_ = setup.on_stream({.run = run_,
                               .words = source.vocabulary().size(),
                               .channel = channel_ ? &*channel_ : nullptr,
                               .backend = backend_});
    state_ = start();
  }

  StreamResult go();

 private:
  StreamState start();
  void check_resumable(const StreamState& state) const;
  void announce();
  void begin();
  void learn(StreamBatch& batch);
  void save_state();
  void save();
  Model model() const;
  // Coins of their own for the prior (0) and every batch, so that a batch is learnt in the same way
  // whenever the run was resumed.
  RandomStreams coins(std::uint64_t batch) const {
    return RandomStreams(derived_key(key_, fmt::format("batch {}", batch)));
  }

  StreamSource& source_;
  const Corpus* prior_;
  const RunSetup& setup_;
  const RunOptions& run_;
  std::optional<LockFile> lock_;  // two runs on one state would count for neither
  StreamObserver& observer_;
  ThreadPool pool_;
  OnePart part_;
  CpuBackend backend_{pool_, part_};
  std::vector<Ledger> ledgers_;  // of the documents that nothing protects
  Ledger account_;               // of what the model rests on
  std::optional<Channel> channel_;
  std::unique_ptr<StreamMethod> method_;
  Key key_{};
  StreamState* held_;  // the state in memory, if it is kept there
  bool resumed_;
  StreamState state_;
};

void StreamRun::check_resumable(const StreamState& state) const {
  const std::string& name = run_.resume.empty() ? kHeldState : run_.resume;
  if (state.origin != state_.origin) {
    throw InputError(fmt::format(
        "{} belongs to a stream with another vocabulary, other reports or another `prior`; resume "
        "it with its own",
        name));
  }
  if (state.options != state_.options) {
    throw InputError(fmt::format("{} was written with other options: {}; resume with the same ones",
                                 name, differences(state.options, state_.options)));
  }
  if (run_.keyed() && state.run != state_.run) {
    throw InputError(fmt::format(
        "{} was not written under this key file; resume it with the key it was started with",
        name));
  }
}

StreamState StreamRun::start() {
  state_.origin = origin_of(source_, prior_);
  key_ = training_key(setup_, state_.origin);
  state_.run = run_name(key_);
  state_.options = setup_.options;
  if (!resumed_) return std::move(state_);
  StreamState state = run_.resume.empty() ? *held_ : load_stream_state(run_.resume);
  check_resumable(state);
  method_->restore(state.learnt);
  source_.resume(state.source);
  state.run = state_.run;
  return state;
}

// Ledgers are held only as long as it takes: a stream may run for ever.
void StreamRun::announce() {
  for (Ledger& ledger : ledgers_) {
    for (const Exposure& exposure : setup_.plan.exposures) ledger.expose(state_.run, exposure);
  }
  ledgers_.clear();
  if (const ReportParameters* reports = source_.reports()) {
    account_ = report_account(*reports, setup_.plan.exposures, state_.run);
  } else {
    for (const Exposure& exposure : setup_.plan.exposures) account_.expose(state_.run, exposure);
  }
}

void StreamRun::begin() {
  if (prior_ != nullptr && !resumed_) {
    method_->begin(*prior_, coins(0));
    observer_.on_prior(model());
  }
  if (!resumed_) save();
}

void StreamRun::save_state() {
  state_.learnt.clear();
  method_->save(state_.learnt);
}

void StreamRun::save() {
  if (run_.checkpoint.empty()) return;
  save_state();
  save_stream_state(run_.checkpoint, state_);
  source_.settle();
}

Model StreamRun::model() const {
  Published published = method_->publish();
  const bool of_reports = source_.reports() != nullptr;
  ModelMeta meta{.recipe = run_.recipe,
                 .options = state_.options,
                 .batches = state_.batches,
                 .preparation = preparation_for_model(source_.preparation())};
  (of_reports ? meta.reports : meta.documents) = state_.documents;
  // What a check would need of earlier batches, the frequencies of bits, is not kept.
  if (of_reports) meta.noise_check = unchecked_record("streams are not checked");
  meta.privacy = to_text(privacy_of_run(
      setup_, account_, {state_.run}, WordsOnRecord(source_.vocabulary(), source_.preparation())));
  return Model({.vocabulary = source_.vocabulary(),
                .phi = std::move(published.phi),
                .prior = flat_prior(run_, setup_.beta),
                .prevalence = std::move(published.prevalence),
                .coherence = {},
                .meta = std::move(meta)},
               "the trained model");
}

// Whatever is published of a batch is there before the batch counts as learnt: a run that is killed
// in between does both again.
void StreamRun::learn(StreamBatch& batch) {
  batch.number = state_.batches + 1;
  const std::uint64_t size = batch.size();
  method_->learn(batch, coins(batch.number));
  ++state_.batches;
  state_.documents += size;
  observer_.on_batch(model(), batch.number, size);
  state_.source = source_.count();
  save();
}

StreamResult StreamRun::go() {
  const Clock::time_point start = Clock::now();
  announce();
  observer_.on_start(state_.batches, state_.documents);
  begin();
  const std::uint64_t batches = state_.batches;
  const std::uint64_t documents = state_.documents;
  StreamBatch batch;
  while (!observer_.stop() && source_.next(setup_.stream.batch, batch)) learn(batch);
  StreamResult result{.model = std::nullopt,
                      .batches = state_.batches,
                      .documents = state_.documents,
                      .batches_here = state_.batches - batches,
                      .documents_here = state_.documents - documents,
                      .seconds = std::chrono::duration<double>(Clock::now() - start).count()};
  if (state_.batches > 0 || prior_ != nullptr) result.model = model();
  if (held_ != nullptr) {
    save_state();
    *held_ = std::move(state_);
  }
  return result;
}

}  // namespace

StreamResult train_stream(StreamSource& source, const Corpus* prior, const TrainOptions& options,
                          StreamObserver& observer, std::vector<Ledger> ledgers,
                          StreamState* state) {
  check(options);
  return train_stream(source, prior, setup_of(options), observer, std::move(ledgers), state);
}

StreamResult train_stream(StreamSource& source, const Corpus* prior, const RunSetup& setup,
                          StreamObserver& observer, std::vector<Ledger> ledgers,
                          StreamState* state) {
  if (!setup.on_stream)
    throw InputError(fmt::format("recipe {} does not learn from a stream", setup.run.recipe));
  return StreamRun(source, prior, setup, observer, std::move(ledgers), state).go();
}

}  // namespace dplda

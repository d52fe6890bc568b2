#include "recipes/stream.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/key_file.h"
#include "base/lock_file.h"
#include "corpus/prepare.h"
#include "recipes/noise_check.h"
#include "recipes/privacy_record.h"
#include "recipes/registry.h"
#include "recipes/stream_state.h"

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
  StreamRun(StreamSource& source, const Corpus* prior, const TrainOptions& options,
            StreamObserver& observer, std::vector<Ledger> ledgers, StreamState* held)
      : source_(source),
        prior_(prior),
        options_(options),
        lock_(options.checkpoint.empty()
                  ? std::nullopt
                  : std::make_optional<LockFile>(options.checkpoint + ".lock", options.checkpoint)),
        observer_(observer),
        recipe_(recipe_named(options.recipe)),
        plan_(plan_of(options)),
        pool_(thread_count(options.threads)),
        ledgers_(std::move(ledgers)),
        held_(held),
        resumed_(!options.resume.empty() || (held != nullptr && held->batches > 0)) {
    if (const ReportParameters* reports = source.reports()) channel_.emplace(reports->threshold);
    method_ = recipe_.stream({.options = options_,
                              .words = source.vocabulary().size(),
                              .channel = channel_ ? &*channel_ : nullptr,
                              .pool = pool_});
    state_ = start();
  }

  StreamResult go();

 private:
  StreamState start();
  void check_resumable(const StreamState& state) const;
  void announce();
  void begin();
  void learn(StreamBatch& batch);
  void save();
  Model model() const;
  // Coins of their own for the prior (0) and every batch, so that a batch is learnt in the same way
  // whenever the run was resumed.
  Streams coins(std::uint64_t batch) const {
    return Streams(derived_key(key_, fmt::format("batch {}", batch)));
  }

  StreamSource& source_;
  const Corpus* prior_;
  const TrainOptions& options_;
  std::optional<LockFile> lock_;  // two runs on one state would count for neither
  StreamObserver& observer_;
  const Recipe& recipe_;
  Plan plan_;
  ThreadPool pool_;
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
  const std::string& name = options_.resume.empty() ? kHeldState : options_.resume;
  if (state.origin != state_.origin) {
    throw InputError(fmt::format(
        "{} belongs to a stream with another vocabulary, other reports or another --prior; resume "
        "it with its own",
        name));
  }
  if (state.options != state_.options) {
    throw InputError(fmt::format("{} was written with other options: {}; resume with the same ones",
                                 name, differences(state.options, state_.options)));
  }
  if (options_.keyed() && state.run != state_.run) {
    throw InputError(fmt::format(
        "{} was not written under this key file; resume it with the key it was started with",
        name));
  }
}

StreamState StreamRun::start() {
  state_.origin = origin_of(source_, prior_);
  key_ = training_key(options_, state_.origin);
  state_.run = run_name(key_);
  state_.options = affecting_options(options_, false);
  if (!resumed_) return std::move(state_);
  StreamState state = options_.resume.empty() ? *held_ : load_stream_state(options_.resume);
  check_resumable(state);
  method_->keep(state.kept);
  source_.resume(state.source);
  state.run = state_.run;
  return state;
}

// Ledgers are held only as long as it takes: a stream may run for ever.
void StreamRun::announce() {
  for (Ledger& ledger : ledgers_) {
    for (const Exposure& exposure : plan_.exposures) ledger.expose(state_.run, exposure);
  }
  ledgers_.clear();
  if (const ReportParameters* reports = source_.reports()) {
    account_ = report_account(*reports, plan_.exposures, state_.run);
  } else {
    for (const Exposure& exposure : plan_.exposures) account_.expose(state_.run, exposure);
  }
}

void StreamRun::begin() {
  if (prior_ != nullptr && !resumed_) {
    method_->begin(*prior_, coins(0));
    observer_.on_prior(model());
  }
  if (!resumed_) save();
}

void StreamRun::save() {
  if (options_.checkpoint.empty()) return;
  state_.kept = method_->kept();
  save_stream_state(options_.checkpoint, state_);
  source_.settle();
}

Model StreamRun::model() const {
  Published published = method_->publish();
  nlohmann::ordered_json meta = {{"recipe", recipe_.name},
                                 {"options", state_.options},
                                 {"batches", state_.batches},
                                 {recipe_.reports ? "reports" : "documents", state_.documents}};
  // What a check would need of earlier batches, the frequencies of bits, is not kept.
  if (recipe_.reports) meta["noise_check"] = unchecked_record("streams are not checked");
  meta["privacy"] = privacy_record(options_, plan_, account_, {state_.run},
                                   WordsOnRecord(source_.vocabulary(), source_.preparation()));
  meta["preparation"] = preparation_for_model(source_.preparation());
  const auto topics = static_cast<std::size_t>(options_.topics);
  return Model(
      {.vocabulary = source_.vocabulary(),
       .phi = std::move(published.phi),
       .prior = {.alpha = std::vector<double>(topics, options_.alpha), .beta = *options_.beta},
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
  while (!observer_.stop() && source_.next(static_cast<std::uint64_t>(options_.batch), batch))
    learn(batch);
  StreamResult result{.model = std::nullopt,
                      .batches = state_.batches,
                      .documents = state_.documents,
                      .batches_here = state_.batches - batches,
                      .documents_here = state_.documents - documents,
                      .seconds = std::chrono::duration<double>(Clock::now() - start).count()};
  if (state_.batches > 0 || prior_ != nullptr) result.model = model();
  if (held_ != nullptr) {
    state_.kept = method_->kept();
    *held_ = std::move(state_);
  }
  return result;
}

}  // namespace

StreamResult train_stream(StreamSource& source, const Corpus* prior, const TrainOptions& options,
                          StreamObserver& observer, std::vector<Ledger> ledgers,
                          StreamState* state) {
  check(options);
  const TrainOptions complete = resolved(options);
  return StreamRun(source, prior, complete, observer, std::move(ledgers), state).go();
}

}  // namespace dplda

#include <fmt/format.h>

#include <mutex>

#include "api/state.h"
#include "base/errors.h"
#include "base/files.h"
#include "recipes/account.h"
#include "recipes/held_stream.h"
#include "recipes/lp.h"
#include "recipes/registry.h"
#include "recipes/stream.h"
#include "recipes/stream_state.h"

namespace dplda {
namespace {

class BatchWatcher final : public StreamObserver {
 public:
  BatchWatcher(const Watch& watch, std::uint64_t total)
      : watch_(watch), progress_{.done = 0, .total = total} {}

  void on_batch(const Model&, std::uint64_t, std::uint64_t size) override {
    progress_.done += size;
    stop_ = watch_ && watch_(progress_);
  }
  bool stop() override { return stop_; }
  bool ended() const { return progress_.done == progress_.total; }

 private:
  const Watch& watch_;
  dplda::Progress progress_;
  bool stop_ = false;
};

}  // namespace

struct StreamFit::State {
  explicit State(Settings given) : settings(std::move(given)) {}

  bool learn(StreamSource& source, std::uint64_t size, bool reports, const Holdings& data,
             const Watch& watch);

  Settings settings;
  StreamState stream;
  std::optional<TopicModel> model;
  std::mutex busy;
};

StreamFit::StreamFit(Settings settings) : state_(std::make_unique<State>(std::move(settings))) {
  const TrainOptions& options = state_->settings.state().training;
  if (recipe_named(options.recipe).stream == nullptr) {
    throw InputError(
        fmt::format("recipe {} learns from all documents at once: use fit()", options.recipe));
  }
  if (state_->settings.state().given.contains("idle"))
    throw InputError("--idle is for a directory as a stream; a stream in memory has none");
  if (!options.checkpoint.empty() || !options.resume.empty()) {
    throw InputError(
        "a stream in memory is kept with state_bytes(): leave out --checkpoint and --resume");
  }
}

StreamFit::StreamFit(Settings settings, std::string_view state_bytes)
    : StreamFit(std::move(settings)) {
  state_->stream = stream_state_from(state_bytes);
}

StreamFit::StreamFit(StreamFit&&) noexcept = default;
StreamFit& StreamFit::operator=(StreamFit&&) noexcept = default;
StreamFit::~StreamFit() = default;

bool StreamFit::State::learn(StreamSource& source, std::uint64_t size, bool reports,
                             const Holdings& data, const Watch& watch) {
  const std::unique_lock<std::mutex> alone(busy, std::try_to_lock);
  if (!alone) throw InputError("another thread is learning from this stream; one at a time");
  const TrainOptions options = settings.state().checked_training();
  refuse_named_twice({data.path, options.prior, options.key_file}, {settings.state().ledger.ledger},
                     "documents, prior corpus, key and ledger");
  if (recipe_named(options.recipe).reports != reports) {
    throw InputError(fmt::format("recipe {} learns from {}", options.recipe,
                                 reports ? "documents, not from reports"
                                         : "reports of "
                                           "contributors"));
  }
  if (size == 0) throw InputError("there is nothing to learn from in an empty batch");
  const std::optional<Corpus> prior =
      open_prior(options, source.vocabulary(), source.preparation());
  BatchWatcher watcher(watch, size);
  const Corpus* known = prior ? &*prior : nullptr;
  std::vector<Ledger> ledgers =
      open_stream_accounts(options, settings.state().ledger, plan_of(options), data, known);
  StreamResult result = train_stream(source, known, options, watcher, std::move(ledgers), &stream);
  if (result.model) model = handle_of(std::move(*result.model));
  return watcher.ended();
}

bool StreamFit::learn(const Documents& documents, const Watch& watch) {
  HeldDocuments source(documents.state().corpus);
  const Documents::State& data = documents.state();
  return state_->learn(source, documents.size(), false, holdings_of(data.path, data.corpus), watch);
}

bool StreamFit::learn(const ReportSet& reports, const Watch& watch) {
  HeldReports source(reports.state().reports);
  return state_->learn(source, reports.size(), true, {.path = reports.state().path}, watch);
}

std::uint64_t StreamFit::batches() const { return state_->stream.batches; }
std::uint64_t StreamFit::documents() const { return state_->stream.documents; }
const TopicModel& StreamFit::model() const {
  if (!state_->model) throw InputError("nothing was learnt yet");
  return *state_->model;
}
std::string StreamFit::state_bytes() const { return bytes_of(state_->stream); }

}  // namespace dplda

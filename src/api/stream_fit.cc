#include <fmt/format.h>

#include <mutex>

#include "api/state.h"
#include "base/errors.h"
#include "runs/stream.h"
#include "training/recipe.h"
#include "training/stream_state.h"

namespace dplda {
namespace {

class BatchWatcher final : public runs::TrainWatcher {
 public:
  BatchWatcher(const Watch& watch, std::uint64_t total)
      : watch_(watch), progress_{.done = 0, .total = total} {}

  void on_batch(std::uint64_t, std::uint64_t size, const Quality&) override {
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

  bool learn(runs::TrainRequest request, std::uint64_t size, const Watch& watch);

  Settings settings;
  StreamState stream;
  std::optional<TopicModel> model;
  std::mutex busy;
};

StreamFit::StreamFit(Settings settings) : state_(std::make_unique<State>(std::move(settings))) {
  const TrainOptions& options = state_->settings.state().training;
  if (!options->of().stream) {
    throw InputError(
        fmt::format("recipe {} learns from all documents at once: use fit()", options->recipe));
  }
  if (state_->settings.state().given.contains("idle"))
    throw InputError("`idle` is for a directory as a stream; a stream in memory has none");
  if (!options->checkpoint.empty() || !options->resume.empty()) {
    throw InputError(
        "a stream in memory is kept with state_bytes(): leave out `checkpoint` and `resume`");
  }
}

StreamFit::StreamFit(Settings settings, std::string_view state_bytes)
    : StreamFit(std::move(settings)) {
  state_->stream = stream_state_from(state_bytes);
}

StreamFit::StreamFit(StreamFit&&) noexcept = default;
StreamFit& StreamFit::operator=(StreamFit&&) noexcept = default;
StreamFit::~StreamFit() = default;

bool StreamFit::State::learn(runs::TrainRequest request, std::uint64_t size, const Watch& watch) {
  const std::unique_lock<std::mutex> alone(busy, std::try_to_lock);
  if (!alone) throw InputError("another thread is learning from this stream; one at a time");
  settings.state().check_use(Settings::State::Use::kTraining);
  request.options = settings.state().training;
  request.ledger = settings.state().ledger;
  BatchWatcher watcher(watch, size);
  runs::StreamOutcome outcome = runs::learn(request, stream, watcher);
  if (outcome.result.model) model = handle_of(std::move(*outcome.result.model));
  return watcher.ended();
}

bool StreamFit::learn(const Documents& documents, const Watch& watch) {
  runs::TrainRequest request;
  request.input = documents.state().source();
  return state_->learn(std::move(request), documents.size(), watch);
}

bool StreamFit::learn(const ReportSet& reports, const Watch& watch) {
  runs::TrainRequest request;
  request.input.path = reports.state().path;
  request.reports = &reports.state().reports;
  return state_->learn(std::move(request), reports.size(), watch);
}

std::uint64_t StreamFit::batches() const { return state_->stream.batches; }
std::uint64_t StreamFit::documents() const { return state_->stream.documents; }
const TopicModel& StreamFit::model() const {
  if (!state_->model) throw InputError("nothing was learnt yet");
  return *state_->model;
}
std::string StreamFit::state_bytes() const { return bytes_of(state_->stream); }

}  // namespace dplda

#include "api/state.h"
#include "runs/train.h"

namespace dplda {
namespace {

class FitWatcher final : public runs::TrainWatcher {
 public:
  explicit FitWatcher(const Watch& watch) : watch_(watch) {}

  void on_start(const Method&, std::uint32_t done, std::uint32_t sweeps) override {
    progress_ = {.done = done, .total = sweeps};
  }
  void on_sweep(const Method&, std::uint32_t sweep) override {
    progress_.done = sweep;
    stop_ = watch_ && watch_(progress_);
  }
  void on_noise_check(std::uint64_t, std::uint64_t) override {
    stop_ = stop_ || (watch_ && watch_(progress_));
  }
  bool stop() override { return stop_; }
  void tell(const runs::Notice& notice) override {
    if (notice.kind == runs::Notice::Kind::kLedger) ledger_notice_ = notice.text;
  }

  const std::string& ledger_notice() const { return ledger_notice_; }

 private:
  const Watch& watch_;
  dplda::Progress progress_;
  bool stop_ = false;
  std::string ledger_notice_;
};

Fitted fitted(runs::TrainRequest request, const Settings& settings, const Watch& watch) {
  const Settings::State& state = settings.state();
  state.check_use(Settings::State::Use::kTraining);
  request.options = state.training;
  request.ledger = state.ledger;
  FitWatcher watcher(watch);
  TrainResult result = runs::train(request, watcher).result;
  return {.model = handle_of(std::move(result.model)),
          .sweeps = result.sweeps,
          .interrupted = result.interrupted,
          .checkpoint_failure = std::move(result.checkpoint_failure),
          .ledger_notice = watcher.ledger_notice()};
}

}  // namespace

Fitted fit(const Documents& documents, const Settings& settings, const Watch& watch) {
  runs::TrainRequest request;
  request.input = documents.state().source();
  return fitted(std::move(request), settings, watch);
}

Fitted fit(const ReportSet& reports, const Settings& settings, const Watch& watch) {
  runs::TrainRequest request;
  request.input.path = reports.state().path;
  request.reports = &reports.state().reports;
  return fitted(std::move(request), settings, watch);
}

}  // namespace dplda

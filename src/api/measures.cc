#include <atomic>
#include <chrono>

#include "api/state.h"
#include "runs/attack_membership.h"
#include "runs/attack_topics.h"
#include "runs/audit.h"
#include "runs/experiment.h"

namespace dplda {
namespace {

// Hands on how far a run is, every second, and what the caller answers.
template <class Kind>
class Forwarder : public Kind {
 public:
  explicit Forwarder(const Lookout& lookout) : lookout_(lookout) {}

  bool due() override {
    return lookout_ && std::chrono::steady_clock::now() - last_ >= std::chrono::seconds(1);
  }
  void show(double, double, const std::string& text) override {
    last_ = std::chrono::steady_clock::now();
    ask(text);
  }
  void tell(const runs::Notice& notice) override { ask(notice.text); }
  bool interrupted() override {
    ask("");
    return stop_;
  }

 private:
  void ask(const std::string& text) {
    if (lookout_ && lookout_(text)) stop_ = true;
  }

  const Lookout& lookout_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_ = false;
};

class SweepForwarder final : public Forwarder<runs::TrainWatcher> {
 public:
  using Forwarder::Forwarder;
  bool stop() override { return interrupted(); }
};

Measured interrupted() { return {.json = {}, .failure = {}, .interrupted = true}; }

}  // namespace

Measured audit(const Settings& settings, const Lookout& lookout) {
  settings.state().check_use(Settings::State::Use::kAudit);
  Forwarder<runs::Watcher> watcher(lookout);
  try {
    const runs::AuditOutcome outcome = runs::audit(settings.state().audit, watcher);
    return {.json = outcome.record, .failure = outcome.failure};
  } catch (const runs::Stopped&) {
    return interrupted();
  }
}

Measured attack(const Documents& documents, const Settings& settings, const Lookout& lookout) {
  const Settings::State& state = settings.state();
  if (state.use == Settings::State::Use::kTopicAttack) {
    state.check_use(Settings::State::Use::kTopicAttack);
    runs::TopicAttackRequest request = state.topic_attack;
    request.input = documents.state().source();
    request.options = state.training;
    SweepForwarder watcher(lookout);
    const runs::TopicAttackOutcome outcome = runs::attack_topics(request, watcher);
    return {.json = outcome.record, .failure = {}, .interrupted = outcome.interrupted};
  }
  state.check_use(Settings::State::Use::kMembershipAttack);
  runs::MembershipRequest request = state.membership;
  request.input = documents.state().source();
  request.options = state.training;
  Forwarder<runs::Watcher> watcher(lookout);
  try {
    const runs::MembershipOutcome outcome = runs::attack_membership(request, watcher);
    return {.json = outcome.record, .failure = {}, .interrupted = outcome.interrupted};
  } catch (const runs::Stopped&) {
    return interrupted();
  }
}

Experiments experiment(const std::vector<std::string>& figures, const std::string& output,
                       const Settings& settings, const Lookout& lookout) {
  settings.state().check_use(Settings::State::Use::kExperiment);
  runs::ExperimentRequest request = settings.state().experiment;
  request.names = figures;
  request.output = output;
  Forwarder<runs::Watcher> watcher(lookout);
  Experiments found;
  const runs::ExperimentOutcome outcome =
      runs::experiment(request, watcher, [&](const Figure& figure) {
        found.figures.push_back({figure.name, figure.finding, figure.note});
      });
  found.report = outcome.report;
  found.interrupted = outcome.interrupted;
  return found;
}

}  // namespace dplda

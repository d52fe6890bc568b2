#include "api/state.h"
#include "base/files.h"
#include "runs/perturb.h"

namespace dplda {

std::string perturb(const Documents& documents, const Settings& settings) {
  settings.state().check_use(Settings::State::Use::kReports);
  runs::Watcher watcher;
  return runs::perturb(
             {.input = documents.state().source(), .options = settings.state().contributor},
             watcher)
      .bytes;
}

ReportSet::ReportSet(std::unique_ptr<State> state) : state_(std::move(state)) {}
ReportSet::ReportSet(ReportSet&&) noexcept = default;
ReportSet& ReportSet::operator=(ReportSet&&) noexcept = default;
ReportSet::~ReportSet() = default;

ReportSet ReportSet::open(const std::string& path) {
  return ReportSet(std::make_unique<State>(State{read_reports(path), path}));
}

ReportSet ReportSet::read(std::string_view bytes) {
  return ReportSet(std::make_unique<State>(
      State{read_reports(memory_input(bytes, "the stream of reports"), {}, bytes.size())}));
}

std::uint64_t ReportSet::size() const { return state_->reports.bits.documents(); }
std::uint64_t ReportSet::refused() const { return state_->reports.refusals.sum(); }
const std::vector<std::string>& ReportSet::words() const {
  return state_->reports.vocabulary.words();
}

std::string report_cost(const ReportSet& reports) {
  return report_cost_text(reports.state().reports.parameters);
}

}  // namespace dplda

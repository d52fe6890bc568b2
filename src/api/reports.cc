#include "api/state.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/threads.h"
#include "recipes/account.h"

namespace dplda {
namespace {

std::string bytes_of(const Corpus& corpus, const ContributorOptions& options,
                     const std::string& path) {
  check_reported(options.ledger, holdings_of(path, corpus), options.wait);
  const Contributor contributor(corpus, options);
  if (!options.ledger.empty()) {
    Ledger account = open_contributor_account(options);
    charge_reports(contributor, account);
  }
  return report_bytes(contributor, corpus.documents(), thread_count(options.threads));
}

}  // namespace

std::string perturb(const Documents& documents, const Settings& settings) {
  if (!settings.state().of_contributor)
    throw InputError("reports are made with Settings::for_reports()");
  const ContributorOptions& options = settings.state().contributor;
  const Documents::State& data = documents.state();
  check(options);
  refuse_named_twice({}, {data.path, options.vocab, options.key_file, options.ledger},
                     "corpus, word list, key and ledger");
  const std::string name = data.path.empty() ? "the documents" : data.path;
  if (options.vocab.empty()) {
    check_contributions(data.corpus, options, name);
    return bytes_of(data.corpus, options, data.path);
  }
  return bytes_of(contributions_in_list(data.corpus, options.vocab, name), options, data.path);
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

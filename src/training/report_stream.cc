#include "training/report_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "training/prior_documents.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// Of what count() gave; null if it is not there.
Json part_of(const std::string& counted, const char* key) {
  const Json json = Json::parse(counted, nullptr, false);
  return json.is_object() && json.contains(key) ? json[key] : Json();
}

}  // namespace

ReportStream::ReportStream(ReportSource& source, const std::string& state,
                           std::function<bool()> leaves_rest)
    : source_(source),
      preparation_(report_preparation()),
      state_(state),
      leaves_rest_(std::move(leaves_rest)),
      bits_(source.header().vocabulary.size()) {
  if (!state_.empty()) seen_.emplace(state_);
}

bool ReportStream::is_new(const ReportId& id) {
  if (seen_ ? seen_->contains(id) : seen_here_.contains(id)) {
    ++(resumed_ ? repeated_.already_counted : repeated_.duplicate);
    return false;
  }
  if (in_batch_.insert(id)) return true;
  ++repeated_.duplicate;
  return false;
}

bool ReportStream::next(std::uint64_t size, StreamBatch& batch) {
  bits_ = WordSets(vocabulary().size());
  in_batch_ = ReportIds();
  ids_.clear();
  Report report;
  while (bits_.documents() < size && source_.next(report)) {
    if (!is_new(report.id)) continue;
    check_row(report, bits_);
    ids_.push_back(report.id);
    bits_.append(report.bits);
  }
  if (bits_.documents() == 0) return false;
  if (bits_.documents() < size && leaves_rest_ && leaves_rest_()) return false;
  batch.reports = &bits_;
  return true;
}

std::string ReportStream::count() {
  if (!seen_) {
    for (const ReportId& id : ids_) seen_here_.insert(id);
    return {};
  }
  seen_->add(std::move(ids_));
  ids_.clear();
  return Json({{"kind", to_json(kind_of(source_.header()))}, {"ids", seen_->saved()}}).dump();
}

void ReportStream::settle() {
  if (seen_) seen_->sweep_up();
}

void ReportStream::resume(const std::string& counted) {
  resumed_ = true;
  if (counted.empty()) return;  // before the first batch
  seen_.emplace(state_, part_of(counted, "ids"));
}

std::optional<ReportKind> ReportStream::expected(const std::string& counted) {
  const Json kind = part_of(counted, "kind");
  return kind.is_null() ? std::nullopt : std::optional(report_kind_from_json(kind));
}

ReportRefusals ReportStream::refusals() const {
  ReportRefusals all = source_.refusals();
  all += repeated_;
  return all;
}

}  // namespace dplda

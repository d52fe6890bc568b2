#include "training/report_stream.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "training/prior_documents.h"

namespace dplda {

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

nlohmann::ordered_json ReportStream::count() {
  if (!seen_) {
    for (const ReportId& id : ids_) seen_here_.insert(id);
    return nullptr;
  }
  seen_->add(std::move(ids_));
  ids_.clear();
  return {{"kind", to_json(kind_of(source_.header()))}, {"ids", seen_->saved()}};
}

void ReportStream::settle() {
  if (seen_) seen_->sweep_up();
}

void ReportStream::resume(const nlohmann::ordered_json& counted) {
  resumed_ = true;
  if (counted.is_null()) return;  // before the first batch
  const bool has_ids = counted.is_object() && counted.contains("ids");
  seen_.emplace(state_, has_ids ? counted["ids"] : nlohmann::ordered_json());
}

ReportRefusals ReportStream::refusals() const {
  ReportRefusals all = source_.refusals();
  all += repeated_;
  return all;
}

}  // namespace dplda

#include "collect/report_writer.h"

#include <utility>

namespace dplda {

ReportWriter::ReportWriter(AtomicFile& file, ReportHeader header)
    : file_(file), header_(std::move(header)) {
  file_.write(header_record(header_));
}

void ReportWriter::write(const ReportId& id, std::span<const std::uint64_t> bits) {
  record_.clear();
  append_report(record_, header_, id, bits);
  file_.write(record_);
  ++reports_;
}

}  // namespace dplda

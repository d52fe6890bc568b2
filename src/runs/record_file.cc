#include "runs/record_file.h"

#include <nlohmann/json.hpp>

#include "eval/run_record.h"

namespace dplda::runs {

std::string RecordFile::write(const nlohmann::ordered_json& record) {
  if (file_) {
    file_->write(file_text(record));
    file_->commit();
  }
  return record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace dplda::runs

// Where the record of long work goes. It is opened before the work: a file that cannot be written
// shall not cost hours.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/file_modes.h"
#include "base/files.h"

namespace dplda::runs {

class RecordFile {
 public:
  // "-": standard output; empty: nowhere. Throws SystemError or InputError if it cannot be written.
  explicit RecordFile(const std::string& path, unsigned mode = kEverybody) {
    if (!path.empty()) file_.emplace(path, mode);
  }

  void write(const nlohmann::ordered_json& record) {
    if (!file_) return;
    file_->write(record.dump(2) + "\n");
    file_->commit();
  }

 private:
  std::optional<AtomicFile> file_;
};

}  // namespace dplda::runs

// Where the record of long work goes. It is opened before the work: a file that cannot be written
// shall not cost hours.
#pragma once

#include <nlohmann/json_fwd.hpp>
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

  // Gives the record as one line of text, wherever it goes.
  std::string write(const nlohmann::ordered_json& record);

 private:
  std::optional<AtomicFile> file_;
};

}  // namespace dplda::runs

#include "base/paths.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "base/errors.h"

namespace dplda {

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string resolved_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored)
      .string();
}

void refuse_named_twice(const std::vector<std::string>& read,
                        const std::vector<std::string>& written, std::string_view all) {
  std::set<std::string> taken;
  for (const std::string& path : read) {
    if (!path.empty() && path != "-") taken.insert(resolved_path(path));
  }
  for (const std::string& path : written) {
    if (path.empty() || path == "-" || taken.insert(resolved_path(path)).second) continue;
    throw InputError(
        fmt::format("'{}' is named for two things; give each of {} a file of its own", path, all));
  }
}

}  // namespace dplda

#include "training/ledger_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>

#include "base/append_file.h"
#include "base/errors.h"
#include "base/paths.h"

namespace dplda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".ledger";
// How many seconds other processes are waited for that write to the list.
constexpr double kPatience = 10;

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

std::vector<std::string> listed() {
  std::vector<std::string> paths;
  const std::string index = ledger_index_path();
  std::error_code ignored;
  if (index.empty() || !fs::exists(index, ignored)) return paths;
  try {
    std::istringstream lines(settled_contents(index, kPatience));
    for (std::string line; std::getline(lines, line);) paths.push_back(line);
  } catch (const std::exception& error) {
    throw InputError(
        fmt::format("the list of ledgers {} cannot be read ({}), and the account of these "
                    "documents may be in it; make it readable, or name another list with "
                    "DPLDA_LEDGERS",
                    index, error.what()));
  }
  return paths;
}

std::vector<std::string> ledgers_in(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == kExtension) paths.push_back(resolved_path(at->path().string()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

std::string ledger_index_path() {
  if (const std::string named = variable("DPLDA_LEDGERS"); !named.empty()) return named;
  std::string state = variable("XDG_STATE_HOME");
  if (state.empty()) {
    const std::string home = variable("HOME");
    if (home.empty()) return "";
    state = home + "/.local/state";
  }
  return state + "/dplda/ledgers";
}

void remember_ledger(const std::string& path) {
  const std::string index = ledger_index_path();
  const std::string whole = resolved_path(path);
  if (index.empty() || whole.find('\n') != std::string::npos) return;
  const std::vector<std::string> known = listed();
  if (std::find(known.begin(), known.end(), whole) != known.end()) return;
  std::error_code ignored;
  fs::create_directories(directory_of(index), ignored);
  try {
    AppendFile(index, kPatience).append(whole + "\n");
  } catch (const std::exception&) {
  }
}

std::vector<KnownLedger> known_ledgers(const std::vector<std::string>& directories, double wait) {
  std::vector<KnownLedger> known;
  const auto add = [&](const std::string& path, bool ours) {
    std::error_code ignored;
    const bool seen = std::any_of(known.begin(), known.end(),
                                  [&](const KnownLedger& other) { return other.path == path; });
    if (seen || !fs::is_regular_file(path, ignored)) return;
    try {
      known.push_back({path, Ledger::read(path, wait)});
    } catch (const InputError& error) {
      if (!ours) return;  // other programs have .ledger files, too
      throw InputError(fmt::format(
          "{}; it may be that of these documents: put a whole copy in its place, or remove it if "
          "it is given up",
          error.what()));
    }
  };
  for (const std::string& directory : directories) {
    for (const std::string& path : ledgers_in(directory)) add(path, false);
  }
  for (const std::string& path : listed()) add(path, true);
  return known;
}

}  // namespace dplda

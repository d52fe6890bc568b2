#include "lab/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/digest.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/threads.h"
#include "base/version.h"

namespace dplda {
namespace {

// Raised whenever a cell of the same identity has another result.
constexpr int kCellVersion = 1;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

std::string digest_of(const Cell& cell) {
  Digest digest;
  digest.text(fmt::format("dplda {} cell {}", version(), kCellVersion));
  digest.text(cell.identity.dump());
  return digest.finish_hex().substr(0, 32);
}

Results::Results(std::string directory) : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) {
    throw SystemError(fmt::format("'{}' cannot be created: {}; name another with -o", directory_,
                                  error.message()));
  }
}

std::string Results::path_of(const std::string& digest) const {
  return fmt::format("{}/{}.json", directory_, digest);
}

const nlohmann::ordered_json& Results::of(const Cell& cell) {
  static const nlohmann::ordered_json kNothing;
  const std::string digest = digest_of(cell);
  const auto known = results_.find(digest);
  if (known != results_.end()) return known->second;
  if (std::ifstream file(path_of(digest)); file) {
    const auto json = nlohmann::ordered_json::parse(file, nullptr, false);
    // A damaged file, or one of another cell, is worked out anew.
    if (json.is_object() && json.contains("result") && json.contains("cell") &&
        json["cell"] == cell.identity)
      return results_.emplace(digest, json["result"]).first->second;
  }
  missing_.emplace(digest, cell);
  return kNothing;
}

std::vector<Cell> Results::missing() const {
  std::vector<Cell> cells;
  for (const auto& [digest, cell] : missing_) cells.push_back(cell);
  return cells;
}

void Results::store(const Cell& cell, const nlohmann::ordered_json& result, double seconds) {
  const std::string digest = digest_of(cell);
  AtomicFile file(path_of(digest));
  file.write(
      nlohmann::ordered_json{{"cell", cell.identity}, {"seconds", seconds}, {"result", result}}
          .dump() +
      "\n");
  file.commit();
  const std::lock_guard lock(mutex_);
  results_.insert_or_assign(digest, result);
  missing_.erase(digest);
}

CellClock::CellClock(std::size_t cells, double cost)
    : start_(Clock::now()), whole_(cost), far_{.cells = cells} {}

LabProgress CellClock::tick(const Cell& cell) {
  worked_ += cell.cost;
  ++far_.done;
  far_.share = worked_ / whole_;
  far_.seconds_left = seconds_since(start_) * (whole_ - worked_) / worked_;
  return far_;
}

bool complete(Results& results, std::vector<Cell> cells, int threads, CellClock& clock,
              const std::function<void(const LabProgress&)>& progress, const Stop& stop) {
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) { return a.cost > b.cost; });
  std::mutex mutex;
  bool stopped = false;
  ThreadPool pool(threads);
  pool.for_each(cells.size(), [&](std::size_t index, int) {
    {
      const std::lock_guard lock(mutex);
      stopped = stopped || stop();
      if (stopped) return;
    }
    const Clock::time_point begin = Clock::now();
    const nlohmann::ordered_json result = cells[index].work(stop);
    if (result.is_null()) {
      const std::lock_guard lock(mutex);
      stopped = true;
      return;
    }
    results.store(cells[index], result, seconds_since(begin));
    const std::lock_guard lock(mutex);
    progress(clock.tick(cells[index]));
  });
  return !stopped;
}

}  // namespace dplda

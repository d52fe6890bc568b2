// A cell of an experiment: one training or attack, and its figures. What it is decides what comes
// out, so that results are kept under the digest of what they are of.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dplda {

// Whether somebody wants the work to end.
using Stop = std::function<bool()>;

// What a cell is and what it gives are documents of their own: JSON.
struct Cell {
  nlohmann::ordered_json identity;  // everything that decides the result
  double cost = 1;                  // seconds of one core, roughly
  // On one thread; others run at the same time. Null if `stop` said so before it was done.
  std::function<nlohmann::ordered_json(const Stop& stop)> work;
};

// The name of a cell's file: a digest of the software's version and its identity.
std::string digest_of(const Cell& cell);

// The results of cells, known or still to be worked out. A figure asks for what it needs; asked
// while nothing is known, that is how its cells are found.
class Results {
 public:
  // `directory`: where results are kept between runs; created if it is not there.
  explicit Results(std::string directory);

  // The result of a cell, or null: then the cell is noted as missing.
  const nlohmann::ordered_json& of(const Cell& cell);

  // Those that were asked for and are not known.
  std::vector<Cell> missing() const;
  std::size_t known() const { return results_.size(); }

  // Stores a result: first on disk, atomically. Thread-safe.
  void store(const Cell& cell, const nlohmann::ordered_json& result, double seconds);

 private:
  std::string path_of(const std::string& digest) const;

  std::string directory_;
  std::mutex mutex_;
  std::map<std::string, nlohmann::ordered_json> results_;
  std::map<std::string, Cell> missing_;
};

// How far a run of cells has come.
struct LabProgress {
  std::size_t done = 0;
  std::size_t cells = 0;
  double share = 0;         // of the work
  double seconds_left = 0;  // guessed from what is done
};

// Keeps the time of a run of cells, in one go or in several.
class CellClock {
 public:
  CellClock(std::size_t cells, double cost);

  // A cell is done: how far that is.
  LabProgress tick(const Cell& cell);

 private:
  std::chrono::steady_clock::time_point start_;
  double whole_;
  double worked_ = 0;
  LabProgress far_;
};

// Works out cells on `threads` threads, the most expensive first. `stop` is asked before each cell
// and within it; where it says so, the rest is left undone and false returned. The first exception
// of a cell ends the run; what was done is kept.
bool complete(Results& results, std::vector<Cell> cells, int threads, CellClock& clock,
              const std::function<void(const LabProgress&)>& progress, const Stop& stop);

}  // namespace dplda

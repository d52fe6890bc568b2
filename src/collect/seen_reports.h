// The ids of the reports that a stream has counted, in sorted files on disk: nothing is counted
// twice however long the stream runs, and memory does not grow with it.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "collect/report_format.h"

namespace dplda {

class SeenReports {
 public:
  // Files are named `prefix` and ".ids-" and a number. Nothing is seen yet.
  explicit SeenReports(std::string prefix);
  // As saved() said, at the time of whatever state goes with it; files of later times, which a
  // killed process left, are removed. Throws InputError if files are missing or damaged.
  SeenReports(std::string prefix, const nlohmann::ordered_json& saved);

  bool contains(const ReportId& id) const;
  std::uint64_t size() const;

  // Adds a batch of ids that were not contained. Durable when it returns, but counted only once
  // saved() is kept elsewhere; files that are no longer needed stay until sweep_up().
  void add(std::vector<ReportId> ids);
  // What to keep with the state that the ids belong to.
  nlohmann::ordered_json saved() const;
  // Removes files that no longer count. To be called when saved() is safe.
  void sweep_up() const;

 private:
  // A sorted file. Sizes at least halve from one to the next, as in a binary counter: there are few
  // of them, and an id is copied a few times only.
  struct Run {
    std::uint64_t number = 0;
    std::string digest;
    MappedFile file;
    std::span<const ReportId> ids() const;
  };
  std::string path(std::uint64_t number) const;
  Run written(std::uint64_t number, std::span<const ReportId> a, std::span<const ReportId> b) const;

  std::string prefix_;
  std::uint64_t next_ = 1;
  std::vector<Run> runs_;
};

}  // namespace dplda

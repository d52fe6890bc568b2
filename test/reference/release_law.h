// The noise of every release of a run, held against what its ledger says was charged for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "privacy/ledger.h"
#include "training/training.h"

namespace dplda {

// Reads counts without noise, for tests.
class CountsInspector {
 public:
  static std::span<const std::int64_t> cells(const TrueCounts& counts) { return counts.cells_; }
};

namespace test {

// A release by the name and the number under which it is charged.
using ReleaseId = std::pair<std::string, std::uint64_t>;

// Released cells minus true ones, word by word.
struct ReleaseNoise {
  std::size_t columns;  // cells of a word
  std::vector<std::int32_t> cells;
};

// The variance of the noise that a mechanism claims to add to a cell, from what is written down of
// it. REQUIRES: discrete Laplace or Gaussian noise.
double charged_variance(const Mechanism& mechanism);

// What a ledger's file holds of releases, each number by itself.
std::map<ReleaseId, Mechanism> charged_releases(const std::string& ledger);

// Watches a run that is charged to the ledger at `path`. Expects of every release that it stands
// there before it is made, once; of tables of drawn topics, and of soft ones of a single topic,
// that they were made of the counts that a plain loop finds.
class ReleaseRecorder final : public Observer, public ReleaseWitness {
 public:
  explicit ReleaseRecorder(std::string path) : path_(std::move(path)) {}

  // Ends the run after so many sweeps.
  void stop_after(std::uint32_t sweeps) { stop_after_ = sweeps; }

  const std::map<ReleaseId, ReleaseNoise>& noise() const { return noise_; }
  // The cells of the last release, as everybody may see them.
  const std::vector<std::int64_t>& last_release() const { return last_table_; }
  // Squares that a release's true counts sum to.
  double squares(const ReleaseId& id) const { return squares_.at(id); }
  // Expects that exactly what stands in the ledger was released.
  void expect_all_charges_made() const;

  ReleaseWitness* witness() override { return this; }
  void on_start(const Method& method, std::uint32_t done, std::uint32_t) override;
  void on_release(const Release& release) override;
  void on_draws(const Method& method) override;
  void on_sweep(const Method& method, std::uint32_t sweep) override;
  bool stop() override { return sweep_ >= stop_after_; }

 private:
  void expect_charged(const ReleaseId& id);
  void expect_true_counts(const Release& release) const;

  std::string path_;
  const Chain* chain_ = nullptr;
  const TokenSequences* documents_ = nullptr;
  std::uint32_t sweep_ = 0;
  std::uint32_t stop_after_ = UINT32_MAX;
  std::vector<std::int64_t> last_table_;  // that was released
  std::map<ReleaseId, int> made_;
  std::map<ReleaseId, ReleaseNoise> noise_;
  std::map<ReleaseId, double> squares_;
};

// Expects of n cells of independent noise: mean zero; variance the charged one to 1%; no
// correlation between neighbouring cells, and none between cells of neighbouring words. Bounds are
// six standard errors or more, for which n must be large enough (checked).
void expect_noise_as_charged(const ReleaseNoise& noise, const Mechanism& charged,
                             const std::string& name);

// The correlation of two releases' noise; of the first cells of each word where they differ in
// columns.
double correlation(const ReleaseNoise& a, const ReleaseNoise& b);
// Expects that it is zero, to six standard errors.
void expect_unrelated(const ReleaseNoise& a, const ReleaseNoise& b, const std::string& name);

}  // namespace test
}  // namespace dplda

// A person at a terminal, as runs see one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "runs/watcher.h"

namespace dplda::cli {

// Speaks on standard error. Quiet: says what a run costs, where its ledger is and what makes its
// result useless, and nothing else.
class Terminal : public runs::Watcher {
 public:
  explicit Terminal(bool quiet) : quiet_(quiet), progress_(quiet) {}

  void tell(const runs::Notice& notice) override;
  bool due() override { return progress_.due(); }
  void show(double done, double total, const std::string& text) override {
    progress_.show(done, total, text);
  }
  bool interrupted() override { return Interrupts::seen(); }

  bool quiet() const { return quiet_; }
  Progress& progress() { return progress_; }

 private:
  bool quiet_;
  Progress progress_;
};

// The same for training, on whatever input. Ctrl-C ends sweeps with the model of those so far, and
// streams at any time.
class TrainTerminal final : public runs::TrainWatcher {
 public:
  struct Shown {
    bool quiet = false;
    // Not for private runs: whoever stops a run should not do so in sight of it.
    bool likelihood = false;
    std::string noun = "documents";  // of a stream
    std::string waits_at = {};       // the directory that a stream comes from for ever; empty: none
  };

  explicit TrainTerminal(Shown shown) : shown_(std::move(shown)), terminal_(shown_.quiet) {}

  void tell(const runs::Notice& notice) override { terminal_.tell(notice); }
  bool due() override { return terminal_.due(); }
  void show(double done, double total, const std::string& text) override {
    terminal_.show(done, total, text);
  }
  bool interrupted() override { return Interrupts::seen(); }
  bool stop() override;

  void on_start(const Method& method, std::uint32_t done, std::uint32_t sweeps) override;
  void on_sweep(const Method& method, std::uint32_t sweep) override;
  void on_noise_check(std::uint64_t done, std::uint64_t of) override;
  void on_trained() override { interrupts_.reset(); }

  void on_stream(std::uint64_t batches, std::uint64_t documents) override;
  void on_prior(const Quality& quality) override;
  void on_batch(std::uint64_t number, std::uint64_t size, const Quality& quality) override;

 private:
  using Clock = std::chrono::steady_clock;

  Shown shown_;
  Terminal terminal_;
  std::optional<Interrupts> interrupts_;  // while there are sweeps
  std::uint32_t first_ = 0;
  std::uint32_t sweeps_ = 0;
  Clock::time_point start_;
};

}  // namespace dplda::cli

// Progress of long work on standard error: a bar on a terminal, plain lines elsewhere, nothing when
// quiet.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace dplda::cli {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether a line would be shown now: often on a terminal, every few seconds elsewhere. Ask before
  // computing what is only for show.
  bool due() const;
  // Shows `done` of `total` (total 0: unknown) and a text after it.
  void show(double done, double total, std::string_view text);
  // A message of its own, on a line of its own.
  void say(std::string_view text);
  // Ends the bar.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool terminal_;
  bool open_ = false;  // an unfinished bar stands on the line
  Clock::time_point last_;
};

// Writes to standard error; what cannot be written there is nobody's loss.
void tell(const std::string& text);

}  // namespace dplda::cli

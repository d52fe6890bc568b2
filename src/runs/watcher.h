// Who asked for a run and looks on: the one way in which a run speaks before it is done.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "eval/run_record.h"
#include "training/training.h"

namespace dplda::runs {

struct Notice {
  enum class Kind {
    kCost,     // what is about to be released, and what that costs
    kLedger,   // the account of the documents is not where one would look
    kWarning,  // the result will be of little use
    kNote      // worth knowing
  };
  Kind kind;
  std::string text;  // whole lines, without a line feed at the end
};

// A run that its watcher ended before it had anything to show.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Does nothing by itself. It is called by one thread at a time.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Sentences for whoever asked, as soon as they are known.
  virtual void tell(const Notice& /*notice*/) {}
  // Whether progress would be shown now: ask before working out what is only for show.
  virtual bool due() { return false; }
  // How far long work has come: `done` of `total` (0: unknown), and the same in words.
  virtual void show(double /*done*/, double /*total*/, const std::string& /*text*/) {}
  // Whether somebody wants the run to end. Asked often, by any thread.
  virtual bool interrupted() { return false; }
};

// The same for training, where there is more to see.
class TrainWatcher : public Watcher, public Observer {
 public:
  // The loop is over; what follows cannot be stopped.
  virtual void on_trained() {}

  // Streams: before the first batch; after the prior corpus; after each batch, with what was
  // measured then.
  virtual void on_stream(std::uint64_t /*batches*/, std::uint64_t /*documents*/) {}
  virtual void on_prior(const Quality& /*quality*/) {}
  virtual void on_batch(std::uint64_t /*number*/, std::uint64_t /*size*/,
                        const Quality& /*quality*/) {}
};

}  // namespace dplda::runs

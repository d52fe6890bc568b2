// Training batch by batch on a stream of documents or of reports: one loop for all recipes that do
// so (docs/internals/algorithms.md, "Streams").
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collect/report_format.h"
#include "lda/model.h"
#include "privacy/ledger.h"
#include "training/stream_method.h"
#include "training/stream_state.h"
#include "training/training.h"

namespace dplda {

// Where batches come from. It counts nothing twice, whatever state it is resumed from.
class StreamSource {
 public:
  virtual ~StreamSource() = default;

  virtual const Vocabulary& vocabulary() const = 0;
  // How documents were prepared, for the model.
  virtual const Preparation& preparation() const = 0;
  // What the contributors agreed on; null for documents as they are.
  virtual const ReportParameters* reports() const { return nullptr; }

  // The next batch of up to `size` documents, valid until the next call; may wait for them. Fewer
  // at the end, false when there are none.
  virtual bool next(std::uint64_t size, StreamBatch& batch) = 0;
  // Counts the batch that was handed out last. Gives what is to be kept with the state of that
  // moment, as JSON that nobody else reads; empty: nothing.
  virtual std::string count() = 0;
  // What count() gave last is safe on disk.
  virtual void settle() {}
  // Continues after what count() gave then; empty: before the first batch, or it gave nothing.
  // Throws InputError if that is not possible.
  virtual void resume(const std::string& counted) = 0;
};

// Looks at a stream from outside: publishes, measures, shows progress.
class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  // Before the first batch; `batches` is above 0 for a resumed run.
  virtual void on_start(std::uint64_t /*batches*/, std::uint64_t /*documents*/) {}
  // The model of --prior alone.
  virtual void on_prior(const Model& /*model*/) {}
  // After batch `number` of `size` documents, before it is counted: a run that is killed here does
  // it again, with the same result under the same key.
  virtual void on_batch(const Model& /*model*/, std::uint64_t /*number*/, std::uint64_t /*size*/) {}
  // Asked between batches: true ends the run there.
  virtual bool stop() { return false; }
};

struct StreamResult {
  std::optional<Model> model;   // none if there was nothing to learn from
  std::uint64_t batches = 0;    // in all, earlier runs included
  std::uint64_t documents = 0;  // in them
  std::uint64_t batches_here = 0;
  std::uint64_t documents_here = 0;
  double seconds = 0;
};

// Trains on a stream until it ends or the observer stops it. The state after every batch goes to
// options.checkpoint, if that is set. `prior`: the documents of options.prior, over the source's
// vocabulary; null for none. `ledgers`: those of the documents which nothing protects, the
// stream's and the prior's; released as soon as the exposure is recorded. `state`: in memory, in
// place of a file's: where it holds batches the stream goes on from it, and it holds what was
// learnt when this returns. Throws InputError for
// options or a state that do not fit, SystemError if the state cannot be written: the batch is not
// counted then.
StreamResult train_stream(StreamSource& source, const Corpus* prior, const TrainOptions& options,
                          StreamObserver& observer, std::vector<Ledger> ledgers = {},
                          StreamState* state = nullptr);

// The same for options that were checked and worked out before.
StreamResult train_stream(StreamSource& source, const Corpus* prior, const RunSetup& setup,
                          StreamObserver& observer, std::vector<Ledger> ledgers = {},
                          StreamState* state = nullptr);

}  // namespace dplda

// Documents as they are, as a stream of batches.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/digest.h"
#include "corpus/document_stream.h"
#include "training/stream.h"

namespace dplda {

// Documents have no ids: a resumed run passes over as many as were counted, and they must be the
// same.
class DocumentBatches final : public StreamSource {
 public:
  // `vocabulary`, `preparation`: how documents are read. `leaves_rest`: whether a batch that is not
  // full is left for later; asked when the stream has no more. REQUIRES: all outlive this.
  DocumentBatches(DocumentStream& documents, const Vocabulary& vocabulary,
                  const Preparation& preparation, std::function<bool()> leaves_rest = {});

  const Vocabulary& vocabulary() const override { return vocabulary_; }
  const Preparation& preparation() const override { return preparation_; }
  bool next(std::uint64_t size, StreamBatch& batch) override;
  std::string count() override;
  // Throws InputError if the stream does not begin with the documents that were counted.
  void resume(const std::string& counted) override;

 private:
  DocumentStream& documents_;
  const Vocabulary& vocabulary_;
  const Preparation& preparation_;
  std::function<bool()> leaves_rest_;
  std::optional<Corpus> batch_;
  std::uint64_t counted_ = 0;
  std::string chain_;  // digest over the documents that were counted
};

}  // namespace dplda

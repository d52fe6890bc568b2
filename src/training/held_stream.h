// Streams that lie in memory whole: documents or reports one after the other. A resumed run goes on
// with what it is given, all of which is new.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/reports.h"
#include "training/prior_documents.h"
#include "training/stream.h"

namespace dplda {

// REQUIRES: `reports` outlives this.
class HeldReports final : public StreamSource {
 public:
  explicit HeldReports(const Reports& reports) : reports_(reports) {}

  const Vocabulary& vocabulary() const override { return reports_.vocabulary; }
  const Preparation& preparation() const override { return preparation_; }
  const ReportParameters* reports() const override { return &reports_.parameters; }
  bool next(std::uint64_t size, StreamBatch& batch) override {
    batch_ = WordSets(reports_.bits.words());
    const std::uint64_t end = std::min(reports_.bits.documents(), next_ + size);
    for (; next_ < end; ++next_) batch_.append(reports_.bits.row(next_));
    batch.reports = &batch_;
    return batch_.documents() > 0;
  }
  std::string count() override { return {}; }
  void resume(const std::string&) override {}

 private:
  const Reports& reports_;
  Preparation preparation_ = report_preparation();
  std::uint64_t next_ = 0;
  WordSets batch_;
};

// REQUIRES: `corpus` outlives this.
class HeldDocuments final : public StreamSource {
 public:
  explicit HeldDocuments(const Corpus& corpus) : corpus_(corpus) {}

  const Vocabulary& vocabulary() const override { return corpus_.vocabulary(); }
  const Preparation& preparation() const override { return corpus_.preparation(); }
  bool next(std::uint64_t size, StreamBatch& batch) override {
    std::vector<std::uint64_t> indices(std::min(corpus_.documents() - next_, size));
    std::iota(indices.begin(), indices.end(), next_);
    next_ += indices.size();
    batch_.emplace(selected(corpus_, indices));
    batch.documents = &*batch_;
    return !indices.empty();
  }
  std::string count() override { return {}; }
  void resume(const std::string&) override {}

 private:
  const Corpus& corpus_;
  std::uint64_t next_ = 0;
  std::optional<Corpus> batch_;
};

}  // namespace dplda

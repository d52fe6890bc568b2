// Reports that are made and kept in memory: contributor, collector and stream in one process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "collect/contributor.h"
#include "collect/reports.h"
#include "recipes/stream.h"

namespace dplda::test {

// The same reports as `dplda perturb --epsilon --seed` writes. They have no digest.
inline Reports perturbed_reports(const Corpus& corpus, double epsilon, std::int64_t seed) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.seed = seed;
  const Contributor contributor(corpus, options);
  Reports reports{contributor.header().parameters,
                  contributor.header().vocabulary,
                  WordSets(corpus.words()),
                  {},
                  {}};
  reports.bits.reserve(corpus.documents());
  std::vector<std::uint64_t> row(reports.bits.stride());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    contributor.perturbed(m, row);
    reports.bits.append(row);
  }
  return reports;
}

// They come in one after the other; nothing is resumed.
class HeldReports final : public StreamSource {
 public:
  explicit HeldReports(Reports reports) : reports_(std::move(reports)) {}

  const Vocabulary& vocabulary() const override { return reports_.vocabulary; }
  const nlohmann::ordered_json& preparation() const override { return preparation_; }
  const ReportParameters* reports() const override { return &reports_.parameters; }
  bool next(std::uint64_t size, StreamBatch& batch) override {
    batch_ = WordSets(reports_.bits.words());
    const std::uint64_t end = std::min(reports_.bits.documents(), next_ + size);
    for (; next_ < end; ++next_) batch_.append(std::as_const(reports_.bits).row(next_));
    batch.reports = &batch_;
    return batch_.documents() > 0;
  }
  nlohmann::ordered_json count() override { return nullptr; }
  void resume(const nlohmann::ordered_json&) override {}

 private:
  Reports reports_;
  nlohmann::ordered_json preparation_ = {{"options", {{"binary", true}}}};
  std::uint64_t next_ = 0;
  WordSets batch_;
};

}  // namespace dplda::test

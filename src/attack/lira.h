// LiRA, the likelihood-ratio attack on membership (Carlini et al. 2022; for topic models
// Manzonelli, Zhang, Vadhan 2024): whether a document's statistic under a model looks more like
// that under models that saw the document or like that under models that did not
// (docs/privacy/membership.md, "LiRA").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "attack/roc.h"
#include "base/threads.h"

namespace dplda {

// One model: whether it saw each document, and what it says of each.
struct ShadowModel {
  std::vector<std::uint8_t> members;
  std::vector<double> statistics;
};

// Where the spread of a document's statistic comes from.
enum class Spread {
  kPooled,       // one for all documents, beside their own means
  kPerDocument,  // each document's own
};

struct Estimate {
  double value = 0;
  double low = 0;  // 95%
  double high = 1;
};

// The false-positive rates at which the true-positive rate is given.
inline constexpr std::array kFalsePositiveRates = {0.001, 0.01, 0.1};

struct LiraResult {
  std::vector<RocPoint> roc;  // ascending, thinned to some 200 points, dense at small rates
  Estimate auc;
  // At each of kFalsePositiveRates: the best true-positive rate of a threshold whose rate of false
  // positives is no larger.
  std::array<Estimate, kFalsePositiveRates.size()> tpr;
  std::uint64_t members = 0;  // (model, document) pairs
  std::uint64_t non_members = 0;
};

struct LiraOptions {
  Spread spread = Spread::kPerDocument;
  std::uint32_t replicates = 1000;  // of the bootstrap
};

// The score of every document under every model, model by model: the logarithm of how much more
// likely its statistic is under a normal law fitted to the other models that saw it than under one
// fitted to the others that did not. Where either has fewer than two models the score is 0.
std::vector<double> lira_scores(std::span<const ShadowModel> models, Spread spread);

// The attack on each model in turn, the others its shadows; ROC over all pairs of a model and one
// of the `attacked` documents. Intervals: pairs of one model or one document go together, so models
// and documents are resampled, independently of one another (the "pigeonhole" bootstrap of Owen
// 2007, with scores as they are), 95% percentiles, under a fixed key. It errs towards wide
// intervals: noise that belongs to single pairs is counted three times. Any number of threads gives
// the same result. REQUIRES: at least 4 models, all of the same documents; ids in `attacked` below
// their number, at least one.
LiraResult lira(std::span<const ShadowModel> models, std::span<const std::uint64_t> attacked,
                const LiraOptions& options, ThreadPool& pool);

}  // namespace dplda

#include "attack/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace dplda {
namespace {

constexpr std::uint64_t kRunsPerPiece = 4096;
constexpr std::uint64_t kReports = 20;  // of progress, a case

Key run_key(const Key& key, Side side, std::uint64_t run) {
  return derived_key(key, fmt::format("{} {}", side == Side::kFirst ? "first" : "second", run));
}

// The scores of all runs, the first side's before the second's.
class Runs {
 public:
  Runs(const AuditCase& audited, std::uint64_t runs, const Key& key, ThreadPool& pool)
      : key_(derived_key(key, audited.mechanism)), pool_(pool), runs_(runs), scores_(2 * runs) {
    for (int worker = 0; worker < pool.threads(); ++worker) attacks_.push_back(audited.attack());
  }

  // Runs begin..end of those counted over both sides.
  void run(std::uint64_t begin, std::uint64_t end) {
    pool_.for_each((end - begin + kRunsPerPiece - 1) / kRunsPerPiece,
                   [&](std::size_t piece, int worker) {
                     const std::uint64_t from = begin + piece * kRunsPerPiece;
                     const std::uint64_t to = std::min(end, from + kRunsPerPiece);
                     Attack& attack = *attacks_[static_cast<std::size_t>(worker)];
                     for (std::uint64_t i = from; i < to; ++i) {
                       const Side side = i < runs_ ? Side::kFirst : Side::kSecond;
                       scores_[i] = attack.score(side, run_key(key_, side, i % runs_));
                     }
                   });
  }

  std::span<const double> scores(Side side) const {
    return std::span(scores_).subspan(side == Side::kFirst ? 0 : runs_, runs_);
  }

 private:
  Key key_;
  ThreadPool& pool_;
  std::uint64_t runs_;
  std::vector<double> scores_;
  std::vector<std::unique_ptr<Attack>> attacks_;  // one a thread
};

}  // namespace

Claim claim_of(const PrivacyLoss& loss, double delta, Unit unit, View view) {
  return {.epsilon = epsilon_at(loss, delta), .delta = delta, .unit = unit, .view = view};
}

Claim claim_of(const std::vector<Charge>& charges, double delta) {
  PrivacyLoss loss;
  for (const Charge& charge : charges) loss = loss + charge.count * charge.mechanism.loss;
  return claim_of(loss, delta, charges.front().unit, charges.front().view);
}

Finding audit(const AuditCase& audited, std::uint64_t runs, const Key& key, ThreadPool& pool,
              const std::function<void(double)>& progress) {
  Runs all(audited, runs, key, pool);
  for (std::uint64_t report = 0; report < kReports; ++report) {
    if (progress) progress(static_cast<double>(report) / kReports);
    all.run(2 * runs * report / kReports, 2 * runs * (report + 1) / kReports);
  }
  return {.claim = audited.claim,
          .bound = epsilon_lower_bound(all.scores(Side::kFirst), all.scores(Side::kSecond),
                                       audited.claim.delta, kAuditMiss),
          .runs = runs};
}

nlohmann::ordered_json to_json(const AuditCase& audited, const Finding& finding) {
  return {{"mechanism", audited.mechanism},
          {"neighbours", audited.neighbours},
          {"unit", name_of(finding.claim.unit)},
          {"view", name_of(finding.claim.view)},
          {"claimed_epsilon", finding.claim.epsilon},
          {"delta", finding.claim.delta},
          {"lower_bound", finding.bound.epsilon},
          {"refuted", finding.refuted()},
          {"runs_a_side", finding.runs},
          {"event",
           {{"threshold", finding.bound.threshold},
            {"swapped", finding.bound.swapped},
            {"trials", finding.bound.trials},
            {"hits", finding.bound.hits},
            {"false_hits", finding.bound.false_hits}}}};
}

}  // namespace dplda

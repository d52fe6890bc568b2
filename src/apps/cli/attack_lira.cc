// dplda attack membership --method lira.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

#include "apps/cli/attack_membership.h"
#include "apps/cli/interrupts.h"
#include "apps/cli/progress.h"
#include "attack/lira.h"
#include "attack/shadow_models.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/files.h"
#include "privacy/statement.h"
#include "recipes/registry.h"

namespace dplda::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Fewer would fit normal laws to next to nothing.
constexpr std::size_t kLeastModels = 8;
constexpr std::int64_t kShadows = 64;

// What the recipe claims for whole documents; nothing where it claims nothing for them.
struct DocumentClaim {
  explicit DocumentClaim(TrainOptions options) {
    options.seed.reset();  // those of shadow models stay with the attack
    const Plan plan = plan_of(options);
    if (!plan.charges() || plan.exposes()) {
      text = fmt::format("recipe {} claims nothing: it is not private", options.recipe);
      return;
    }
    const PrivacyLoss loss = plan.total(static_cast<std::uint32_t>(resolved(options).sweeps));
    text = total_text(loss_to_json(loss, plan.unit, plan.view, options.delta));
    if (plan.unit != Unit::kDocument) {
      text += fmt::format(
          "\nThe unit is a {}: about the membership of whole documents the claim says nothing.",
          name_of(plan.unit));
      return;
    }
    epsilon = epsilon_at(loss, options.delta);
    delta = options.delta;
  }

  // The most true positives that it allows at a rate of false ones.
  std::optional<double> most(double false_positives) const {
    if (!epsilon) return std::nullopt;
    return std::min(1.0, std::exp(*epsilon) * false_positives + delta);
  }

  std::string text;
  std::optional<double> epsilon;
  double delta = 0;
};

std::string time_left(Clock::time_point start, std::size_t done, std::size_t all) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return duration_text(seconds / static_cast<double>(done) * static_cast<double>(all - done));
}

// Those that were finished before somebody asked to stop.
std::vector<ShadowModel> trained_shadows(const Corpus& corpus, const MembershipRequest& request,
                                         ThreadPool& pool) {
  const auto count = static_cast<std::size_t>(request.shadows.value_or(kShadows));
  std::vector<ShadowModel> models(count);
  Progress progress(request.quiet);
  std::mutex mutex;
  std::size_t done = 0;
  const Clock::time_point start = Clock::now();
  const Interrupts interrupts;
  pool.for_each(count, [&](std::size_t index, int) {
    if (Interrupts::seen()) return;
    models[index] = {.members = shadow_memberships(corpus.documents(), index, request.seed()),
                     .statistics = shadow_statistics(corpus, request.options(), index,
                                                     request.seed(), Interrupts::seen)};
    const std::lock_guard lock(mutex);
    ++done;
    if (!progress.due()) return;
    progress.show(
        static_cast<double>(done), static_cast<double>(count),
        fmt::format("shadow model {}/{}, {} left", done, count, time_left(start, done, count)));
  });
  std::erase_if(models, [](const ShadowModel& model) { return model.statistics.empty(); });
  if (models.size() < count) {
    progress.say(fmt::format("interrupted: {} of {} shadow models are used", models.size(), count));
  }
  if (models.size() < kLeastModels) {
    throw Interrupted(fmt::format("interrupted: {} shadow models say too little; at least {} do",
                                  models.size(), kLeastModels));
  }
  return models;
}

nlohmann::ordered_json to_json(const Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

nlohmann::ordered_json result_json(const MembershipRequest& request, std::size_t models,
                                   std::uint64_t documents, const LiraResult& result,
                                   const DocumentClaim& claim) {
  TrainOptions options = resolved(request.options());
  options.seed.reset();
  nlohmann::ordered_json json = {{"method", "lira"},
                                 {"recipe", options.recipe},
                                 {"options", affecting_options(options, false)},
                                 {"documents", documents},
                                 {"shadows", models},
                                 {"seed", request.seed()},
                                 {"spread", request.spread},
                                 {"members", result.members},
                                 {"non_members", result.non_members},
                                 {"claim", claim.text},
                                 {"confidence", 0.95},
                                 {"auc", to_json(result.auc)}};
  for (std::size_t i = 0; i < result.tpr.size(); ++i) {
    nlohmann::ordered_json row = to_json(result.tpr[i]);
    row["fpr"] = kFalsePositiveRates[i];
    if (const auto most = claim.most(kFalsePositiveRates[i])) row["most_allowed"] = *most;
    json["tpr"].push_back(std::move(row));
  }
  for (const RocPoint& point : result.roc)
    json["roc"].push_back({point.false_positives, point.true_positives});
  return json;
}

void print_result(const MembershipRequest& request, std::size_t models, std::uint64_t documents,
                  const LiraResult& result, const DocumentClaim& claim) {
  fmt::print("LiRA on recipe {}: {} models, {} documents; 95% intervals\n",
             request.options().recipe, models, documents);
  fmt::print("claim of the recipe, where vocabulary and key keep it: {}\n", claim.text);
  fmt::print("AUC                 {:7.4f}  [{:.4f}, {:.4f}]\n", result.auc.value, result.auc.low,
             result.auc.high);
  for (std::size_t i = 0; i < result.tpr.size(); ++i) {
    const Estimate& tpr = result.tpr[i];
    fmt::print("TPR at {:>4.1f}% FPR    {:6.2f}%  [{:.2f}%, {:.2f}%]", 100 * kFalsePositiveRates[i],
               100 * tpr.value, 100 * tpr.low, 100 * tpr.high);
    if (const auto most = claim.most(kFalsePositiveRates[i])) {
      fmt::print("  the claim allows {:.2f}%{}", 100 * *most, tpr.low > *most ? ": EXCEEDED" : "");
    }
    fmt::print("\n");
  }
}

}  // namespace

void run_lira_attack(const MembershipRequest& request) {
  if (request.shadows && *request.shadows < static_cast<std::int64_t>(kLeastModels)) {
    throw InputError(fmt::format("--method lira needs at least {} --shadows; the default is {}",
                                 kLeastModels, kShadows));
  }
  // Before the training: a file that cannot be written shall not cost it.
  std::optional<AtomicFile> report;
  if (!request.json.empty()) report.emplace(request.json, kOwnerOnly);
  const DocumentClaim claim(request.options());
  const Corpus corpus = attacked_corpus(request);
  ThreadPool pool(thread_count(request.options().threads));
  const std::vector<ShadowModel> models = trained_shadows(corpus, request, pool);
  std::vector<std::uint64_t> all(corpus.documents());
  std::iota(all.begin(), all.end(), 0);
  const Spread spread = request.spread == "pooled" ? Spread::kPooled : Spread::kPerDocument;
  const LiraResult result = lira(models, all, {.spread = spread}, pool);
  if (request.json != "-") print_result(request, models.size(), corpus.documents(), result, claim);
  if (report) {
    report->write(result_json(request, models.size(), corpus.documents(), result, claim).dump(2) +
                  "\n");
    report->commit();
  }
  if (models.size() < static_cast<std::size_t>(request.shadows.value_or(kShadows)))
    throw Interrupted("interrupted; these are the figures of the shadow models until then");
}

}  // namespace dplda::cli

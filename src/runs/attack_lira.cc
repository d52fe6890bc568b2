// Likelihood ratios of the model itself (docs/privacy/membership.md, "LiRA").
#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

#include "attack/shadow_models.h"
#include "base/errors.h"
#include "base/time_text.h"
#include "corpus/prepare.h"
#include "privacy/statement.h"
#include "runs/attack_methods.h"
#include "training/recipe.h"

namespace dplda::runs {
namespace {

using Clock = std::chrono::steady_clock;

// Fewer would fit normal laws to next to nothing.
constexpr std::size_t kLeastModels = 8;
constexpr std::int64_t kShadows = 64;

DocumentClaim claim_of(TrainOptions options) {
  options->seed.reset();  // those of shadow models stay with the attack
  const RunSetup setup = setup_of(options);
  const Plan& plan = setup.plan;
  if (!plan.charges() || plan.exposes())
    return {.text = fmt::format("recipe {} claims nothing: it is not private", setup.run.recipe)};
  const PrivacyLoss loss = setup.total();
  const std::string text = total_text(stated_total(loss, plan.unit, plan.view, setup.run.delta));
  if (plan.unit != Unit::kDocument) {
    return {.text = text +
                    fmt::format("\nThe unit is a {}: about the membership of whole documents the "
                                "claim says nothing.",
                                name_of(plan.unit))};
  }
  return {.text = text, .epsilon = epsilon_at(loss, setup.run.delta), .delta = setup.run.delta};
}

std::uint64_t seed_of(const MembershipRequest& request) {
  return static_cast<std::uint64_t>(request.options->seed.value_or(1));
}

std::string time_left(Clock::time_point start, std::size_t done, std::size_t all) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return duration_text(seconds / static_cast<double>(done) * static_cast<double>(all - done));
}

// Those that were finished before somebody asked to stop.
std::vector<ShadowModel> trained_shadows(const Corpus& corpus, const MembershipRequest& request,
                                         ThreadPool& pool, Watcher& watcher) {
  const auto count = static_cast<std::size_t>(request.shadows.value_or(kShadows));
  const std::uint64_t seed = seed_of(request);
  std::vector<ShadowModel> models(count);
  std::mutex mutex;
  std::size_t done = 0;
  const Clock::time_point start = Clock::now();
  const auto stop = [&] { return watcher.interrupted(); };
  pool.for_each(count, [&](std::size_t index, int) {
    if (stop()) return;
    models[index] = {.members = shadow_memberships(corpus.documents(), index, seed),
                     .statistics = shadow_statistics(corpus, request.options, index, seed, stop)};
    const std::lock_guard lock(mutex);
    ++done;
    if (!watcher.due()) return;
    watcher.show(
        static_cast<double>(done), static_cast<double>(count),
        fmt::format("shadow model {}/{}, {} left", done, count, time_left(start, done, count)));
  });
  std::erase_if(models, [](const ShadowModel& model) { return model.statistics.empty(); });
  if (models.size() < count) {
    watcher.tell({Notice::Kind::kNote, fmt::format("interrupted: {} of {} shadow models are used",
                                                   models.size(), count)});
  }
  if (models.size() < kLeastModels) {
    throw Stopped(fmt::format("interrupted: {} shadow models say too little; at least {} do",
                              models.size(), kLeastModels));
  }
  return models;
}

nlohmann::ordered_json estimate_json(const Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

nlohmann::ordered_json record_of(const MembershipRequest& request, const LiraOutcome& outcome) {
  TrainOptions options = request.options;
  options->seed.reset();
  const LiraResult& result = outcome.result;
  nlohmann::ordered_json json = {{"method", "lira"},
                                 {"recipe", options->recipe},
                                 {"options", to_json(setup_of(options).options)},
                                 {"documents", outcome.documents},
                                 {"shadows", outcome.models},
                                 {"seed", seed_of(request)},
                                 {"spread", request.spread},
                                 {"members", result.members},
                                 {"non_members", result.non_members},
                                 {"claim", outcome.claim.text},
                                 {"confidence", 0.95},
                                 {"auc", estimate_json(result.auc)}};
  for (std::size_t i = 0; i < result.tpr.size(); ++i) {
    nlohmann::ordered_json row = estimate_json(result.tpr[i]);
    row["fpr"] = kFalsePositiveRates[i];
    if (const auto most = outcome.claim.most(kFalsePositiveRates[i])) row["most_allowed"] = *most;
    json["tpr"].push_back(std::move(row));
  }
  for (const RocPoint& point : result.roc)
    json["roc"].push_back({point.false_positives, point.true_positives});
  return json;
}

// The first documents, where only those are asked for.
std::optional<Corpus> first_documents(const MembershipRequest& request, const Corpus& corpus) {
  const auto documents = static_cast<std::uint64_t>(request.documents);
  if (documents > corpus.documents()) {
    throw InputError(fmt::format("`documents {}`: {} has only {}", documents,
                                 request.input.path.empty() ? "X" : request.input.path,
                                 corpus.documents()));
  }
  if (documents == 0 || documents == corpus.documents()) return std::nullopt;
  std::vector<std::uint64_t> first(documents);
  std::iota(first.begin(), first.end(), 0);
  return selected(corpus, first);
}

}  // namespace

void check_lira(const MembershipRequest& request) {
  const Recipe& recipe = request.options->of();
  if (recipe.reports || recipe.stream) {
    throw InputError(
        fmt::format("`recipe {}` does not train one model on documents as they are; attack one "
                    "that does, such as cgs or doc",
                    recipe.name));
  }
  if (request.shadows && *request.shadows < static_cast<std::int64_t>(kLeastModels)) {
    throw InputError(fmt::format("`method lira` needs at least {} `shadows`; the default is {}",
                                 kLeastModels, kShadows));
  }
}

MembershipOutcome lira_attack(const MembershipRequest& request, const Corpus& corpus,
                              RecordFile& file, Watcher& watcher) {
  const std::optional<Corpus> part = first_documents(request, corpus);
  const Corpus& population = part ? *part : corpus;
  ThreadPool pool(thread_count(request.options->threads));
  const std::vector<ShadowModel> models = trained_shadows(population, request, pool, watcher);
  std::vector<std::uint64_t> all(population.documents());
  std::iota(all.begin(), all.end(), 0);
  const Spread spread = request.spread == "pooled" ? Spread::kPooled : Spread::kPerDocument;
  LiraOutcome lira{.result = dplda::lira(models, all, {.spread = spread}, pool),
                   .claim = claim_of(request.options),
                   .documents = population.documents(),
                   .models = models.size()};
  MembershipOutcome outcome{
      .interrupted = models.size() < static_cast<std::size_t>(request.shadows.value_or(kShadows)),
      .record = file.write(record_of(request, lira))};
  outcome.lira = std::move(lira);
  return outcome;
}

}  // namespace dplda::runs

#include "attack/lira.h"

#include <algorithm>
#include <string_view>

#include "base/random.h"
#include "base/steady_math.h"

namespace dplda {
namespace {

// How many, their mean and their sum of squared deviations from it; one can be taken back.
struct Moments {
  double count = 0;
  double mean = 0;
  double squares = 0;

  void add(double x) {
    count += 1;
    const double from = x - mean;
    mean += from / count;
    squares += from * (x - mean);
  }
  Moments without(double x) const {
    if (count < 2) return {};
    const double rest = (count * mean - x) / (count - 1);
    return {count - 1, rest, std::max(0.0, squares - (x - mean) * (x - rest))};
  }
};

// A document's statistics under models that saw it and under those that did not.
struct Sides {
  Moments in;
  Moments out;

  bool known() const { return in.count >= 2 && out.count >= 2; }
};

std::vector<Sides> sides_of(std::span<const ShadowModel> models) {
  std::vector<Sides> sides(models[0].members.size());
  for (const ShadowModel& model : models) {
    for (std::size_t m = 0; m < sides.size(); ++m)
      (model.members[m] != 0 ? sides[m].in : sides[m].out).add(model.statistics[m]);
  }
  return sides;
}

// What the other models say.
std::vector<Sides> without(std::vector<Sides> sides, const ShadowModel& model) {
  for (std::size_t m = 0; m < sides.size(); ++m) {
    Moments& own = model.members[m] != 0 ? sides[m].in : sides[m].out;
    own = own.without(model.statistics[m]);
  }
  return sides;
}

double pooled_variance(std::span<const Sides> sides, Moments Sides::*side) {
  double squares = 0;
  double freedom = 0;
  for (const Sides& document : sides) {
    if (!document.known()) continue;
    squares += (document.*side).squares;
    freedom += (document.*side).count - 1;
  }
  return freedom > 0 ? squares / freedom : 0;
}

// Up to a constant. A document whose statistic never varies must not make an infinite score.
double log_density(double x, double mean, double variance) {
  const double held = std::max(variance, 1e-12);
  return -(x - mean) * (x - mean) / (2 * held) - steady_log(held) / 2;
}

void score_one(const ShadowModel& model, std::span<const Sides> others, Spread spread,
               std::span<double> scores) {
  const double pooled_in = pooled_variance(others, &Sides::in);
  const double pooled_out = pooled_variance(others, &Sides::out);
  for (std::size_t m = 0; m < others.size(); ++m) {
    const auto& [in, out] = others[m];
    if (!others[m].known()) continue;
    const bool pooled = spread == Spread::kPooled;
    scores[m] = log_density(model.statistics[m], in.mean,
                            pooled ? pooled_in : in.squares / (in.count - 1)) -
                log_density(model.statistics[m], out.mean,
                            pooled ? pooled_out : out.squares / (out.count - 1));
  }
}

constexpr std::size_t kRocPoints = 180;
constexpr double kTail = 0.025;

// AUC, then the true-positive rates.
using Figures = std::array<double, 1 + kFalsePositiveRates.size()>;

Figures figures_of(std::span<const RocPoint> roc) {
  Figures figures = {area_under(roc)};
  for (std::size_t i = 0; i < kFalsePositiveRates.size(); ++i)
    figures[1 + i] = true_positives_at(roc, kFalsePositiveRates[i]);
  return figures;
}

// How often each of `count` is drawn in `count` draws with replacement.
std::vector<std::uint32_t> resampled(std::size_t count, RandomStream draws) {
  std::vector<std::uint32_t> weights(count);
  for (std::size_t i = 0; i < count; ++i) ++weights[draws.below(count)];
  return weights;
}

std::vector<ScoredPair> sorted_pairs(std::span<const ShadowModel> models,
                                     std::span<const std::uint64_t> attacked, Spread spread) {
  const std::vector<double> scores = lira_scores(models, spread);
  const std::size_t documents = models[0].members.size();
  std::vector<ScoredPair> pairs;
  pairs.reserve(models.size() * attacked.size());
  for (std::uint32_t i = 0; i < models.size(); ++i) {
    for (std::uint32_t j = 0; j < attacked.size(); ++j) {
      pairs.push_back({.score = scores[i * documents + attacked[j]],
                       .model = i,
                       .document = j,
                       .member = models[i].members[attacked[j]] != 0});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const ScoredPair& a, const ScoredPair& b) { return a.score > b.score; });
  return pairs;
}

// Of each figure all replicates, in no order.
std::array<std::vector<double>, std::tuple_size_v<Figures>> replicated(
    std::span<const ScoredPair> pairs, std::size_t models, std::size_t documents,
    std::uint32_t replicates, ThreadPool& pool) {
  const RandomStreams random(derived_key(Key{}, "dplda lira bootstrap"));
  std::array<std::vector<double>, std::tuple_size_v<Figures>> all;
  for (std::vector<double>& values : all) values.resize(replicates);
  pool.for_each(replicates, [&](std::size_t replicate, int) {
    const auto number = static_cast<std::uint32_t>(replicate);
    const Figures figures = figures_of(
        weighted_roc(pairs, resampled(models, RandomStream(random, Purpose::kShadow, number, 0)),
                     resampled(documents, RandomStream(random, Purpose::kShadow, number, 1))));
    for (std::size_t i = 0; i < figures.size(); ++i) all[i][replicate] = figures[i];
  });
  return all;
}

Estimate estimate_of(double value, std::vector<double> replicates) {
  std::sort(replicates.begin(), replicates.end());
  const auto cut = static_cast<std::size_t>(kTail * static_cast<double>(replicates.size()));
  // Few documents could leave the value itself outside.
  return {.value = value,
          .low = std::min(value, replicates[cut]),
          .high = std::max(value, replicates[replicates.size() - 1 - cut])};
}

}  // namespace

std::vector<double> lira_scores(std::span<const ShadowModel> models, Spread spread) {
  const std::vector<Sides> sides = sides_of(models);
  std::vector<double> scores(models.size() * sides.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    score_one(models[i], without(sides, models[i]), spread,
              std::span(scores).subspan(i * sides.size(), sides.size()));
  }
  return scores;
}

LiraResult lira(std::span<const ShadowModel> models, std::span<const std::uint64_t> attacked,
                const LiraOptions& options, ThreadPool& pool) {
  const std::vector<ScoredPair> pairs = sorted_pairs(models, attacked, options.spread);
  const std::vector<RocPoint> roc =
      weighted_roc(pairs, std::vector<std::uint32_t>(models.size(), 1),
                   std::vector<std::uint32_t>(attacked.size(), 1));
  const Figures figures = figures_of(roc);
  const auto replicates =
      replicated(pairs, models.size(), attacked.size(), options.replicates, pool);
  LiraResult result{
      .roc = thinned(roc, kRocPoints), .auc = estimate_of(figures[0], replicates[0]), .tpr = {}};
  for (std::size_t i = 0; i < result.tpr.size(); ++i)
    result.tpr[i] = estimate_of(figures[1 + i], replicates[1 + i]);
  for (const ScoredPair& pair : pairs) ++(pair.member ? result.members : result.non_members);
  return result;
}

}  // namespace dplda

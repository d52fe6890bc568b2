// Cells of membership attacks.
#include <algorithm>

#include "attack/classifier_attack.h"
#include "attack/member_model.h"
#include "attack/shadow_models.h"
#include "lab/cell_parts.h"
#include "lab/cells.h"

namespace dplda {
namespace {

// Which documents a shadow model is trained on, in all experiments.
constexpr std::uint64_t kShadowSeed = 1;

nlohmann::ordered_json classifier_attacks(const Dataset& data, const WorldOptions& world) {
  const std::uint32_t classes = *std::max_element(data.labels.begin(), data.labels.end()) + 1;
  ThreadPool pool(1);
  const Worlds worlds = trained_worlds(data.all, data.labels, world, pool);
  nlohmann::ordered_json result;
  for (const char* kind : {"logistic", "overfitted"}) {
    for (const bool sanitised : {false, true}) {
      if (sanitised && !has_sanitised_shares(world.train->recipe)) continue;
      ClassifierAttackOptions options;
      static_cast<WorldOptions&>(options) = world;
      options.classifier.kind = kind;
      options.sanitised = sanitised;
      result[kind][sanitised ? "sanitised" : "clean"] =
          to_json(attacked(worlds, classes, options, pool));
    }
  }
  return result;
}

}  // namespace

std::vector<std::uint8_t> shadow_cell_members(std::uint64_t documents, std::uint64_t index) {
  return shadow_memberships(documents, index, kShadowSeed);
}

Cell shadow_cell(const Dataset& data, std::uint64_t documents, const TrainOptions& options,
                 std::uint64_t index) {
  nlohmann::ordered_json identity = identity_of("shadow", data.digest, options);
  identity["documents"] = documents;
  identity["index"] = index;
  const double share = static_cast<double>(documents) / static_cast<double>(data.train.documents());
  return {.identity = std::move(identity),
          .cost = share * training_cost(data.train, options) / 2 + 0.2,
          .work = [&data, documents, options, index](const Stop& stop) {
            const Corpus population = documents_from(data.train, 0, documents);
            const std::vector<double> statistics =
                shadow_statistics(population, options, index, kShadowSeed, stop);
            return statistics.empty() ? nlohmann::ordered_json()
                                      : nlohmann::ordered_json(statistics);
          }};
}

Cell classifier_attack_cell(const Dataset& data, const WorldOptions& options) {
  nlohmann::ordered_json identity = identity_of("classifier attack", data.digest, options.train);
  identity["epsilon"] = options.epsilon;
  identity["members"] = options.members;
  identity["targets"] = options.targets;
  identity["shadows"] = options.shadows;
  identity["seed"] = options.seed;
  const double share =
      static_cast<double>(options.members) / static_cast<double>(data.train.documents());
  const auto models = static_cast<double>(options.targets + options.shadows);
  return {.identity = std::move(identity),
          .cost = share * models * training_cost(data.train, options.train) + 3,
          .work = [&data, options](const Stop&) { return classifier_attacks(data, options); }};
}

}  // namespace dplda

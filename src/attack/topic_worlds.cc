#include "attack/topic_worlds.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "attack/member_model.h"
#include "base/errors.h"
#include "training/recipe.h"

namespace dplda {
namespace {

// Moves `count` items, chosen at random, to the front in random order.
void choose(std::vector<std::uint64_t>& items, std::size_t count, RandomStream stream) {
  for (std::size_t i = 0; i < count; ++i)
    std::swap(items[i], items[i + stream.below(items.size() - i)]);
}

// What the draws of Purpose::kMembership under the key of all worlds are for.
enum Draws : std::uint32_t { kHalves = 1, kMembers = 2 };

std::vector<std::uint32_t> labels_of(std::span<const std::uint64_t> documents,
                                     std::span<const std::uint32_t> labels) {
  std::vector<std::uint32_t> picked;
  for (const std::uint64_t document : documents) picked.push_back(labels[document]);
  return picked;
}

std::size_t members_of_a_world(std::uint64_t documents, std::int64_t wanted) {
  const std::size_t most = documents / 4;
  const std::size_t members = wanted == 0 ? most : static_cast<std::size_t>(wanted);
  if (members < 2 || members > most) {
    throw InputError(fmt::format(
        "worlds of {} members need {} documents or more, and no fewer than 2 members: half of the "
        "corpus is the attacker's, and a world has as many others as members; there are {}",
        members, 4 * std::max<std::size_t>(members, 2), documents));
  }
  return members;
}

// The first of `chosen` are the members, as many more the others.
World trained_world(const Corpus& corpus, std::span<const std::uint32_t> labels,
                    std::span<const std::uint64_t> chosen, const WorldOptions& options,
                    const Key& key) {
  const auto in = chosen.first(chosen.size() / 2);
  const auto out = chosen.subspan(in.size());
  const MemberModel model(corpus, in, options.train, options.epsilon, key);
  World world{.member_labels = labels_of(in, labels),
              .other_labels = labels_of(out, labels),
              .members = model.shares(in),
              .others = model.shares(out),
              .sanitised = {}};
  if (has_sanitised_shares(options.train->recipe)) world.sanitised = model.sanitised_shares();
  return world;
}

}  // namespace

Worlds trained_worlds(const Corpus& corpus, std::span<const std::uint32_t> labels,
                      const WorldOptions& options, ThreadPool& pool,
                      const std::function<void(std::int64_t)>& progress) {
  const std::size_t members = members_of_a_world(corpus.documents(), options.members);
  const RandomStreams random(
      derived_key(key_from_seed(static_cast<std::uint64_t>(options.seed)), "dplda membership"));
  std::vector<std::uint64_t> all(corpus.documents());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  choose(all, all.size(), RandomStream(random, Purpose::kMembership, kHalves));
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  const std::vector<std::uint64_t> halves[2] = {{all.begin(), middle}, {middle, all.end()}};

  // Reports tell which words a document has, not how often.
  const bool sets = recipe_named(options.train->recipe).reports;
  const std::optional<Corpus> binary = sets ? std::optional(binarised(corpus)) : std::nullopt;
  const Corpus& documents = sets ? *binary : corpus;

  const auto targets = static_cast<std::size_t>(options.targets);
  std::vector<World> worlds(targets + static_cast<std::size_t>(options.shadows));
  std::mutex mutex;
  std::int64_t done = 0;
  pool.for_each(worlds.size(), [&](std::size_t index, int) {
    std::vector<std::uint64_t> half = halves[index < targets ? 0 : 1];
    choose(half, 2 * members, RandomStream(random, Purpose::kMembership, kMembers, index));
    worlds[index] = trained_world(documents, labels, std::span(half).first(2 * members), options,
                                  derived_key(random.key(), fmt::format("world {}", index)));
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done);
  });
  const auto first_shadow = worlds.begin() + static_cast<std::ptrdiff_t>(targets);
  Worlds result;
  result.targets.assign(std::make_move_iterator(worlds.begin()),
                        std::make_move_iterator(first_shadow));
  result.shadows.assign(std::make_move_iterator(first_shadow),
                        std::make_move_iterator(worlds.end()));
  return result;
}

}  // namespace dplda

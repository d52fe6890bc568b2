#include "reference/naive_sparse.h"

#include <algorithm>

namespace dplda::test {
namespace {

std::uint64_t floor_of(const SnapshotLaw& law, std::size_t topic) {
  std::uint64_t least = law.weight(0, topic);
  for (std::uint32_t word = 1; word < law.words(); ++word)
    least = std::min<std::uint64_t>(least, law.weight(word, topic));
  return least;
}

struct Excess {
  std::size_t topic;
  std::uint64_t above;
};

// What a word has above the floor.
std::vector<Excess> excesses(const SnapshotLaw& law, std::uint32_t word) {
  std::vector<Excess> result;
  for (std::size_t k = 0; k < law.topics(); ++k) {
    const std::uint64_t above = law.weight(word, k) - floor_of(law, k);
    if (above > 0) result.push_back({k, above});
  }
  return result;
}

}  // namespace

std::vector<Segment> naive_sparse_segments(const SnapshotLaw& law, std::uint32_t word,
                                           std::span<const std::uint64_t> counts) {
  const std::vector<Excess> above = excesses(law, word);
  std::vector<Segment> segments;
  for (const Excess& e : above)
    segments.push_back({e.topic, e.above * law.step()[e.topic] * counts[e.topic]});
  for (const Excess& e : above) segments.push_back({e.topic, e.above * law.base()[e.topic]});
  for (std::size_t k = 0; k < law.topics(); ++k)
    segments.push_back({k, floor_of(law, k) * (law.base()[k] + law.step()[k] * counts[k])});
  return segments;
}

std::uint64_t naive_sparse_sweep(const SnapshotLaw& law, const TokenSequences& tokens,
                                 std::span<Topic> topics, const RandomStreams& random,
                                 RandomPosition at) {
  std::uint64_t rejected = 0;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    for (std::uint64_t j = 0; j < tokens.length(m); ++j) {
      std::vector<std::uint64_t> counts(law.topics());
      for (std::uint64_t i = 0; i < tokens.length(m); ++i)
        counts[topics[tokens.begin(m) + i]] += i == j ? 0 : 1;
      const std::vector<Segment> segments =
          naive_sparse_segments(law, tokens.document(m)[j], counts);
      std::uint64_t total = 0;
      for (const Segment& segment : segments) total += segment.width;
      at.document = m;
      at.position = j;
      at.retry = 0;
      std::uint64_t target;
      while (!uniform_below(random.draw(at), total, target)) ++at.retry;
      rejected += at.retry;
      std::size_t i = 0;
      while (target >= segments[i].width) target -= segments[i++].width;
      topics[tokens.begin(m) + j] = static_cast<Topic>(segments[i].topic);
    }
  }
  return rejected;
}

}  // namespace dplda::test

// The noise of the published algorithms, as offsets to counts that change in place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "lda/topic_table.h"
#include "privacy/discrete_laplace.h"
#include "recipes/shared_options.h"

namespace dplda {

// Laplace noise of one scale.
class OffsetNoise {
 public:
  OffsetNoise(Noise kind, double scale);

  // Adds a fresh draw, number `number`, to every cell of a table's offsets (with its stride).
  void add_to_table(const TopicTable& shape, const RandomStreams& random, std::uint32_t number,
                    std::vector<double>& offsets) const;
  // The draw for one document's topic counts, beside a table of `words` rows.
  void document(std::uint64_t index, std::uint32_t words, const RandomStreams& random,
                std::uint32_t number, std::span<double> out) const;

 private:
  void draw(std::span<double> out, const RandomStreams& random, const RandomPosition& at) const;

  Noise kind_;
  double scale_;
  std::optional<DiscreteLaplace> discrete_;
};

}  // namespace dplda

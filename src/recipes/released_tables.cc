#include "recipes/released_tables.h"

#include <algorithm>
#include <numeric>

#include "base/errors.h"

namespace dplda {

void ReleaseMean::add(const TopicTable& released) {
  ++sums_[0];
  std::int64_t* next = &sums_[1];
  for (std::uint32_t word = 0; word < released.words(); ++word) {
    for (const std::int32_t cell : released.column(word)) *next++ += cell;
  }
}

void ReleaseMean::set_sums(std::span<const std::int64_t> sums) {
  if (sums.size() != sums_.size() || sums[0] < 0)
    throw InputError("the checkpoint's releases do not fit the run; start it again");
  sums_.assign(sums.begin(), sums.end());
}

Published published_from(std::span<const double> cells, std::size_t topics, std::uint32_t words,
                         double beta) {
  std::vector<double> totals(topics);
  for (std::size_t i = 0; i < cells.size(); ++i) totals[i % topics] += cells[i];
  const double all = std::accumulate(totals.begin(), totals.end(), 0.0);
  Published published{std::vector<float>(topics * words), std::vector<float>(topics)};
  for (std::size_t k = 0; k < topics; ++k) {
    const double total = totals[k] + words * beta;
    for (std::uint32_t word = 0; word < words; ++word) {
      published.phi[k * words + word] =
          static_cast<float>((cells[word * topics + k] + beta) / total);
    }
    // Where nothing is left above the noise, every topic is as good as another.
    published.prevalence[k] =
        static_cast<float>(all > 0 ? totals[k] / all : 1.0 / static_cast<double>(topics));
  }
  return published;
}

std::vector<double> thresholded(const ReleaseMean& mean, double threshold) {
  std::vector<double> cells;
  cells.reserve(mean.topics() * mean.words());
  for (std::uint32_t word = 0; word < mean.words(); ++word) {
    for (std::size_t k = 0; k < mean.topics(); ++k)
      cells.push_back(std::max(0.0, mean.cell(word, k) - threshold));
  }
  return cells;
}

}  // namespace dplda

// The Dirichlet priors of the model.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace dplda {

struct Prior {
  std::vector<double> alpha;  // per topic, > 0
  double beta = 0.01;         // per word, > 0

  double alpha_sum() const { return std::accumulate(alpha.begin(), alpha.end(), 0.0); }
  std::size_t topics() const { return alpha.size(); }
};

}  // namespace dplda

#include "corpus/dirichlet.h"

#include <algorithm>
#include <cmath>

namespace dplda {

namespace {

// In (0, 1).
double open_uniform(RandomStream& stream) { return stream.uniform() + 0x1p-54; }

// Marsaglia's polar method.
double normal_draw(RandomStream& stream) {
  for (;;) {
    const double x = 2 * stream.uniform() - 1;
    const double y = 2 * stream.uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

}  // namespace

// Marsaglia and Tsang, "A simple method for generating gamma variables", 2000. Below shape 1: a
// draw of shape + 1 times U^(1 / shape), their section 6.
double log_gamma_draw(double shape, RandomStream& stream) {
  if (shape < 1) return log_gamma_draw(shape + 1, stream) + std::log(open_uniform(stream)) / shape;
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal_draw(stream);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(open_uniform(stream)) < x * x / 2 + d * (1 - v + std::log(v)))
      return std::log(d * v);
  }
}

void dirichlet_draw(std::span<double> parameters, RandomStream& stream) {
  for (double& value : parameters) value = log_gamma_draw(value, stream);
  const double largest = *std::max_element(parameters.begin(), parameters.end());
  double total = 0;
  for (double& value : parameters) total += value = std::exp(value - largest);
  for (double& value : parameters) value /= total;
}

}  // namespace dplda

#include "lda/topic_order.h"

#include <algorithm>
#include <numeric>

#include "lda/noise_marks.h"

namespace dplda {

std::vector<std::size_t> topics_by_prevalence(const Model& model) {
  std::vector<std::size_t> order(model.topics());
  std::iota(order.begin(), order.end(), 0);
  if (!model.prevalence().empty()) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return model.prevalence()[a] > model.prevalence()[b];
    });
  }
  if (const auto told = told_from_noise(model))
    std::stable_partition(order.begin(), order.end(), [&](std::size_t k) { return (*told)[k]; });
  return order;
}

}  // namespace dplda

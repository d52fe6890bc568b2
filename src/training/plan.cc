#include "training/plan.h"

namespace dplda {

std::vector<Charge> Plan::sweeps(std::uint32_t first, std::uint32_t last) const {
  std::vector<Charge> charges;
  if (first > last) return charges;
  if (first == 1) charges = at_start;
  for (Charge charge : each_sweep) {
    charge.first = first;
    charge.count = last - first + 1;
    charges.push_back(std::move(charge));
  }
  return charges;
}

std::vector<Charge> Plan::end(std::uint32_t sweeps) const {
  std::vector<Charge> charges;
  for (Charge charge : at_end) {
    charge.first = sweeps + 1;
    charges.push_back(std::move(charge));
  }
  return charges;
}

std::vector<Charge> Plan::whole(std::uint32_t count) const {
  std::vector<Charge> charges = sweeps(1, count);
  for (Charge& charge : end(count)) charges.push_back(std::move(charge));
  return charges;
}

PrivacyLoss Plan::total(std::uint32_t count) const {
  PrivacyLoss sum;
  for (const Charge& charge : whole(count)) sum = sum + charge.count * charge.mechanism.loss;
  return sum;
}

}  // namespace dplda

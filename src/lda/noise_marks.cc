#include "lda/noise_marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace dplda {

std::optional<std::vector<bool>> told_from_noise(const Model& model) {
  const auto check = model.meta().find("noise_check");
  if (check == model.meta().end() || check->at("checked") != true) return std::nullopt;
  return check->at("told_from_noise").get<std::vector<bool>>();
}

std::string noise_sentence(const Model& model) {
  const auto check = model.meta().find("noise_check");
  if (check == model.meta().end()) return "";
  const std::optional<std::vector<bool>> told = told_from_noise(model);
  if (!told) {
    return fmt::format("topics were not checked against noise ({})",
                       check->value("reason", "no reason is given"));
  }
  const auto noise = std::count(told->begin(), told->end(), false);
  if (noise == 0) return fmt::format("all {} topics can be told from noise", told->size());
  return fmt::format("{} of {} topics cannot be told from noise", noise, told->size());
}

}  // namespace dplda

#include "lda/noise_marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace dplda {

std::optional<std::vector<bool>> told_from_noise(const Model& model) {
  const std::optional<NoiseCheck>& check = model.meta().noise_check;
  if (!check || !check->checked) return std::nullopt;
  return check->told_from_noise;
}

std::string noise_sentence(const Model& model) {
  const std::optional<NoiseCheck>& check = model.meta().noise_check;
  if (!check) return "";
  if (!check->checked)
    return fmt::format("topics were not checked against noise ({})", check->reason);
  const std::vector<bool>& told = check->told_from_noise;
  const auto noise = std::count(told.begin(), told.end(), false);
  if (noise == 0) return fmt::format("all {} topics can be told from noise", told.size());
  return fmt::format("{} of {} topics cannot be told from noise", noise, told.size());
}

}  // namespace dplda

#include "base/simd.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwy/highway.h>

#include <cctype>
#include <cstdint>

#include "base/errors.h"

namespace dplda {
namespace {

std::string name_of_target(std::int64_t target) {
  if (target == HWY_EMU128 || target == HWY_SCALAR) return "scalar";
  if (target == HWY_AVX3) return "avx512";
  if (target == HWY_AVX3_DL) return "avx512dl";
  std::string name = hwy::TargetName(target);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.push_back(name_of_target(target));
  }
  return names;
}

void use_instruction_set(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  if (name == "best") return;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name_of_target(target) != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    return;
  }
  throw InputError(fmt::format("this machine has no instruction set '{}'; choose one of: best, {}",
                               name, fmt::join(instruction_sets(), ", ")));
}

}  // namespace dplda

#include "training/state.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace dplda {

void StateReader::refuse(std::string_view what) const {
  throw InputError(fmt::format("{} cannot be continued: {}; start the run again", source(), what));
}

void StateReader::refuse_missing(std::string_view name) const {
  refuse(fmt::format("'{}' is missing or of another type", name));
}

void StateReader::refuse_size(std::string_view name) const {
  refuse(fmt::format("'{}' is of another size", name));
}

void HeldState::write(std::string_view name, std::string_view dtype,
                      std::span<const std::byte> bytes, std::size_t /*size*/) {
  arrays_[std::string(name)] = {std::string(dtype), {bytes.begin(), bytes.end()}};
}

std::optional<StateArray> HeldState::find(std::string_view name) const {
  const auto found = arrays_.find(name);
  if (found == arrays_.end()) return std::nullopt;
  return StateArray{found->second.dtype, found->second.bytes};
}

}  // namespace dplda

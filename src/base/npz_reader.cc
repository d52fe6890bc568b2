#include <utility>

#include "base/npz.h"

namespace dplda {

struct NpzReader::State {};

NpzReader::~NpzReader() = default;
NpzReader::NpzReader(NpzReader&&) noexcept = default;
NpzReader& NpzReader::operator=(NpzReader&&) noexcept = default;

}  // namespace dplda

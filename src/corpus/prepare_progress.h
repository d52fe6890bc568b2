// Who is told how far a preparation has come.
#pragma once

#include <cstdint>
#include <functional>

namespace dplda {

// Called now and then with the bytes read so far (before decompression where that can be known) and
// the documents.
using PrepareProgress = std::function<void(std::uint64_t bytes, std::uint64_t documents)>;

}  // namespace dplda

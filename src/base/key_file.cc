#include "base/key_file.h"

#include <fmt/format.h>

#include <cstring>

#include "base/errors.h"
#include "base/files.h"

namespace dplda {

Key key_from_file(const std::string& path) {
  const MappedFile file(path);
  Key key;
  if (file.bytes().size() != key.size()) {
    throw InputError(fmt::format("{} is not a key file: it must hold {} bytes, not {}", path,
                                 key.size(), file.bytes().size()));
  }
  std::memcpy(key.data(), file.bytes().data(), key.size());
  return key;
}

std::optional<Key> kept_key(const std::optional<Key>& key, const std::string& key_file) {
  if (key) return key;
  return key_file.empty() ? std::nullopt : std::optional(key_from_file(key_file));
}

Key run_key(const std::optional<std::int64_t>& seed, const std::optional<Key>& secret,
            std::string_view use) {
  if (seed) return key_from_seed(static_cast<std::uint64_t>(*seed));
  return secret ? derived_key(*secret, use) : random_key();
}

std::string run_name(const Key& key) {
  const Key name = derived_key(key, "dplda run name");
  return fmt::format("{:02x}", fmt::join(name.begin(), name.begin() + 16, ""));
}

}  // namespace dplda

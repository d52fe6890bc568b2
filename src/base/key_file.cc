#include "base/key_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <span>

#include "base/descriptor.h"
#include "base/errors.h"

namespace dplda {

Key key_from_file(const std::string& path) {
  const Descriptor file = open_to_read(path);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
    throw InputError(fmt::format("{} is not a key file: it is not a regular file", path));
  Key key;
  if (status.st_size != static_cast<off_t>(key.size())) {
    throw InputError(fmt::format("{} is not a key file: it must hold {} bytes, not {}", path,
                                 key.size(), status.st_size));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw InputError(fmt::format(
        "the key file {} is open to others than its owner: run chmod 600 {}", path, path));
  }
  std::span<char> rest(reinterpret_cast<char*>(key.data()), key.size());
  while (!rest.empty()) {
    const std::size_t got = read_some(file, rest, path);
    if (got == 0) throw InputError(fmt::format("{} was cut short while it was read", path));
    rest = rest.subspan(got);
  }
  refuse_constant(key, fmt::format("the key in {}", path));
  return key;
}

void refuse_constant(const Key& key, std::string_view name) {
  if (std::any_of(key.begin(), key.end(), [&](std::uint8_t byte) { return byte != key[0]; }))
    return;
  throw InputError(fmt::format(
      "{} is no secret: all its bytes are equal; draw 32 of them, as head -c 32 /dev/urandom does",
      name));
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

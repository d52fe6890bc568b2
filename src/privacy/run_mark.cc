#include "privacy/run_mark.h"

#include <cstddef>
#include <string_view>

#include "base/digest.h"

namespace dplda {
namespace {

constexpr std::size_t kDigits = 32;  // of the salt, and of the digest

std::string digest_of(std::string_view a, std::string_view b) {
  Digest digest;
  digest.text(a);
  digest.text(b);
  return digest.finish_hex().substr(0, kDigits);
}

}  // namespace

std::string run_mark(const std::string& run, std::string_view made) {
  const std::string salt = digest_of(run, made);
  return salt + digest_of(salt, run);
}

bool is_mark_of(const std::string& mark, const std::string& run) {
  const std::string salt = mark.substr(0, kDigits);
  return mark == salt + digest_of(salt, run);
}

bool is_run_mark(const std::string& text) {
  return text.size() == 2 * kDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace dplda

#include "fuzz/mutations.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace dplda::test {

namespace {

// SplitMix64: any sequence will do here, as long as it never changes.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  std::size_t below(std::size_t bound) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  }

 private:
  std::uint64_t state_;
};

using Piece = std::pair<std::size_t, std::size_t>;  // position, size

Piece any_piece(const std::string& bytes, Dice& dice) {
  const std::size_t at = dice.below(bytes.size());
  const std::size_t most = std::min<std::size_t>(bytes.size() - at, dice.below(2) == 0 ? 8 : 256);
  return {at, 1 + dice.below(most)};
}

std::vector<Piece> digit_runs(const std::string& bytes) {
  std::vector<Piece> runs;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] < '0' || bytes[i] > '9') continue;
    const std::size_t first = i;
    while (i < bytes.size() && bytes[i] >= '0' && bytes[i] <= '9') ++i;
    runs.emplace_back(first, i - first);
  }
  return runs;
}

void replace_number(std::string& bytes, Dice& dice) {
  constexpr std::array<std::string_view, 19> kExtremes{"-1",
                                                       "0",
                                                       "1",
                                                       "2",
                                                       "00",
                                                       "127",
                                                       "65536",
                                                       "1000000",
                                                       "2147483647",
                                                       "2147483648",
                                                       "4294967295",
                                                       "4294967296",
                                                       "1e9",
                                                       "1e-3",
                                                       "9223372036854775807",
                                                       "nan",
                                                       "0x10",
                                                       "18446744073709551616",
                                                       ""};
  const auto runs = digit_runs(bytes);
  if (runs.empty()) return;
  const auto [at, size] = runs[dice.below(runs.size())];
  bytes.replace(at, size, kExtremes[dice.below(kExtremes.size())]);
}

void replace_binary_number(std::string& bytes, Dice& dice) {
  constexpr std::array<std::uint64_t, 9> kExtremes{
      0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};
  const std::size_t width = std::size_t{1} << dice.below(4);
  if (bytes.size() < width) return;
  const std::uint64_t value = kExtremes[dice.below(kExtremes.size())];
  std::memcpy(bytes.data() + dice.below(bytes.size() - width + 1), &value, width);
}

void damage_once(std::string& bytes, Dice& dice) {
  constexpr std::string_view kSpecial("\0\n\r\t \":,\\{}[]-.%\xFF\xC3\xED\xA0\x80", 21);
  switch (dice.below(9)) {
    case 0:
      bytes[dice.below(bytes.size())] ^= static_cast<char>(1 << dice.below(8));
      break;
    case 1:
      bytes[dice.below(bytes.size())] = kSpecial[dice.below(kSpecial.size())];
      break;
    case 2:
      bytes.resize(dice.below(bytes.size()));
      break;
    case 3: {
      const auto [at, size] = any_piece(bytes, dice);
      bytes.erase(at, size);
      break;
    }
    case 4: {
      const auto [at, size] = any_piece(bytes, dice);
      bytes.insert(dice.below(bytes.size() + 1), bytes.substr(at, size));
      break;
    }
    case 5: {
      const auto [at, size] = any_piece(bytes, dice);
      const auto [to, overwritten] = any_piece(bytes, dice);
      bytes.replace(to, overwritten, bytes.substr(at, size));
      break;
    }
    case 6:
      replace_binary_number(bytes, dice);
      break;
    default:
      replace_number(bytes, dice);
  }
}

}  // namespace

std::string damaged(const std::string& seed, std::uint64_t number) {
  Dice dice(number);
  std::string bytes = seed;
  for (std::size_t left = 1 + dice.below(4); left > 0 && !bytes.empty(); --left) {
    damage_once(bytes, dice);
  }
  return bytes;
}

}  // namespace dplda::test

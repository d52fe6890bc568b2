#include "privacy/rational.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/errors.h"

namespace dplda {
namespace {

constexpr std::uint64_t kPartLimit = std::uint64_t{1} << 32;

// The shortest decimal that reads back as x, if its parts are small enough.
std::optional<Rational> short_decimal(double x) {
  // Scientific form: digits d.ddd and an exponent, at most 24 characters.
  std::array<char, 32> text;
  const auto end = std::to_chars(text.begin(), text.end(), x, std::chars_format::scientific).ptr;
  std::uint64_t digits = 0;
  int exponent = 0;
  bool fraction = false;
  const char* c = text.begin();
  for (; *c != 'e'; ++c) {
    if (*c == '.') {
      fraction = true;
    } else {
      digits = 10 * digits + static_cast<std::uint64_t>(*c - '0');
      exponent -= fraction ? 1 : 0;
    }
  }
  ++c;
  if (*c == '+') ++c;
  int written = 0;
  std::from_chars(c, end, written);
  exponent += written;
  Rational result{digits, 1};
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(result.numerator, 10, &result.numerator)) return std::nullopt;
  }
  for (; exponent < 0; ++exponent) {
    if (__builtin_mul_overflow(result.denominator, 10, &result.denominator)) return std::nullopt;
  }
  result = reduced(result);
  if (result.numerator >= kPartLimit || result.denominator >= kPartLimit) return std::nullopt;
  return result;
}

Rational on_side(double x, double (*whole)(double)) {
  if (!(x > 0 && x <= 0x1p52)) {
    throw InputError(fmt::format(
        "a noise parameter is {}; give a number above 0 and at most 2^52 = {}", x, 0x1p52));
  }
  if (const auto decimal = short_decimal(x)) return *decimal;
  // Scaling by a power of two is exact, so that floor and ceil see x itself.
  int shift = 31;
  while (shift > 0 && whole(std::ldexp(x, shift)) >= static_cast<double>(kPartLimit)) --shift;
  const auto numerator = static_cast<std::uint64_t>(whole(std::ldexp(x, shift)));
  if (numerator == 0) {
    throw InputError(fmt::format("a noise parameter is {}; give at least 2^-31", x));
  }
  return reduced({numerator, std::uint64_t{1} << shift});
}

}  // namespace

Rational reduced(const Rational& x) {
  const std::uint64_t common = std::gcd(x.numerator, x.denominator);
  return {x.numerator / common, x.denominator / common};
}

Rational rational_at_least(double x) {
  return on_side(x, [](double y) { return std::ceil(y); });
}

Rational rational_at_most(double x) {
  return on_side(x, [](double y) { return std::floor(y); });
}

std::string to_text(const Rational& x) { return fmt::format("{}/{}", x.numerator, x.denominator); }

Rational rational_from_text(std::string_view text) {
  Rational x{0, 0};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, x.numerator);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
    const auto second = std::from_chars(first.ptr + 1, end, x.denominator);
    if (second.ec == std::errc() && second.ptr == end && x.numerator > 0 && x.denominator > 0) {
      return reduced(x);
    }
  }
  throw InputError(fmt::format("'{}' is not a fraction; write two positive integers as in 737/10",
                               text.substr(0, 100)));
}

}  // namespace dplda

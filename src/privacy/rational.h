// A positive fraction of two 64-bit integers: the parameter of a noise that is drawn with integers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dplda {

struct Rational {
  std::uint64_t numerator;
  std::uint64_t denominator;

  // The nearest double if both parts are below 2^53.
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }

  bool operator==(const Rational&) const = default;
};

// The same fraction in lowest terms. REQUIRES: both parts are positive.
Rational reduced(const Rational& x);

// The fraction that a double stands for, in lowest terms. Where the shortest decimal that reads
// back as x has a denominator and a numerator below 2^32, x stands for that decimal exactly (0.1 is
// 1/10, 73.7 is 737/10; value() gives x back). Otherwise the result is the nearest fraction on the
// asked side of x whose denominator is a power of two and whose parts are both below 2^32; from
// 2^32 on it is a whole number. Throws InputError unless 0 < x <= 2^52, or where nothing positive
// is at most x.
Rational rational_at_least(double x);
Rational rational_at_most(double x);

// "737/10"; a denominator of 1 is written too.
std::string to_text(const Rational& x);
// Reads that form again, in lowest terms. Throws InputError unless it is two positive 64-bit
// integers around a slash.
Rational rational_from_text(std::string_view text);

}  // namespace dplda

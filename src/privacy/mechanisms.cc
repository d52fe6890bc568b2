#include "privacy/mechanisms.h"

#include <fmt/core.h>

#include <charconv>
#include <initializer_list>
#include <string_view>

#include "base/errors.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/private_words.h"
#include "privacy/randomized_response.h"
#include "privacy/rational.h"

namespace dplda {
namespace {

// The parameters of one mechanism, read by key and type.
class Parameters {
 public:
  // Throws InputError unless the keys are exactly these.
  Parameters(const std::string& name, const MechanismParameters& values,
             std::initializer_list<const char*> keys)
      : name_(name), values_(values) {
    for (const char* key : keys) {
      if (values.find(key) == nullptr) fail(key, "is missing");
    }
    for (const auto& [key, value] : values) {
      bool known = false;
      for (const char* expected : keys) known = known || key == expected;
      if (!known) fail(key, "is unknown to this version of the program");
    }
  }

  std::uint64_t count(const char* key) const {
    const auto* value = std::get_if<std::uint64_t>(values_.find(key));
    if (value == nullptr) fail(key, "must be a whole number");
    return *value;
  }

  Rational fraction(const char* key) const { return rational_from_text(text(key)); }

  // A 64-bit number written as text, so that no reader of JSON rounds it.
  std::uint64_t wide_count(const char* key) const {
    const std::string& digits = text(key);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      fail(key, "must be a whole number below 2^64 in quotes");
    }
    return value;
  }

 private:
  const std::string& text(const char* key) const {
    const auto* value = std::get_if<std::string>(values_.find(key));
    if (value == nullptr) fail(key, "must be text");
    return *value;
  }

  [[noreturn]] void fail(const std::string& key, std::string_view what) const {
    throw InputError(fmt::format("{}: the parameter '{}' {}", name_, key.substr(0, 100), what));
  }

  const std::string& name_;
  const MechanismParameters& values_;
};

}  // namespace

Mechanism mechanism_from(const std::string& name, const MechanismParameters& parameters) {
  if (name == "discrete_laplace") {
    const Parameters p(name, parameters, {"scale", "cells"});
    return discrete_laplace_mechanism(p.fraction("scale"), p.count("cells"));
  }
  if (name == "discrete_gaussian") {
    const Parameters p(name, parameters, {"variance", "squares"});
    return discrete_gaussian_mechanism(p.fraction("variance"), p.count("squares"));
  }
  if (name == "bounded_gaussian") {
    const Parameters p(name, parameters, {"variance", "squares", "replaced", "word"});
    return bounded_gaussian_mechanism(
        p.fraction("variance"),
        {.added = p.count("squares"), .replaced = p.count("replaced"), .word = p.count("word")});
  }
  if (name == "randomized_response") {
    const Parameters p(name, parameters, {"threshold", "bits"});
    return randomized_response_mechanism(p.wide_count("threshold"), p.count("bits"));
  }
  if (name == "clipped_draw") {
    const Parameters p(name, parameters, {"smallest", "largest"});
    return ClippedDraw::mechanism(p.count("smallest"), p.count("largest"));
  }
  if (name == "private_words") {
    const Parameters p(name, parameters, {"variance", "words", "threshold"});
    return private_words_mechanism(p.fraction("variance"), p.count("words"), p.count("threshold"));
  }
  throw InputError(fmt::format("there is no mechanism '{}'; a newer version may know it",
                               std::string_view(name).substr(0, 100)));
}

}  // namespace dplda

// Of which length made-up documents are where the lengths of the real ones are protected
// (docs/use/noise-check.md, "Lengths").
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "training/run_options.h"

namespace dplda {

// Words of a document, at most `cap`, at which noise looks sharpest, for the same totals. With
// more, a document says more about itself than its weights do; with fewer, it has no room for
// several topics.
inline std::uint64_t noisiest_length(const RunOptions& run, std::uint64_t cap) {
  const double all = run.alpha * static_cast<double>(run.topics);
  const double most = std::min(64.0, static_cast<double>(cap));
  return static_cast<std::uint64_t>(
      std::clamp(std::round(10.0 / 3 * all), 2.0, std::max(2.0, most)));
}

// Above this alpha a topic may gather the long documents, whose words are flatter because each
// counts once: then documents of very different lengths are made up, too.
inline constexpr double kAlikeAlpha = 0.1;

// Lengths of documents of which some are far longer than the others, in several ways. `sum`: what
// `size` of the lengths add up to. REQUIRES: size is positive.
template <class Size>
std::vector<std::vector<std::uint64_t>> uneven_lengths(double alpha, std::uint64_t cap, double sum,
                                                       const Size& size) {
  struct Mixture {
    std::uint64_t most;
    std::uint64_t few;
    std::size_t one_in;  // so many is long
  };
  std::vector<std::vector<std::uint64_t>> all;
  if (alpha <= kAlikeAlpha) return all;
  for (const auto& [most, few, one_in] : {Mixture{10, 100, 10}, Mixture{3, 200, 20}}) {
    const std::uint64_t shorter = std::min(most, cap);
    const std::uint64_t longer = std::min(few, cap);
    const auto parts = static_cast<double>(one_in);
    const double each = ((parts - 1) * size(shorter) + size(longer)) / parts;
    const auto documents = static_cast<std::size_t>(std::max(1.0, std::round(sum / each)));
    std::vector<std::uint64_t> lengths(documents, shorter);
    for (std::size_t m = 0; m < documents; m += one_in) lengths[m] = longer;
    all.push_back(std::move(lengths));
  }
  return all;
}

}  // namespace dplda

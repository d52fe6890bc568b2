#include "corpus/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/errors.h"
#include "base/random.h"

namespace dplda {

namespace {

void check_parts(std::uint64_t documents, std::uint64_t train, std::string_view flag) {
  if (train > 0 && train < documents) return;
  throw InputError(fmt::format("{} leaves a part of the {} documents empty", flag, documents));
}

}  // namespace

Split split_at(std::uint64_t documents, std::uint64_t train) {
  check_parts(documents, train, "`first`");
  Split split;
  split.train.resize(train);
  split.test.resize(documents - train);
  std::iota(split.train.begin(), split.train.end(), std::uint64_t{0});
  std::iota(split.test.begin(), split.test.end(), train);
  return split;
}

Split split_at_random(std::uint64_t documents, double fraction, std::uint64_t seed) {
  if (!(fraction > 0 && fraction < 1)) throw InputError("`fraction` must be above 0 and below 1");
  const auto train =
      static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(documents)));
  check_parts(documents, train, "`fraction`");
  std::vector<std::uint64_t> order(documents);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSplit);
  // The first `train` steps of a Fisher-Yates shuffle.
  for (std::uint64_t i = 0; i < train; ++i)
    std::swap(order[i], order[i + stream.below(documents - i)]);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(train);
  std::sort(order.begin(), middle);
  std::sort(middle, order.end());
  return {.train = {order.begin(), middle}, .test = {middle, order.end()}};
}

}  // namespace dplda

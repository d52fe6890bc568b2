// Randomized response of reports, by the length of their rows, epsilon and instruction set.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "parts.h"
#include "privacy/randomized_response.h"
#include "reference/naive_response.h"

namespace dplda::bench {
namespace {

using Row = std::vector<std::uint64_t>;

void check_rows(const RandomizedResponse& response, std::size_t bits, const std::string& set) {
  const RandomStreams random(key_from_seed(1));
  const std::size_t words = (bits + 63) / 64;
  use_instruction_set(set);
  for (std::uint64_t document = 0; document < 20; ++document) {
    const RandomPosition at{.purpose = Purpose::kNoise, .document = document};
    Row row(words);
    response.perturb(row, random, at);
    require(row == test::naive_flips(words, response.threshold(), random, at),
            fmt::format("a row of {} bits on {}", bits, set));
  }
  use_instruction_set("best");
}

std::vector<Measurement> response_rows(bool quick) {
  const RandomStreams random(key_from_seed(2));
  std::vector<Timed> entries;
  for (const std::string& set : instruction_sets()) {
    for (const std::size_t bits : {1000, 10000}) {
      for (const double epsilon : quick ? std::vector{3.0} : std::vector{0.5, 3.0, 8.0}) {
        const RandomizedResponse response(epsilon);
        check_rows(response, bits, set);
        const auto row = std::make_shared<Row>((bits + 63) / 64);
        // Bits that fill up the last word do not count.
        entries.push_back(
            {.rate = {.name = fmt::format("perturb: {} bits, eps_bit {:g}", bits, epsilon),
                      .settings = {{"words", whole(bits)},
                                   {"instruction_set", set},
                                   {"epsilon",
                                    fmt::format("eps_bit = {:g} (unit: presence, view: report)",
                                                epsilon)}},
                      .amount = 1e-6 * static_cast<double>(bits),
                      .unit = "Mbits/s"},
             .once =
                 [&random, row, response, document = std::uint64_t{0}]() mutable {
                   response.perturb(*row, random,
                                    {.purpose = Purpose::kNoise, .document = ++document});
                 },
             .set = set});
      }
    }
  }
  return timed(entries, race_length(quick));
}

}  // namespace

SuitePart response_part(bool quick) {
  return {.name = "response", .measure = [=] { return response_rows(quick); }};
}

}  // namespace dplda::bench

// kernels: how fast every kernel is by itself, as `dplda bench` says it of the whole.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/errors.h"
#include "lab/speed/speed_report.h"
#include "parts.h"

namespace dplda::bench {

void require(bool right, const std::string& what) {
  if (!right) throw SystemError(what + " is wrong: not timed");
}

namespace {

int run(int argc, char** argv) {
  bool quick = false;
  bool json = false;
  std::string only;
  CLI::App app("Times every kernel alone, checked against its naive reference first.");
  app.add_flag("--quick", quick, "fewer rows, fewer rounds: coarser figures");
  app.add_flag("--json", json, "print JSON instead of the table");
  app.add_option("--only", only, "only the parts with this in their names");
  CLI11_PARSE(app, argc, argv);
  const std::vector<SuitePart> parts =
      chosen_parts({channel_part(quick), noise_part(quick), offsets_part(quick),
                    response_part(quick), samplers_part(quick), sparse_part(quick)},
                   only);
  const SpeedReport report =
      report_of(parts, quick, [](std::size_t number, std::size_t all, const std::string& name) {
        fmt::print(stderr, "kernels {}/{}: {}\n", number + 1, all, name);
      });
  fmt::print("{}", json ? to_json(report).dump(2) + "\n" : speed_text(report));
  return 0;
}

}  // namespace
}  // namespace dplda::bench

int main(int argc, char** argv) {
  try {
    return dplda::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "kernels: {}\n", error.what());
    return 1;
  }
}

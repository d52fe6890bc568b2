// The fuzz targets under libFuzzer: DPLDA_FUZZ_TARGET=uci reader_libfuzzer CORPUS_DIRECTORY.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/errors.h"
#include "fuzz/targets.h"

namespace {

dplda::test::FuzzTarget chosen_target() {
  const char* name = std::getenv("DPLDA_FUZZ_TARGET");
  for (const auto& target : dplda::test::fuzz_targets()) {
    if (name != nullptr && target.name == name) return target;
  }
  std::fputs("DPLDA_FUZZ_TARGET names none of:", stderr);
  for (const auto& target : dplda::test::fuzz_targets()) {
    std::fprintf(stderr, " %s", target.name.c_str());
  }
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = chosen_target();
  try {
    target.read({reinterpret_cast<const char*>(data), size});
  } catch (const dplda::InputError&) {
  }
  return 0;
}

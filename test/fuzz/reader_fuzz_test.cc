// Every reader of outside bytes, on thousands of damaged files: each is read or refused with an
// InputError. Crashes and misuse of memory are found by the sanitizers, endless loops by the
// test's time limit, absurd allocations by the limits below.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "base/errors.h"
#include "fuzz/mutations.h"
#include "fuzz/targets.h"

// The seeds are below 10 kB. A vocabulary of a million decimal names is the most that a small file
// may ask for: some 50 MB.
#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=256"; }
constexpr bool kSanitized = true;
#elif defined(__SANITIZE_THREAD__)
extern "C" const char* __tsan_default_options() { return "max_allocation_size_mb=256"; }
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

namespace dplda::test {

// GoogleTest prints parameters by this.
void PrintTo(const FuzzTarget& target, std::ostream* out) { *out << target.name; }

namespace {

std::uint64_t variants() {
  const char* given = std::getenv("DPLDA_FUZZ_VARIANTS");
  return given == nullptr ? 4000 : std::strtoull(given, nullptr, 10);
}

class ReaderFuzz : public testing::TestWithParam<FuzzTarget> {
 protected:
  static void SetUpTestSuite() {
    // A sanitizer's shadow memory takes more address space than any limit would leave.
    if (kSanitized) return;
    const rlimit limit{.rlim_cur = rlim_t{2} << 30, .rlim_max = rlim_t{2} << 30};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
};

TEST_P(ReaderFuzz, ReadsTheSeed) { EXPECT_NO_THROW(GetParam().read(GetParam().seed)); }

TEST_P(ReaderFuzz, ReadsOrRefusesEveryDamagedFile) {
  const FuzzTarget& target = GetParam();
  std::uint64_t refused = 0;
  for (std::uint64_t number = 0; number < variants(); ++number) {
    try {
      target.read(damaged(target.seed, number));
    } catch (const InputError& error) {
      ++refused;
      const std::string_view message = error.what();
      ASSERT_FALSE(message.empty()) << "variant " << number;
      ASSERT_EQ(message.find('\n'), message.npos) << "variant " << number << ": " << message;
    } catch (const std::exception& error) {
      FAIL() << "variant " << number << " of " << target.name << ": " << error.what();
    }
  }
  EXPECT_EQ(refused > 0, target.refuses);
  RecordProperty("refused", std::to_string(refused));
}

INSTANTIATE_TEST_SUITE_P(Readers, ReaderFuzz, testing::ValuesIn(fuzz_targets()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace dplda::test

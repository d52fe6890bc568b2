#include "collect/seen_reports.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/random.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

ReportId random_id(std::uint64_t number) {
  const RandomStreams random(key_from_seed(7));
  RandomStream stream(random, Purpose::kSynthetic, 0, number);
  ReportId id;
  for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(stream.next());
  return id;
}

TEST(SeenReports, KnowsWhatWasAddedAndNothingElse) {
  const test::TemporaryDirectory directory;
  SeenReports seen(directory / "state");
  std::uint64_t next = 0;
  for (int batch = 0; batch < 100; ++batch) {
    std::vector<ReportId> ids;
    for (int i = 0; i < 1 + batch % 7; ++i) ids.push_back(random_id(next++));
    seen.add(std::move(ids));
    seen.sweep_up();
    // As in a binary counter: the number of files is logarithmic.
    ASSERT_LE(directory.entries(), 12U);
  }
  EXPECT_EQ(seen.size(), next);
  for (std::uint64_t i = 0; i < next; ++i) ASSERT_TRUE(seen.contains(random_id(i))) << i;
  for (std::uint64_t i = next; i < next + 100; ++i) ASSERT_FALSE(seen.contains(random_id(i))) << i;
}

// A process that is killed after add(), before its state is safe, has added nothing.
TEST(SeenReports, ComesBackAsItWasSaved) {
  const test::TemporaryDirectory directory;
  const std::string prefix = directory / "state";
  nlohmann::ordered_json saved;
  {
    SeenReports seen(prefix);
    seen.add({random_id(1), random_id(2)});
    saved = seen.saved();
    seen.sweep_up();
    seen.add({random_id(3)});
    seen.add({random_id(4), random_id(5), random_id(6)});
  }
  const SeenReports back(prefix, saved);
  EXPECT_TRUE(back.contains(random_id(1)));
  EXPECT_TRUE(back.contains(random_id(2)));
  for (const std::uint64_t later : {3, 4, 5, 6}) EXPECT_FALSE(back.contains(random_id(later)));
  EXPECT_EQ(directory.entries(), 1U);
}

TEST(SeenReports, LeavesOtherFilesAlone) {
  const test::TemporaryDirectory directory;
  for (const char* name : {"state.ids-", "state.ids-7x", "other.ids-1", "state"})
    test::write_file(directory / name, "mine");
  SeenReports seen(directory / "state");
  seen.add({random_id(1)});
  seen.sweep_up();
  EXPECT_EQ(directory.entries(), 5U);
}

TEST(SeenReports, RefusesMissingAndDamagedFiles) {
  const test::TemporaryDirectory directory;
  const std::string prefix = directory / "state";
  SeenReports seen(prefix);
  seen.add({random_id(1), random_id(2)});
  const nlohmann::ordered_json saved = seen.saved();
  {
    std::fstream file(prefix + ".ids-1", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(5);
    file.put('x');
  }
  EXPECT_THROW(SeenReports(prefix, saved), InputError);
  std::filesystem::remove(prefix + ".ids-1");
  EXPECT_THROW(SeenReports(prefix, saved), InputError);
  EXPECT_THROW(SeenReports(prefix, nlohmann::ordered_json::object()), InputError);
}

}  // namespace
}  // namespace dplda

#include "text/line_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/errors.h"
#include "reference/chunked_source.h"
#include "reference/errors.h"

namespace dplda {
namespace {

using test::chunked;
using Lines = std::vector<std::string>;

Lines lines_of(const std::string& bytes, std::size_t chunk = 1 << 16) {
  LineReader reader(chunked(bytes, "input", chunk));
  Lines lines;
  std::string_view line;
  while (reader.next(line)) {
    lines.emplace_back(line);
    EXPECT_EQ(reader.number(), lines.size());
  }
  EXPECT_FALSE(reader.next(line)) << "the end stays the end";
  return lines;
}

TEST(LineReader, CutsAtLineEndsOfEitherKind) {
  EXPECT_EQ(lines_of("a\nbc\r\n\nd\r\n"), (Lines{"a", "bc", "", "d"}));
}

TEST(LineReader, GivesALastLineWithoutAnEnd) {
  EXPECT_EQ(lines_of("a\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("a\r"), (Lines{"a"}));
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("\n"), (Lines{""}));
}

TEST(LineReader, KeepsACarriageReturnInsideALine) {
  EXPECT_EQ(lines_of("a\rb\n"), (Lines{"a\rb"}));
}

TEST(LineReader, GivesTheSameLinesHoweverTheStreamIsCut) {
  std::string bytes;
  for (int i = 0; i < 300; ++i)
    bytes += std::string(static_cast<std::size_t>(i % 37), 'x') + "\r\n";
  const auto whole = lines_of(bytes);
  ASSERT_EQ(whole.size(), 300u);
  for (const std::size_t chunk : {1, 2, 3, 7, 64}) EXPECT_EQ(lines_of(bytes, chunk), whole);
}

TEST(LineReader, ReadsLinesLongerThanItsBuffer) {
  const std::string large(3 << 20, 'y');
  EXPECT_EQ(lines_of("a\n" + large + "\nb\n", 1000), (Lines{"a", large, "b"}));
}

TEST(LineReader, RefusesTheFirstLineAboveTheLimitAndNoneAtIt) {
  for (const std::size_t chunk : {1, 5, 1 << 16}) {
    LineReader reader(chunked("12345\r\n12345\n123456\n", "file.txt", chunk), 5);
    std::string_view line;
    EXPECT_TRUE(reader.next(line));
    EXPECT_TRUE(reader.next(line));
    const std::string message = test::input_error([&] { reader.next(line); });
    EXPECT_TRUE(message.starts_with("file.txt line 3: ")) << message;
  }
}

TEST(LineReader, StopsReadingAnEndlessLineAtTheLimit) {
  LineReader reader(chunked(std::string(1 << 20, 'z'), "input", 4096), 1000);
  std::string_view line;
  EXPECT_THROW(reader.next(line), InputError);
}

TEST(LineReader, NamesTheLineInWhatItThrows) {
  LineReader reader(chunked("a\nb\n", "some.txt"));
  std::string_view line;
  reader.next(line);
  reader.next(line);
  EXPECT_EQ(test::input_error([&] { reader.fail("it is wrong"); }), "some.txt line 2: it is wrong");
}

}  // namespace
}  // namespace dplda

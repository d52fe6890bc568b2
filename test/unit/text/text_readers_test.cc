#include "text/text_readers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/errors.h"
#include "reference/chunked_source.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Texts = std::vector<std::string>;
using test::chunked;
using test::input_error;

Texts all(TextSource& source) {
  Texts texts;
  std::string_view text;
  while (source.next(text)) texts.emplace_back(text);
  return texts;
}

Texts lines(std::string bytes, const TextLimits& limits = {}) {
  return all(*open_lines(chunked(std::move(bytes), "in.txt", 3), limits));
}

Texts csv(std::string bytes, const TextLimits& limits = {}) {
  return all(*open_table(chunked(std::move(bytes), "in.csv", 3), ',', "text", limits));
}

Texts ndjson(std::string bytes) {
  return all(*open_ndjson(chunked(std::move(bytes), "in.json", 3), "text", {}));
}

TEST(Lines, AreADocumentEachEmptyOnesToo) {
  EXPECT_EQ(lines("one\r\n\ntwo words\nlast"), (Texts{"one", "", "two words", "last"}));
  EXPECT_EQ(lines("\xEF\xBB\xBF"
                  "one\n\xEF\xBB\xBFtwo\n"),
            (Texts{"one", "\xEF\xBB\xBFtwo"}));
  EXPECT_EQ(lines(""), Texts{});
  EXPECT_EQ(lines("\n"), Texts{""});
}

TEST(Lines, ThatAreNotUtf8AreRefusedByNumberOrReplaced) {
  EXPECT_EQ(
      input_error([] { lines("fine\nb\xE9te\n"); }),
      "in.txt line 2: not valid UTF-8; save the file as UTF-8 or pass `invalid-utf8 replace`");
  EXPECT_EQ(lines("fine\nb\xE9te\nfine", {.invalid_utf8 = InvalidUtf8::kReplace}),
            (Texts{"fine", "b\uFFFDte", "fine"}));
}

TEST(Lines, ThatAreTooLongAreRefusedByNumber) {
  EXPECT_EQ(lines("1234\n1234\r\n", {.longest = 4}).size(), 2u);
  const std::string text = input_error([] { lines("1234\n12345\n", {.longest = 4}); });
  EXPECT_NE(text.find("in.txt line 2:"), std::string::npos) << text;
  EXPECT_NE(text.find("`max-line`"), std::string::npos) << text;
}

TEST(Table, TakesTheNamedColumn) {
  EXPECT_EQ(csv("id,text,more\n1,one,x\n2,two\n\n3,,x\n"), (Texts{"one", "two", ""}));
  EXPECT_EQ(all(*open_table(chunked("\xEF\xBB\xBF"
                                    "text\tid\r\na b\t1\r\n"),
                            '\t', "text", {})),
            Texts{"a b"});
}

TEST(Table, QuotedFieldsHoldSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(csv("\"id\",\"text\"\n1,\"a, \"\"b\"\"\r\nc\"\n\"2\n3\",plain \"word\" here\n4,\"\"\n"),
            (Texts{"a, \"b\"\nc", "plain \"word\" here", ""}));
}

TEST(Table, ShowsNoTextOfADocumentThatStandsInTheHeadersPlace) {
  for (const auto* first : {"1,my secret is out\n", "1,\"a\nb\"\n", "1,\n", "1,secret\n"}) {
    EXPECT_EQ(input_error([&] { csv(first); }),
              "in.csv line 1: none of the 2 columns named here is called 'text'; choose one with "
              "`column`, or give the names "
              "of the columns on this line");
  }
}

TEST(Table, ErrorsNameTheLineOrTheColumns) {
  EXPECT_EQ(input_error([] { csv(""); }), "in.csv: the file is empty");
  EXPECT_EQ(input_error([] { csv("id,text\n1,x\n2\n"); }),
            "in.csv line 3: the record has 1 fields, the text is in field 2");
  EXPECT_EQ(input_error([] { csv("id,text\n1,\"x\n2,y\n3,z"); }),
            "in.csv line 2: the quote that opens here is never closed");
  const std::string text =
      input_error([] { csv("id,text\n1,\"x\n2,yyyyyyy\n3,z", {.longest = 10}); });
  EXPECT_NE(text.find("in.csv line 2:"), std::string::npos) << text;
  EXPECT_NE(text.find("`max-line`"), std::string::npos) << text;
}

TEST(Ndjson, TakesTheNamedField) {
  EXPECT_EQ(ndjson("{\"id\":1,\"text\":\"a \\\"b\\\"\\n\\u00e9\"}\n\n{\"text\":\"\"}\r\n"),
            (Texts{"a \"b\"\né", ""}));
}

TEST(Ndjson, ErrorsNameTheLine) {
  EXPECT_EQ(input_error([] { ndjson("{\"text\":\"a\"}\n[1]\n"); }),
            "in.json line 2: not a JSON object; NDJSON has one object on every line");
  EXPECT_EQ(input_error([] { ndjson("{\"text\":\"secret"); }),
            "in.json line 1: not a JSON object; NDJSON has one object on every line");
  EXPECT_EQ(input_error([] { ndjson("{\"body\":\"a\"}"); }),
            "in.json line 1: the object has no field 'text'; name another with `column`");
  EXPECT_EQ(input_error([] { ndjson("{\"text\":3}"); }),
            "in.json line 1: the field 'text' is not a string; name another with `column`");
  ndjson("{\"text\":\"a\",\"deep\":" + std::string(100000, '[') + std::string(100000, ']') + "}");
}

TEST(Directory, FilesAreDocumentsInTheOrderOfTheirPaths) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_directories(directory / "b");
  test::write_file(directory / "c.txt", "third\nof three");
  test::write_file(directory / "a.txt",
                   "\xEF\xBB\xBF"
                   "first");
  test::write_file(directory / "b/x", "");
  std::uint64_t taken = 0;
  const auto source =
      open_directory(directory.path(), {}, [&](std::uint64_t bytes) { taken += bytes; });
  EXPECT_EQ(all(*source), (Texts{"first", "", "third\nof three"}));
  EXPECT_EQ(taken, 22u);
}

TEST(Directory, ErrorsNameTheFileAndTheLine) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "a.txt";
  const auto read = [&](const TextLimits& limits) {
    return all(*open_directory(directory.path(), limits));
  };
  test::write_file(file, "fine\nfine\nb\xE9te\n");
  EXPECT_TRUE(input_error([&] { read({}); }).starts_with(file + " line 3: not valid UTF-8"));
  EXPECT_EQ(read({.invalid_utf8 = InvalidUtf8::kReplace}), Texts{"fine\nfine\nb\uFFFDte\n"});
  EXPECT_TRUE(input_error([&] {
                read({.invalid_utf8 = InvalidUtf8::kReplace, .longest = 10});
              }).find("`max-line`") != std::string::npos);
  EXPECT_THROW(open_directory(directory / "absent", {}), InputError);
}

}  // namespace
}  // namespace dplda

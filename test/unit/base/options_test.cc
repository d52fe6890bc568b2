#include "base/options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "reference/errors.h"

namespace dplda {
namespace {

struct Values {
  std::int64_t topics = 50;
  double alpha = 0.1;
  bool binary = false;
  std::string format = "auto";
  std::optional<std::int64_t> seed;
  std::optional<double> target;

  OptionTable table() {
    return {
        {.name = "topics", .target = &topics, .help = "topics", .least = 1, .most = 65535},
        {.name = "alpha", .target = &alpha, .help = "alpha", .least = 0, .above_least = true},
        {.name = "binary", .target = &binary, .help = "presence"},
        {.name = "format", .target = &format, .help = "format", .choices = {"auto", "text"}},
        {.name = "seed", .target = &seed, .help = "seed", .least = 0},
        {.name = "target-epsilon", .target = &target, .help = "target"},
    };
  }
};

TEST(Options, JsonHoldsEveryValueInTableOrderAndReadsBack) {
  Values first;
  EXPECT_EQ(to_json(values_of(first.table())).dump(),
            R"({"topics":50,"alpha":0.1,"binary":false,"format":"auto"})");
  first.seed = 7;
  first.target = 0.5;
  first.binary = true;
  const auto json = to_json(values_of(first.table()));
  EXPECT_EQ(json.dump(), R"({"topics":50,"alpha":0.1,"binary":true,"format":"auto",)"
                         R"("seed":7,"target_epsilon":0.5})");
  Values second;
  set_values(second.table(), option_values_from_json(json));
  EXPECT_EQ(to_json(values_of(second.table())), json);
}

TEST(Options, JsonOfWrongKeysOrTypesIsRefusedByName) {
  Values values;
  const auto error = [&](const char* text) {
    return test::input_error([&] {
      set_values(values.table(), option_values_from_json(nlohmann::ordered_json::parse(text)));
    });
  };
  EXPECT_EQ(error(R"({"tpics":1})"), "there is no option 'tpics'");
  EXPECT_EQ(error(R"({"topics":"many"})"), "option 'topics' takes a whole number, not \"many\"");
  EXPECT_EQ(error(R"({"topics":1.5})"), "option 'topics' takes a whole number, not 1.5");
  EXPECT_NE(error(R"({"topics":18446744073709551615})"), "");
  EXPECT_EQ(error(R"({"binary":1})"), "option 'binary' takes true or false, not 1");
  EXPECT_EQ(error(R"({"format":[1]})"), "option 'format' takes no array");
  EXPECT_EQ(error(R"({"format":["a"]})"), "option 'format' takes a text, not array");
  EXPECT_EQ(error(R"([1])"), "options must be a JSON object");
  EXPECT_EQ(error(R"({"alpha":1,"seed":null})"), "");
  EXPECT_EQ(values.alpha, 1.0);
}

TEST(Options, ValuesOutOfRangeAreNamedWithTheRange) {
  const auto error = [](auto change) {
    Values values;
    change(values);
    return test::input_error([&] { check(values.table()); });
  };
  EXPECT_EQ(error([](Values&) {}), "");
  EXPECT_EQ(error([](Values& v) { v.topics = 0; }),
            "`topics` must be a whole number from 1 to 65535, not 0");
  EXPECT_EQ(error([](Values& v) { v.topics = 65536; }),
            "`topics` must be a whole number from 1 to 65535, not 65536");
  EXPECT_EQ(error([](Values& v) { v.alpha = 0; }), "`alpha` must be a number above 0, not 0");
  EXPECT_EQ(error([](Values& v) { v.alpha = std::nan(""); }),
            "`alpha` must be a number above 0, not nan");
  EXPECT_EQ(error([](Values& v) { v.target = HUGE_VAL; }),
            "`target-epsilon` must be a finite number, not inf");
  EXPECT_EQ(error([](Values& v) { v.seed = -1; }),
            "`seed` must be a whole number of at least 0, not -1");
  EXPECT_EQ(error([](Values& v) { v.format = "word"; }),
            "`format` must be one of auto, text, not 'word'");
}

TEST(Options, TextIsReadWholeOrRefused) {
  Values values;
  const auto table = values.table();
  const auto error = [&](std::size_t option, const char* text) {
    return test::input_error([&] { set_from_text(table[option], text); });
  };
  EXPECT_EQ(error(0, "12"), "");
  EXPECT_EQ(error(0, "+12"), "");
  EXPECT_EQ(values.topics, 12);
  for (const char* text : {"abc", "", "1x", "1.5", " 1", "1 ", "+-1", "+", "0x10"})
    EXPECT_EQ(error(0, text), std::string("`topics` takes a whole number, not '") + text + "'");
  EXPECT_EQ(error(0, "9223372036854775808"),
            "`topics` must be a smaller number, not 9223372036854775808");
  EXPECT_EQ(error(1, "1e-3"), "");
  EXPECT_EQ(values.alpha, 1e-3);
  EXPECT_EQ(error(1, "1,5"), "`alpha` takes a number, not '1,5'");
  EXPECT_EQ(error(4, "3"), "");
  EXPECT_EQ(values.seed, 3);
}

TEST(Options, ZeroMayHaveAName) {
  std::int64_t number = 7;
  const Option option{.name = "topics", .target = &number, .help = "", .zero = "auto"};
  set_from_text(option, "auto");
  EXPECT_EQ(number, 0);
  EXPECT_EQ(value_as_text(option), "auto");
  set_from_text(option, "3");
  EXPECT_EQ(value_as_text(option), "3");
}

TEST(Options, RecordsDoNotSayWhatIsNobodysBusiness) {
  std::string path;
  const OptionTable table = {{.name = "text", .target = &path, .help = "", .nameless = true}};
  EXPECT_TRUE(values_of(table).says("text", ""));
  path = "patients.txt";
  EXPECT_TRUE(values_of(table).says("text", "given"));
  EXPECT_EQ(value_as_text(table.front()), "patients.txt");
}

TEST(Options, TextOfAValueReadsBack) {
  Values values;
  const auto table = values.table();
  for (const double alpha : {0.1, 1e-300, 1.0 / 3, 12345678.9, 2.0}) {
    values.alpha = alpha;
    set_from_text(table[1], value_as_text(table[1]));
    EXPECT_EQ(values.alpha, alpha);
  }
  EXPECT_EQ(value_as_text(table[4]), "");
}

}  // namespace
}  // namespace dplda

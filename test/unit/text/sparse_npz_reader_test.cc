#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "reference/archives.h"
#include "reference/bags.h"
#include "reference/errors.h"
#include "reference/temporary.h"
#include "text/bag_readers.h"

namespace dplda {
namespace {

using test::input_error;
using test::npy_file;
using test::npy_numbers;
using test::PlainBag;
using test::PlainBags;
using test::read_all;

using Entries = std::map<std::string, std::string>;
using Int32s = std::vector<std::int32_t>;
using Int64s = std::vector<std::int64_t>;

// The matrix {{2, 0, 1}, {0, 0, 0}, {0, 7, 0}} in each format.
Entries csr() {
  return {{"format", npy_file("|S3", "()", "csr")},
          {"shape", npy_numbers("<i8", Int64s{3, 3})},
          {"indptr", npy_numbers("<i4", Int32s{0, 2, 2, 3})},
          {"indices", npy_numbers("<i4", Int32s{0, 2, 1})},
          {"data", npy_numbers("<i8", Int64s{2, 1, 7})}};
}

Entries csc() {
  auto entries = csr();
  entries["format"] = npy_file("|S3", "()", "csc");
  entries["indptr"] = npy_numbers("<i8", Int64s{0, 1, 2, 3});
  entries["indices"] = npy_numbers("<i8", Int64s{0, 2, 0});
  entries["data"] = npy_numbers("<f4", std::vector<float>{2, 7, 1});
  return entries;
}

Entries coo() {
  auto entries = csr();
  entries["format"] = npy_file("|S3", "()", "coo");
  entries.erase("indptr");
  entries.erase("indices");
  entries["row"] = npy_numbers("<i4", Int32s{2, 0, 0, 0, 1});
  entries["col"] = npy_numbers("<i4", Int32s{1, 0, 2, 0, 1});
  entries["data"] = npy_numbers("<f8", std::vector<double>{7, 1, 1, 1, 0});
  return entries;
}

class SparseNpz : public testing::Test {
 protected:
  PlainBags read(const Entries& entries, std::optional<WordList> names = {}) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& [name, bytes] : entries) files.emplace_back(name + ".npy", bytes);
    test::write_file(path_, test::zip_file(files));
    return read_all(*open_sparse_npz(path_, std::move(names)));
  }
  // The csr matrix above with one entry replaced.
  std::string refusal(const std::string& name, const std::string& bytes) {
    auto entries = csr();
    entries[name] = bytes;
    const std::string message = input_error([&] { read(entries); });
    EXPECT_TRUE(message.empty() || message.starts_with(path_)) << message;
    return message;
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_ / "m.npz";
};

TEST_F(SparseNpz, GivesTheSameDocumentsForCsrCscAndCoo) {
  EXPECT_EQ(read(csr()), test::kThreeBags);
  EXPECT_EQ(read(csc()), test::kThreeBags);
  EXPECT_EQ(read(coo()), test::kThreeBags);
}

TEST_F(SparseNpz, SortsAddsDuplicatesAndDropsZeros) {
  auto entries = csr();
  entries["indptr"] = npy_numbers("<i8", Int64s{0, 3, 4, 5});
  entries["indices"] = npy_numbers("<i4", Int32s{2, 0, 0, 1, 1});
  entries["data"] = npy_numbers("<i8", Int64s{1, 1, 1, 0, 7});
  EXPECT_EQ(read(entries), test::kThreeBags);
}

TEST_F(SparseNpz, ReadsEveryTypeOfNumberThatHoldsWholeValues) {
  auto entries = csr();
  const auto check = [&](const std::string& data) {
    entries["data"] = data;
    EXPECT_EQ(read(entries), test::kThreeBags);
  };
  check(npy_numbers("|u1", std::vector<std::uint8_t>{2, 1, 7}));
  check(npy_numbers("|i1", std::vector<std::int8_t>{2, 1, 7}));
  check(npy_numbers("<u2", std::vector<std::uint16_t>{2, 1, 7}));
  check(npy_numbers("<i2", std::vector<std::int16_t>{2, 1, 7}));
  check(npy_numbers("<u4", std::vector<std::uint32_t>{2, 1, 7}));
  check(npy_numbers("<i4", Int32s{2, 1, 7}));
  check(npy_numbers("<u8", std::vector<std::uint64_t>{2, 1, 7}));
  check(npy_numbers("<f4", std::vector<float>{2, 1, 7}));
  check(npy_numbers("<f8", std::vector<double>{2, 1, 7}));
}

TEST_F(SparseNpz, RefusesValuesThatAreNoCounts) {
  EXPECT_NE(refusal("data", npy_numbers("<i8", Int64s{2, -1, 7})), "");
  EXPECT_NE(refusal("data", npy_numbers("<i8", Int64s{2, 1LL << 31, 7})), "");
  EXPECT_EQ(refusal("data", npy_numbers("<i8", Int64s{2, (1LL << 31) - 1, 7})), "");
  for (const double bad : {0.5, -1.0, 1e300, std::nan(""), HUGE_VAL}) {
    EXPECT_NE(refusal("data", npy_numbers("<f8", std::vector<double>{2, bad, 7})), "") << bad;
  }
  EXPECT_NE(refusal("data", npy_numbers("<c8", std::vector<double>{2, 1, 7})), "");
}

TEST_F(SparseNpz, RefusesArraysThatDoNotFitTogether) {
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{0, 2, 3})), "");
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{})), "");
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{0, 2, 1, 3})), "");
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{0, 2, 2, 4})), "");
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{1, 2, 2, 3})), "");
  EXPECT_NE(refusal("indptr", npy_numbers("<i4", Int32s{0, -1, 2, 3})), "");
  EXPECT_NE(refusal("indices", npy_numbers("<i4", Int32s{0, 3, 1})), "");
  EXPECT_NE(refusal("indices", npy_numbers("<i4", Int32s{0, -1, 1})), "");
  EXPECT_NE(refusal("data", npy_numbers("<i8", Int64s{2, 1})), "");
  EXPECT_NE(refusal("shape", npy_numbers("<i8", Int64s{3})), "");
  EXPECT_NE(refusal("shape", npy_numbers("<i8", Int64s{3, -3})), "");
  EXPECT_NE(refusal("shape", npy_numbers("<i8", Int64s{3, 2000000000})), "");
  EXPECT_NE(refusal("format", npy_file("|S3", "()", "bsr")), "");
}

TEST_F(SparseNpz, DoesNotBelieveInEndlessRows) {
  auto entries = coo();
  entries["shape"] = npy_numbers("<i8", Int64s{1LL << 40, 3});
  EXPECT_NE(input_error([&] { read(entries); }), "");
}

TEST_F(SparseNpz, SaysWhatIsMissing) {
  for (const std::string name : {"format", "shape", "indptr", "indices", "data"}) {
    auto entries = csr();
    entries.erase(name);
    const std::string message = input_error([&] { read(entries); });
    EXPECT_NE(message.find("'" + name + "'"), std::string::npos) << name << ": " << message;
  }
}

TEST_F(SparseNpz, TakesNamesFromTheListElseFromTheArchive) {
  auto entries = csr();
  entries["vocabulary"] = npy_file("|S3", "(3,)", "antbeecat");
  EXPECT_EQ(read(entries).words, (std::vector<std::string>{"ant", "bee", "cat"}));
  const WordList names{{"x", "y", "z"}, "list.txt"};
  EXPECT_EQ(read(entries, names).words, names.words);
  EXPECT_NE(input_error([&] {
              read(entries, WordList{{"x"}, "list.txt"});
            }).find("list.txt has 1"),
            std::string::npos);
  EXPECT_NE(refusal("vocabulary", npy_file("|S3", "(2,)", "antbee")), "");
}

}  // namespace
}  // namespace dplda

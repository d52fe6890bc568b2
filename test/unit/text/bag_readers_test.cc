#include "text/bag_readers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/bags.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::input_error;
using test::PlainBags;
using test::read_all;
using Words = std::vector<std::string>;

const std::string kUci = "1\n2\n1\n1 2 3\n";
const std::string kLdaC = "1 1:3\n";
const std::string kMatrix = "%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 3\n";

class OpenBags : public testing::Test {
 protected:
  std::string file(std::string_view name, std::string_view bytes) {
    test::write_file(directory_ / name, bytes);
    return directory_ / name;
  }
  PlainBags read(const std::string& path, BagFormat format, const std::string& word_list = {}) {
    return read_all(*open_bags(open_input(path), path, format, word_list));
  }
  // The names that the words of a file get.
  Words names(const std::string& path, BagFormat format, const std::string& word_list = {}) {
    return read(path, format, word_list).words;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(OpenBags, FindsTheVocabularyBesideAUciFile) {
  const auto path = file("docword.kos.txt", kUci);
  file("vocab.kos.txt", "ant\nbee\n");
  EXPECT_EQ(read(path, BagFormat::kUci), (PlainBags{{{{1, 3}}}, {"ant", "bee"}}));
}

TEST_F(OpenBags, PrefersTheGivenWordList) {
  const auto path = file("docword.kos.txt", kUci);
  file("vocab.kos.txt", "ant\nbee\n");
  EXPECT_EQ(names(path, BagFormat::kUci, file("mine.txt", "cat\ndog\n")), (Words{"cat", "dog"}));
}

TEST_F(OpenBags, SaysWhichFileIsMissingAndNamesTheFlag) {
  const auto path = file("docword.kos.txt", kUci);
  const std::string message = input_error([&] { read(path, BagFormat::kUci); });
  EXPECT_NE(message.find(directory_ / "vocab.kos.txt"), std::string::npos) << message;
  EXPECT_NE(message.find("`word-list`"), std::string::npos) << message;

  const auto other = file("counts.txt", kUci);
  const std::string second = input_error([&] { read(other, BagFormat::kUci); });
  EXPECT_NE(second.find("`word-list`"), std::string::npos) << second;
}

TEST_F(OpenBags, FindsTheListsBesideOtherFormats) {
  const auto ldac = file("ap.dat", kLdaC);
  const auto matrix = file("m.mtx", kMatrix);
  EXPECT_EQ(names(ldac, BagFormat::kLdaC), (Words{"0", "1"}));
  EXPECT_EQ(names(matrix, BagFormat::kMatrixMarket), (Words{"0", "1"}));
  file("vocab.txt", "a\nb\n");
  EXPECT_EQ(names(ldac, BagFormat::kLdaC), (Words{"a", "b"}));
  EXPECT_EQ(names(matrix, BagFormat::kMatrixMarket), (Words{"0", "1"}));
  file("ap.vocab", "c\nd\n");
  EXPECT_EQ(names(ldac, BagFormat::kLdaC), (Words{"c", "d"}));
  file("m.vocab", "e\nf\n");
  EXPECT_EQ(names(matrix, BagFormat::kMatrixMarket), (Words{"e", "f"}));
  file("m.cols", "g\nh\n");
  EXPECT_EQ(names(matrix, BagFormat::kMatrixMarket), (Words{"g", "h"}));
}

TEST_F(OpenBags, ReadsTheRealCorpora) {
  const auto path = test::real_data("kos/docword.kos.txt.gz");
  if (!path) GTEST_SKIP() << "kos/docword.kos.txt.gz";
  const auto bags = read(*path, BagFormat::kUci);
  EXPECT_EQ(bags.documents.size(), 3430u);
  EXPECT_EQ(bags.words.size(), 6906u);
  std::uint64_t pairs = 0;
  std::uint64_t tokens = 0;
  for (const auto& document : bags.documents) {
    pairs += document.size();
    for (const auto& [word, count] : document) tokens += count;
  }
  EXPECT_EQ(pairs, 353160u);
  EXPECT_EQ(tokens, 467714u);
}

TEST(SniffBags, KnowsEachFormatByItsContent) {
  EXPECT_EQ(sniff_bags(kUci, "x"), BagFormat::kUci);
  EXPECT_EQ(sniff_bags("3430\r\n6906\r\n353160\r\n1 61 2\r\n", "-"), BagFormat::kUci);
  EXPECT_EQ(sniff_bags(kLdaC, "x"), BagFormat::kLdaC);
  EXPECT_EQ(sniff_bags("0\n0\n2 0:1 5:2\n", "x"), BagFormat::kLdaC);
  EXPECT_EQ(sniff_bags("186 0:1 5:2 7:1 1", "x"), BagFormat::kLdaC);  // the line goes on
  EXPECT_EQ(sniff_bags(kMatrix, "x"), BagFormat::kMatrixMarket);
  EXPECT_EQ(sniff_bags("PK\x03\x04 and so on", "x"), BagFormat::kNpz);
}

TEST(SniffBags, KnowsEachFormatByItsName) {
  EXPECT_EQ(sniff_bags("", "d/docword.kos.txt"), BagFormat::kUci);
  EXPECT_EQ(sniff_bags("x", "d/docword.kos.txt.gz"), BagFormat::kUci);
  EXPECT_EQ(sniff_bags("", "d/a.ldac.zst"), BagFormat::kLdaC);
  EXPECT_EQ(sniff_bags("", "a.mtx.gz"), BagFormat::kMatrixMarket);
  EXPECT_EQ(sniff_bags("", "a.npz"), BagFormat::kNpz);
}

TEST(SniffBags, LeavesTextAlone) {
  for (const std::string text :
       {"", "\n", "0\n0\n", "to be or not to be\n", "12 angry men\n", "1\n2\n3\nfour five six\n",
        "1\n2\n3\n4 5\n", "10 1:30 pm\n", "{\"text\": \"a\"}\n", "id,text\n1,a\n", "7:30\n"}) {
    EXPECT_EQ(sniff_bags(text, "a.txt"), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace dplda

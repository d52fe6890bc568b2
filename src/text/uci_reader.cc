// UCI bag of words, as in the UCI Machine Learning Repository's "Bag of Words" data set.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/bag_limits.h"
#include "text/bag_readers.h"
#include "text/line_reader.h"
#include "text/number_scanner.h"

namespace dplda {

namespace {

constexpr std::size_t kLongestUciLine = 4096;

class UciReader : public BagSource {
 public:
  UciReader(std::unique_ptr<ByteSource> input, WordList names);

  const std::vector<std::string>& words() const override { return names_.words; }
  bool next(std::vector<WordCount>& bag) override;

 private:
  std::uint64_t header(std::string_view meaning, std::uint64_t most);
  void read_pair();
  void check_pair() const;
  void expect_end();

  LineReader lines_;
  WordList names_;
  std::uint64_t documents_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t pairs_read_ = 0;
  std::uint64_t document_ = 0;  // the one that next() gave last, from 1

  // The pair read ahead, its ids still from 1. After the last one its document is 0.
  std::uint64_t ahead_document_ = 0;
  std::uint64_t ahead_word_ = 0;
  std::uint64_t ahead_count_ = 0;
  std::vector<std::uint64_t> last_document_;  // by word: the last document that has it
};

UciReader::UciReader(std::unique_ptr<ByteSource> input, WordList names)
    : lines_(std::move(input), kLongestUciLine), names_(std::move(names)) {
  documents_ = header("documents", kMostDocuments);
  const std::uint64_t words = header("words", kMostWords);
  if (words != names_.words.size()) {
    lines_.fail(
        fmt::format("the header says {} words, but {} has {}; give the right list with "
                    "`word-list`",
                    words, names_.source, names_.words.size()));
  }
  pairs_ = header("counts", kMostDocuments);
  last_document_.resize(words);
  read_pair();
}

std::uint64_t UciReader::header(std::string_view meaning, std::uint64_t most) {
  std::string_view line;
  if (!lines_.next(line)) {
    throw InputError(
        fmt::format("{}: the file ends within its header of three lines", lines_.name()));
  }
  NumberScanner scanner(line);
  std::uint64_t value = 0;
  if (!scanner.number_alone(value) || !scanner.done() || value > most) {
    lines_.fail(
        fmt::format("expected the number of {} alone on this line, at most {}", meaning, most));
  }
  return value;
}

void UciReader::read_pair() {
  if (pairs_read_ == pairs_) return expect_end();
  std::string_view line;
  if (!lines_.next(line)) {
    throw InputError(fmt::format("{}: the file ends after {} of {} counts; it is incomplete",
                                 lines_.name(), pairs_read_, pairs_));
  }
  const std::uint64_t previous = ahead_document_;
  NumberScanner scanner(line);
  if (!scanner.number_alone(ahead_document_) || !scanner.number_alone(ahead_word_) ||
      !scanner.number_alone(ahead_count_) || !scanner.done()) {
    lines_.fail("expected three whole numbers: document, word, count");
  }
  check_pair();
  if (ahead_document_ < previous) {
    lines_.fail("the document comes after one with a larger number; sort the file by document");
  }
  if (std::exchange(last_document_[ahead_word_ - 1], ahead_document_) == ahead_document_) {
    lines_.fail("the document already has this word");
  }
  ++pairs_read_;
}

void UciReader::check_pair() const {
  if (ahead_document_ - 1 >= documents_) {
    lines_.fail(fmt::format("the document is not between 1 and {}", documents_));
  }
  if (ahead_word_ - 1 >= last_document_.size()) {
    lines_.fail(fmt::format("the word is not between 1 and {}", last_document_.size()));
  }
  if (ahead_count_ - 1 >= kMostCount) {
    lines_.fail(fmt::format("the count is not between 1 and {}", kMostCount));
  }
  if (ahead_document_ > most_plausible(pairs_read_)) {
    lines_.fail("almost all documents up to this one are empty; the document's number is damaged");
  }
}

void UciReader::expect_end() {
  std::string_view line;
  while (lines_.next(line)) {
    if (NumberScanner(line).done()) continue;
    lines_.fail(fmt::format("there are more lines than the {} counts of the header", pairs_));
  }
  if (documents_ > most_plausible(pairs_)) {
    lines_.fail_at(
        1, fmt::format("{} documents for {} counts; the header is damaged", documents_, pairs_));
  }
  ahead_document_ = 0;
}

bool UciReader::next(std::vector<WordCount>& bag) {
  bag.clear();
  if (document_ == documents_) return false;
  ++document_;
  bool ascending = true;
  while (ahead_document_ == document_) {
    const auto word = static_cast<std::uint32_t>(ahead_word_ - 1);
    if (!bag.empty() && word < bag.back().word) ascending = false;
    bag.push_back({word, static_cast<std::uint32_t>(ahead_count_)});
    read_pair();
  }
  if (!ascending) {
    std::ranges::sort(bag, {}, &WordCount::word);
  }
  return true;
}

}  // namespace

std::unique_ptr<BagSource> open_uci(std::unique_ptr<ByteSource> input, WordList names) {
  return std::make_unique<UciReader>(std::move(input), std::move(names));
}

}  // namespace dplda

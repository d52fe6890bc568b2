// LDA-C: the sparse format of Blei's lda-c, a document a line.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "text/bag_limits.h"
#include "text/bag_readers.h"
#include "text/line_reader.h"
#include "text/number_scanner.h"

namespace dplda {

namespace {

class LdaCReader : public BagSource {
 public:
  LdaCReader(std::unique_ptr<ByteSource> input, std::optional<WordList> names)
      : lines_(std::move(input)),
        named_(names.has_value()),
        names_(std::move(names).value_or(WordList{})) {}

  const std::vector<std::string>& words() const override { return names_.words; }
  bool next(std::vector<WordCount>& bag) override;

 private:
  bool finish(std::uint64_t empty_line);
  void name_up_to(std::uint32_t word);
  void read_pairs(std::string_view line, std::vector<WordCount>& bag) const;
  void check_pair(std::uint64_t word, std::uint64_t count) const;

  LineReader lines_;
  bool named_;
  WordList names_;
  std::uint64_t pairs_ = 0;
  bool finished_ = false;
};

bool LdaCReader::next(std::vector<WordCount>& bag) {
  bag.clear();
  std::string_view line;
  if (finished_ || !lines_.next(line)) return finish(0);
  if (NumberScanner(line).done()) return finish(lines_.number());
  read_pairs(line, bag);
  if (!std::ranges::is_sorted(bag, {}, &WordCount::word)) {
    std::ranges::sort(bag, {}, &WordCount::word);
  }
  if (std::ranges::adjacent_find(bag, {}, &WordCount::word) != bag.end()) {
    lines_.fail("the document has a word twice");
  }
  pairs_ += bag.size();
  if (!named_ && !bag.empty()) name_up_to(bag.back().word);
  return true;
}

// Ends the stream. Empty lines may stand at the end, but not between documents: an empty document
// is "0".
bool LdaCReader::finish(std::uint64_t empty_line) {
  std::string_view line;
  while (empty_line != 0 && lines_.next(line)) {
    if (NumberScanner(line).done()) continue;
    lines_.fail_at(empty_line, "the line is empty; a document without words is 0");
  }
  finished_ = true;
  return false;
}

void LdaCReader::name_up_to(std::uint32_t word) {
  if (word >= most_plausible(pairs_)) {
    lines_.fail("almost all ids up to the largest are unused; name the words with `word-list`");
  }
  while (names_.words.size() <= word) names_.words.push_back(fmt::to_string(names_.words.size()));
}

void LdaCReader::read_pairs(std::string_view line, std::vector<WordCount>& bag) const {
  NumberScanner scanner(line);
  std::uint64_t pairs = 0;
  if (!scanner.number_alone(pairs)) lines_.fail("expected the number of different words first");
  while (!scanner.done()) {
    std::uint64_t word = 0;
    std::uint64_t count = 0;
    if (!scanner.number(word) || !scanner.take(':') || !scanner.number_alone(count)) {
      lines_.fail("expected id:count, both whole numbers");
    }
    check_pair(word, count);
    bag.push_back({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(count)});
  }
  if (pairs != bag.size()) {
    lines_.fail(fmt::format("the line says {} words but has {}", pairs, bag.size()));
  }
}

void LdaCReader::check_pair(std::uint64_t word, std::uint64_t count) const {
  if (named_ && word >= names_.words.size()) {
    lines_.fail(
        fmt::format("a word's id is not below the {} words of {}; give the right list "
                    "with `word-list`",
                    names_.words.size(), names_.source));
  }
  if (word >= kMostWords) lines_.fail(fmt::format("a word's id is not below {}", kMostWords));
  if (count - 1 >= kMostCount) {
    lines_.fail(fmt::format("a count is not between 1 and {}", kMostCount));
  }
}

}  // namespace

std::unique_ptr<BagSource> open_lda_c(std::unique_ptr<ByteSource> input,
                                      std::optional<WordList> names) {
  return std::make_unique<LdaCReader>(std::move(input), std::move(names));
}

}  // namespace dplda

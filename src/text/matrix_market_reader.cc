// MatrixMarket's coordinate format (math.nist.gov/MatrixMarket/formats.html).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/bag_limits.h"
#include "text/bag_readers.h"
#include "text/bags_by_row.h"
#include "text/line_reader.h"
#include "text/number_scanner.h"

namespace dplda {

namespace {

constexpr std::size_t kLongestMatrixLine = 65536;  // comments may be long

class MatrixMarketReader : public BagSource {
 public:
  MatrixMarketReader(std::unique_ptr<ByteSource> input, std::optional<WordList> names);

  const std::vector<std::string>& words() const override { return names_.words; }
  bool next(std::vector<WordCount>& bag) override { return bags_.next(bag); }

 private:
  struct Size {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t entries = 0;
  };

  void read_banner();
  Size read_size();
  void read_entries(const Size& size);
  void read_entry(std::string_view line, const Size& size);
  std::uint64_t value(NumberScanner& scanner) const;
  bool next_line(std::string_view& line);

  LineReader lines_;
  bool has_values_ = true;
  WordList names_;
  BagsByRow bags_;
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

MatrixMarketReader::MatrixMarketReader(std::unique_ptr<ByteSource> input,
                                       std::optional<WordList> names)
    : lines_(std::move(input), kLongestMatrixLine) {
  read_banner();
  const Size size = read_size();
  if (names && names->words.size() != size.columns) {
    lines_.fail(
        fmt::format("the matrix has {} columns, but {} has {} words; give the right list "
                    "with `word-list`",
                    size.columns, names->source, names->words.size()));
  }
  read_entries(size);
  if (!names && size.columns > most_plausible(bags_.size())) {
    throw InputError(fmt::format("{}: {} columns with {} entries; name the words with `word-list`",
                                 lines_.name(), size.columns, bags_.size()));
  }
  bags_.finish(size.rows, lines_.name());
  names_ = names ? std::move(*names) : WordList{decimal_names(size.columns), lines_.name()};
}

void MatrixMarketReader::read_banner() {
  std::string_view line;
  if (!lines_.next(line)) throw InputError(fmt::format("{}: the file is empty", lines_.name()));
  NumberScanner scanner(line);
  const bool banner = lower(scanner.token()) == "%%matrixmarket";
  const std::string object = lower(scanner.token());
  const std::string layout = lower(scanner.token());
  const std::string field = lower(scanner.token());
  const std::string symmetry = lower(scanner.token());
  has_values_ = field != "pattern";
  const bool known = field == "integer" || field == "real" || field == "pattern";
  if (!banner || object != "matrix" || layout != "coordinate" || !known || symmetry != "general") {
    lines_.fail(
        "expected \"%%MatrixMarket matrix coordinate integer general\", or real or pattern in "
        "place of integer");
  }
}

// The next line that is neither a comment nor blank.
bool MatrixMarketReader::next_line(std::string_view& line) {
  while (lines_.next(line)) {
    if (!line.starts_with('%') && !NumberScanner(line).done()) return true;
  }
  return false;
}

MatrixMarketReader::Size MatrixMarketReader::read_size() {
  std::string_view line;
  if (!next_line(line)) {
    throw InputError(fmt::format("{}: the file ends before the size of the matrix", lines_.name()));
  }
  Size size;
  NumberScanner scanner(line);
  if (!scanner.number_alone(size.rows) || !scanner.number_alone(size.columns) ||
      !scanner.number_alone(size.entries) || !scanner.done()) {
    lines_.fail("expected three whole numbers: rows, columns, entries");
  }
  if (size.columns > kMostWords) lines_.fail(fmt::format("more than {} columns", kMostWords));
  return size;
}

void MatrixMarketReader::read_entries(const Size& size) {
  std::string_view line;
  std::uint64_t read = 0;
  while (next_line(line)) {
    if (read == size.entries) {
      lines_.fail(fmt::format("there are more than the {} entries of the header", size.entries));
    }
    read_entry(line, size);
    ++read;
  }
  if (read < size.entries) {
    throw InputError(fmt::format("{}: the file ends after {} of {} entries; it is incomplete",
                                 lines_.name(), read, size.entries));
  }
}

void MatrixMarketReader::read_entry(std::string_view line, const Size& size) {
  NumberScanner scanner(line);
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  if (!scanner.number_alone(row) || !scanner.number_alone(column)) {
    lines_.fail("expected an entry's row and column");
  }
  if (row - 1 >= size.rows || column - 1 >= size.columns) {
    lines_.fail(
        fmt::format("the entry is outside the matrix of {} rows and {} columns, which are "
                    "counted from 1",
                    size.rows, size.columns));
  }
  const std::uint64_t count = has_values_ ? value(scanner) : 1;
  if (!scanner.done()) lines_.fail("there is more on the line than an entry");
  if (count == 0) return;
  bags_.add({row - 1, {static_cast<std::uint32_t>(column - 1), static_cast<std::uint32_t>(count)}});
}

std::uint64_t MatrixMarketReader::value(NumberScanner& scanner) const {
  NumberScanner whole = scanner;
  std::uint64_t count = 0;
  if (whole.number_alone(count)) {
    scanner = whole;
  } else {
    const std::string_view token = scanner.token();
    double number = -1;
    const auto [end, error] = std::from_chars(token.begin(), token.end(), number);
    if (error != std::errc() || end != token.end() || !(number >= 0) ||
        number != std::floor(number) || number > static_cast<double>(kMostCount)) {
      lines_.fail(fmt::format("the value is not a whole number from 0 to {}", kMostCount));
    }
    count = static_cast<std::uint64_t>(number);
  }
  if (count > kMostCount) {
    lines_.fail(fmt::format("the value is not a whole number from 0 to {}", kMostCount));
  }
  return count;
}

}  // namespace

std::unique_ptr<BagSource> open_matrix_market(std::unique_ptr<ByteSource> input,
                                              std::optional<WordList> names) {
  return std::make_unique<MatrixMarketReader>(std::move(input), std::move(names));
}

}  // namespace dplda

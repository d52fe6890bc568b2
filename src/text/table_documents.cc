// A record of a CSV or TSV table a document.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/text_lines.h"
#include "text/text_readers.h"

namespace dplda {

namespace {

class TableDocuments : public TextSource {
 public:
  TableDocuments(std::unique_ptr<ByteSource> input, char separator, const std::string& column,
                 const TextLimits& limits)
      : lines_(std::move(input), limits),
        separator_(separator),
        longest_(static_cast<std::size_t>(limits.longest)) {
    if (!next_record()) throw InputError(fmt::format("{}: the file is empty", lines_.name()));
    const auto end = fields_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found = std::find(fields_.begin(), end, column);
    if (found == end) fail_without(column);
    column_ = static_cast<std::size_t>(found - fields_.begin());
  }

  bool next(std::string_view& text) override {
    if (!next_record()) return false;
    if (column_ >= count_) {
      lines_.fail_at(first_line_, fmt::format("the record has {} fields, the text is in field {}",
                                              count_, column_ + 1));
    }
    text = fields_[column_];
    return true;
  }

 private:
  // Reads the next record into the first count_ of fields_.
  bool next_record() {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.empty());
    first_line_ = lines_.number();
    earlier_lines_ = 0;
    count_ = 0;
    std::size_t at = 0;
    for (;;) {
      if (count_ == fields_.size()) fields_.emplace_back();
      std::string& field = fields_[count_++];
      field.clear();
      if (at < line.size() && line[at] == '"') at = read_quoted(line, at + 1, field);
      const std::size_t end = line.find(separator_, at);
      field.append(line.substr(at, end - at));
      if (end == std::string_view::npos) return true;
      at = end + 1;
    }
  }

  // Appends what stands between the quotes, from `at` of `line`, to `field`; moves on to further
  // lines where it must. Returns where the closing quote's line goes on.
  std::size_t read_quoted(std::string_view& line, std::size_t at, std::string& field) {
    const std::uint64_t opened = lines_.number();
    for (;;) {
      const std::size_t quote = line.find('"', at);
      field.append(line.substr(at, quote - at));
      if (quote == std::string_view::npos) {
        field += '\n';
        earlier_lines_ += line.size() + 1;
        if (!lines_.next(line)) lines_.fail_at(opened, "the quote that opens here is never closed");
        check_length(earlier_lines_ + line.size(), opened);
        at = 0;
      } else if (line.substr(quote + 1).starts_with('"')) {
        field += '"';
        at = quote + 2;
      } else {
        return quote + 1;
      }
    }
  }

  void check_length(std::size_t record, std::uint64_t opened) const {
    if (record <= longest_) return;
    lines_.fail_at(opened, fmt::format("the record with the quote that opens here is longer than "
                                       "{} bytes; close the quote, or raise `max-line`",
                                       longest_));
  }

  // Without a header the first line is a document, of which a message must show nothing.
  [[noreturn]] void fail_without(const std::string& column) const {
    lines_.fail_at(
        1,
        fmt::format(
            "none of the {} columns named here is called '{}'; choose one with `column`, or give "
            "the names of the columns on this line",
            count_, column));
  }

  TextLines lines_;
  char separator_;
  std::size_t longest_;
  std::size_t column_ = 0;
  std::vector<std::string> fields_;
  std::size_t count_ = 0;
  std::uint64_t first_line_ = 0;
  std::size_t earlier_lines_ = 0;  // bytes of the record in lines before the current one
};

}  // namespace

std::unique_ptr<TextSource> open_table(std::unique_ptr<ByteSource> input, char separator,
                                       const std::string& column, const TextLimits& limits) {
  return std::make_unique<TableDocuments>(std::move(input), separator, column, limits);
}

}  // namespace dplda

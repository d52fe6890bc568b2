// A document a line.
#include <utility>

#include "text/text_lines.h"
#include "text/text_readers.h"

namespace dplda {

namespace {

class LineDocuments : public TextSource {
 public:
  LineDocuments(std::unique_ptr<ByteSource> input, const TextLimits& limits)
      : lines_(std::move(input), limits) {}

  bool next(std::string_view& text) override { return lines_.next(text); }

 private:
  TextLines lines_;
};

}  // namespace

std::unique_ptr<TextSource> open_lines(std::unique_ptr<ByteSource> input,
                                       const TextLimits& limits) {
  return std::make_unique<LineDocuments>(std::move(input), limits);
}

}  // namespace dplda

// A JSON object a line.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "text/text_lines.h"
#include "text/text_readers.h"

namespace dplda {

namespace {

class NdjsonDocuments : public TextSource {
 public:
  NdjsonDocuments(std::unique_ptr<ByteSource> input, std::string field, const TextLimits& limits)
      : lines_(std::move(input), limits), field_(std::move(field)) {}

  bool next(std::string_view& text) override {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t") == std::string_view::npos);
    auto object = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) lines_.fail("not a JSON object; NDJSON has one object on every line");
    const auto found = object.find(field_);
    if (found == object.end())
      lines_.fail(fmt::format("the object has no field '{}'; name another with `column`", field_));
    if (!found->is_string())
      lines_.fail(
          fmt::format("the field '{}' is not a string; name another with `column`", field_));
    text_ = std::move(found->get_ref<std::string&>());
    text = text_;
    return true;
  }

 private:
  TextLines lines_;
  std::string field_;
  std::string text_;
};

}  // namespace

std::unique_ptr<TextSource> open_ndjson(std::unique_ptr<ByteSource> input, const std::string& field,
                                        const TextLimits& limits) {
  return std::make_unique<NdjsonDocuments>(std::move(input), field, limits);
}

}  // namespace dplda

#include "text/open_documents.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/errors.h"
#include "text/bag_readers.h"

namespace dplda {

namespace {

BagFormat bag_format(InputFormat format) {
  if (format == InputFormat::kUci) return BagFormat::kUci;
  if (format == InputFormat::kLdaC) return BagFormat::kLdaC;
  if (format == InputFormat::kMatrixMarket) return BagFormat::kMatrixMarket;
  return BagFormat::kNpz;
}

std::unique_ptr<TextSource> open_text(std::unique_ptr<ByteSource> input, InputFormat format,
                                      const DocumentRules& rules) {
  switch (format) {
    case InputFormat::kCsv:
      return open_table(std::move(input), ',', rules.column, rules.limits);
    case InputFormat::kTsv:
      return open_table(std::move(input), '\t', rules.column, rules.limits);
    case InputFormat::kNdjson:
      return open_ndjson(std::move(input), rules.column, rules.limits);
    default:
      return open_lines(std::move(input), rules.limits);
  }
}

}  // namespace

OpenedDocuments open_documents(const std::string& path, const DocumentRules& rules,
                               const OnTaken& on_taken) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) {
    if (rules.format != "auto" && rules.format != "text") {
      throw InputError(
          fmt::format("{}: is a directory, whose files are text; `format {}` takes a file", path,
                      rules.format));
    }
    OpenedDocuments opened;
    opened.text = open_directory(path, rules.limits, on_taken);
    return opened;
  }
  return open_documents(std::make_unique<PeekedSource>(open_input(path), 1 << 16, on_taken), path,
                        rules);
}

OpenedDocuments open_documents(std::unique_ptr<PeekedSource> input, const std::string& path,
                               const DocumentRules& rules) {
  OpenedDocuments opened;
  opened.format = rules.format == "auto" ? detect_format(input->head(), path, rules.column)
                                         : format_from_name(rules.format);
  if (is_bags(opened.format)) {
    opened.bags = open_bags(std::move(input), path, bag_format(opened.format), rules.word_list);
  } else {
    opened.text = open_text(std::move(input), opened.format, rules);
  }
  return opened;
}

OpenedDocuments open_documents(std::span<const std::string> texts, const DocumentRules& rules) {
  if (rules.format != "auto" && rules.format != "text")
    throw InputError(
        fmt::format("documents in memory are text; `format {}` takes a file", rules.format));
  OpenedDocuments opened;
  opened.text = open_texts(texts, rules.limits);
  return opened;
}

}  // namespace dplda

#include "text/detect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/errors.h"
#include "text/bag_readers.h"
#include "text/text_lines.h"

namespace dplda {

namespace {

constexpr std::array<std::pair<InputFormat, std::string_view>, 8> kNames{{
    {InputFormat::kText, "text"},
    {InputFormat::kCsv, "csv"},
    {InputFormat::kTsv, "tsv"},
    {InputFormat::kNdjson, "ndjson"},
    {InputFormat::kUci, "uci"},
    {InputFormat::kLdaC, "ldac"},
    {InputFormat::kMatrixMarket, "mtx"},
    {InputFormat::kNpz, "npz"},
}};

InputFormat format_of(BagFormat format) {
  switch (format) {
    case BagFormat::kUci:
      return InputFormat::kUci;
    case BagFormat::kLdaC:
      return InputFormat::kLdaC;
    case BagFormat::kMatrixMarket:
      return InputFormat::kMatrixMarket;
    case BagFormat::kNpz:
      break;
  }
  return InputFormat::kNpz;
}

// The ending of the path's name, that of a compressed file taken off.
std::string ending_of(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.extension().string();
}

std::optional<InputFormat> format_from_ending(const std::string& path) {
  const std::string ending = ending_of(path);
  if (ending == ".csv") return InputFormat::kCsv;
  if (ending == ".tsv" || ending == ".tab") return InputFormat::kTsv;
  if (ending == ".ndjson" || ending == ".jsonl") return InputFormat::kNdjson;
  if (ending == ".txt") return InputFormat::kText;
  return std::nullopt;
}

bool is_ndjson(std::string_view first_line, bool whole) {
  if (!first_line.starts_with('{')) return false;
  if (whole) return nlohmann::json::parse(first_line, nullptr, false).is_object();
  const std::size_t key = first_line.find_first_not_of(" \t", 1);
  return key != std::string_view::npos && first_line[key] == '"';
}

// docs/use/reports.md: perturbed documents are no documents.
void refuse_reports(std::string_view head, const std::string& path) {
  if (!head.starts_with("dplH")) return;
  throw InputError(
      fmt::format("{} holds reports of contributors, not documents: train on them with `recipe lp` "
                  "or online-lp",
                  path == "-" ? "standard input" : path));
}

void refuse_json_array(std::string_view head, const std::string& path) {
  if (!head.starts_with('[')) return;
  const std::size_t next = head.find_first_not_of(" \t\r\n", 1);
  if (next == std::string_view::npos || head[next] != '{') return;
  throw InputError(fmt::format(
      "{}: looks like a JSON array; write one object a line (NDJSON), or pass `format text`",
      path == "-" ? "standard input" : path));
}

// Whether `line` has two fields or more and one is `column`, quoted or not.
bool names_column(std::string_view line, char separator, std::string_view column) {
  std::size_t fields = 0;
  bool found = false;
  for (;;) {
    const std::size_t end = line.find(separator);
    std::string_view field = line.substr(0, end);
    if (field.size() >= 2 && field.starts_with('"') && field.ends_with('"'))
      field = field.substr(1, field.size() - 2);
    found = found || field == column;
    ++fields;
    if (end == std::string_view::npos) return found && fields >= 2;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::string_view name_of(InputFormat format) {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](auto& pair) { return pair.first == format; })
      ->second;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kNames));
  for (const auto& [format, name] : kNames) names.emplace_back(name);
  return names;
}

InputFormat format_from_name(std::string_view name) {
  for (const auto& [format, known] : kNames)
    if (known == name) return format;
  throw InputError(fmt::format("`format`: '{}' is not a format; choose auto or one of {}", name,
                               fmt::join(format_names(), ", ")));
}

bool is_bags(InputFormat format) {
  return format == InputFormat::kUci || format == InputFormat::kLdaC ||
         format == InputFormat::kMatrixMarket || format == InputFormat::kNpz;
}

InputFormat detect_format(std::string_view head, const std::string& path,
                          const std::string& column) {
  refuse_reports(head, path);
  if (const auto bags = sniff_bags(head, path)) return format_of(*bags);
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const std::size_t end = head.find('\n');
  std::string_view first_line = head.substr(0, end);
  if (first_line.ends_with('\r')) first_line.remove_suffix(1);
  if (is_ndjson(first_line, end != std::string_view::npos)) return InputFormat::kNdjson;
  if (const auto format = format_from_ending(path)) return *format;
  refuse_json_array(head, path);
  if (names_column(first_line, '\t', column)) return InputFormat::kTsv;
  if (names_column(first_line, ',', column)) return InputFormat::kCsv;
  return InputFormat::kText;
}

}  // namespace dplda

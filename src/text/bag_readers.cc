#include "text/bag_readers.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "text/number_scanner.h"

namespace dplda {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDocword = "docword.";

// The file's name without directory and without the ending of a compressed file.
std::string plain_name(const std::string& path) {
  const fs::path name = fs::path(path).filename();
  const std::string ending = name.extension().string();
  return (ending == ".gz" || ending == ".zst" ? name.stem() : name).string();
}

// The names that a list of the words beside `path` may have, most likely first.
std::vector<std::string> list_names(const std::string& path, BagFormat format) {
  const std::string name = plain_name(path);
  const std::string stem = fs::path(name).stem().string();
  switch (format) {
    case BagFormat::kUci:
      if (!name.starts_with(kDocword)) return {};
      return {"vocab." + name.substr(kDocword.size())};
    case BagFormat::kLdaC:
      return {stem + ".vocab", "vocab.txt"};
    case BagFormat::kMatrixMarket:
      return {stem + ".cols", stem + ".vocab"};
    case BagFormat::kNpz:
      break;
  }
  return {};
}

std::optional<std::string> find_word_list(const std::string& path, BagFormat format) {
  if (path == "-") return std::nullopt;
  for (const auto& name : list_names(path, format)) {
    for (const char* ending : {"", ".gz", ".zst"}) {
      const fs::path candidate = fs::path(path).parent_path() / (name + ending);
      std::error_code ignored;
      if (fs::is_regular_file(candidate, ignored)) return candidate.string();
    }
  }
  return std::nullopt;
}

[[noreturn]] void fail_without_names(const std::string& path) {
  const auto names = path == "-" ? std::vector<std::string>{} : list_names(path, BagFormat::kUci);
  throw InputError(
      names.empty()
          ? fmt::format("{}: its words have no names; give the file that lists them, one word a "
                        "line, with `word-list`",
                        path == "-" ? "standard input" : path)
          : fmt::format("{}: its words have no names, there is no file {}; give the file that "
                        "lists them, one word a line, with `word-list`",
                        path, (fs::path(path).parent_path() / names.front()).string()));
}

// The first line of `bytes` without its end; `complete` says whether the end is there.
std::string_view first_line(std::string_view& bytes, bool& complete) {
  const std::size_t end = bytes.find('\n');
  complete = end != std::string_view::npos;
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(complete ? end + 1 : bytes.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Three lines of one number each, then a line of three.
bool looks_like_uci(std::string_view bytes) {
  for (const int numbers : {1, 1, 1, 3}) {
    bool complete = false;
    NumberScanner scanner(first_line(bytes, complete));
    std::uint64_t ignored = 0;
    for (int i = 0; i < numbers; ++i) {
      if (!scanner.number_alone(ignored)) return false;
    }
    if (!complete || !scanner.done()) return false;
  }
  return true;
}

// The first line that is not "0" is a number and as many pairs, or is cut off after the first pair.
bool looks_like_lda_c(std::string_view bytes) {
  bool complete = true;
  std::string_view line;
  do {
    line = first_line(bytes, complete);
  } while (line == "0" && complete);
  NumberScanner scanner(line);
  std::uint64_t claimed = 0;
  if (!scanner.number_alone(claimed)) return false;
  std::uint64_t pairs = 0;
  while (!scanner.done()) {
    std::uint64_t ignored = 0;
    if (!scanner.number(ignored) || !scanner.take(':') || !scanner.number_alone(ignored)) break;
    ++pairs;
  }
  return pairs > 0 && (complete ? pairs == claimed && scanner.done() : pairs <= claimed);
}

bool starts_with_banner(std::string_view bytes) {
  constexpr std::string_view kBanner = "%%matrixmarket";
  if (bytes.size() < kBanner.size()) return false;
  for (std::size_t i = 0; i < kBanner.size(); ++i) {
    const char c = bytes[i];
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower != kBanner[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<BagFormat> sniff_bags(std::string_view first_bytes, const std::string& path) {
  const std::string name = plain_name(path);
  if (first_bytes.starts_with("PK\x03\x04") || name.ends_with(".npz")) return BagFormat::kNpz;
  if (starts_with_banner(first_bytes) || name.ends_with(".mtx")) return BagFormat::kMatrixMarket;
  if (name.starts_with(kDocword) || looks_like_uci(first_bytes)) return BagFormat::kUci;
  if (name.ends_with(".ldac") || looks_like_lda_c(first_bytes)) return BagFormat::kLdaC;
  return std::nullopt;
}

std::unique_ptr<BagSource> open_bags(std::unique_ptr<ByteSource> input, const std::string& path,
                                     BagFormat format, const std::string& word_list) {
  std::optional<WordList> names;
  if (!word_list.empty()) {
    names = read_word_list(word_list);
  } else if (const auto found = find_word_list(path, format)) {
    names = read_word_list(*found);
  }
  switch (format) {
    case BagFormat::kUci:
      if (!names) fail_without_names(path);
      return open_uci(std::move(input), std::move(*names));
    case BagFormat::kLdaC:
      return open_lda_c(std::move(input), std::move(names));
    case BagFormat::kMatrixMarket:
      return open_matrix_market(std::move(input), std::move(names));
    case BagFormat::kNpz:
      break;
  }
  if (path == "-") throw InputError("an .npz file cannot be read from standard input; name it");
  return open_sparse_npz(path, std::move(names));
}

}  // namespace dplda

#include "base/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "base/errors.h"
#include "base/zip.h"

namespace dplda {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderAlignment = 64;

// Where a header stands, for messages.
struct Place {
  const std::string& path;
  std::string_view array;

  [[noreturn]] void damaged(std::string_view what) const {
    fail_damaged(path, fmt::format("array '{}' {}", array, what));
  }
  [[noreturn]] void refuse(std::string_view what) const {
    throw InputError(fmt::format("{}: array '{}' {}", path, array, what));
  }
};

// Reads the Python dict literal of a header, and nothing more of Python than that takes.
class DictParser {
 public:
  DictParser(std::string_view text, const Place& place) : rest_(text), place_(place) {}

  NpyHeader parse() {
    NpyHeader header;
    bool seen[3] = {};
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      const int index = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (index < 0 || seen[index]) fail();
      seen[index] = true;
      if (index == 0) header.dtype = dtype();
      if (index == 1) header.fortran_order = boolean();
      if (index == 2) header.shape = tuple();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!rest_.empty() || !seen[0] || !seen[1] || !seen[2]) fail();
    return header;
  }

 private:
  [[noreturn]] void fail() const { place_.damaged("has a header that cannot be read"); }

  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  bool accept(char wanted) {
    skip_space();
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) fail();
  }

  std::string quoted() {
    const char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
    const std::size_t end = quote == '\0' ? std::string_view::npos : rest_.find(quote);
    if (end == std::string_view::npos) fail();
    std::string text(rest_.substr(0, end));
    if (text.find('\\') != std::string::npos) fail();
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::string dtype() {
    skip_space();
    if (!rest_.empty() && rest_[0] == '[')
      place_.refuse("has a structured dtype, which is not read");
    return quoted();
  }

  bool boolean() {
    skip_space();
    for (const std::string_view word : {"True", "False"}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return word == "True";
    }
    fail();
  }

  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> shape;
    expect('(');
    while (!accept(')')) {
      skip_space();
      std::uint64_t axis = 0;
      const char* end = rest_.data() + rest_.size();
      const auto [stop, error] = std::from_chars(rest_.data(), end, axis);
      if (error != std::errc() || shape.size() == 64) fail();
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      shape.push_back(axis);
      const bool comma = accept(',');
      // "(3)" is a number in Python, not a tuple.
      if (!comma && shape.size() == 1) fail();
      if (comma) continue;
      expect(')');
      break;
    }
    return shape;
  }

  std::string_view rest_;
  const Place& place_;
};

// The dtype as NumPy writes it on a little-endian machine; empty if we do not read it.
std::string normalised(const std::string& dtype) {
  if (dtype.size() < 3) return "";
  const char order = dtype[0];
  const char kind = dtype[1];
  const std::uint64_t item = npy_item_bytes(dtype);
  const bool orderless = item == 1 || kind == 'S';
  if (item == 0 || (order != '<' && order != '=' && !(order == '|' && orderless))) return "";
  return fmt::format("{}{}", orderless ? '|' : '<', dtype.substr(1));
}

std::size_t header_length(std::string_view bytes, std::size_t& start, const Place& place) {
  const auto byte = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(bytes[i])};
  };
  if (bytes.size() < 10 || !bytes.starts_with(kMagic)) place.damaged("is not in NumPy's format");
  const std::size_t major = byte(6);
  if (major < 1 || major > 3 || byte(7) != 0)
    place.refuse("is of a version of NumPy's format that is not read");
  start = major == 1 ? 10 : 12;
  if (bytes.size() < start) place.damaged("has a header that ends early");
  const std::size_t length =
      byte(8) | byte(9) << 8 | (major == 1 ? 0 : byte(10) << 16 | byte(11) << 24);
  if (length > bytes.size() - start) place.damaged("has a header that ends early");
  return length;
}

}  // namespace

std::uint64_t npy_item_bytes(std::string_view dtype) {
  if (dtype.size() < 3) return 0;
  std::uint64_t size = 0;
  const char* end = dtype.data() + dtype.size();
  const auto [stop, error] = std::from_chars(dtype.data() + 2, end, size);
  if (error != std::errc() || stop != end) return 0;
  const auto one_of = [size](std::initializer_list<std::uint64_t> sizes) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end() ? size : 0;
  };
  constexpr std::uint64_t kLongest = std::numeric_limits<std::int32_t>::max();
  switch (dtype[1]) {
    case 'b':
      return one_of({1});
    case 'i':
    case 'u':
      return one_of({1, 2, 4, 8});
    case 'f':
      return one_of({2, 4, 8});
    case 'c':
      return one_of({8, 16});
    case 'S':
      return size <= kLongest ? size : 0;
    case 'U':
      return size <= kLongest / 4 ? 4 * size : 0;
    default:
      return 0;
  }
}

bool npy_data_bytes(std::string_view dtype, const std::vector<std::uint64_t>& shape,
                    std::uint64_t& bytes) {
  bytes = npy_item_bytes(dtype);
  if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) {
    bytes = 0;
    return true;
  }
  return std::all_of(shape.begin(), shape.end(), [&](std::uint64_t axis) {
    return !__builtin_mul_overflow(bytes, axis, &bytes);
  });
}

std::string npy_header(std::string_view dtype, const std::vector<std::uint64_t>& shape,
                       std::size_t least_bytes) {
  std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                 dtype, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t kFixed = 10;
  const std::size_t size = std::max(kFixed + dict.size() + 1, least_bytes);
  const std::size_t padded = (size + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment;
  dict.resize(padded - kFixed - 1, ' ');
  dict.push_back('\n');
  std::string header(kMagic);
  header +=
      {'\x01', '\x00', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  return header + dict;
}

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& path,
                           std::string_view array) {
  const Place place{path, array};
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::size_t start = 0;
  const std::size_t length = header_length(text, start, place);
  NpyHeader header = DictParser(text.substr(start, length), place).parse();
  header.header_bytes = start + length;
  const std::string dtype = normalised(header.dtype);
  if (dtype.empty()) place.refuse("has a dtype that is not read");
  header.dtype = dtype;
  if (!npy_data_bytes(dtype, header.shape, header.data_bytes))
    place.damaged("has an impossible shape");
  return header;
}

}  // namespace dplda

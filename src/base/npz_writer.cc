#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/errors.h"
#include "base/npy.h"
#include "base/npz.h"
#include "base/utf8.h"

namespace dplda {

namespace {

std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0) {
  if (bytes.empty()) return before;  // zlib takes a null pointer for a request to start again
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string_view view_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The checksum of two pieces from the checksums of each.
std::uint32_t joined_crc(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes) {
  return static_cast<std::uint32_t>(
      crc32_combine64(first, second, static_cast<z_off64_t>(second_bytes)));
}

// NumPy's UCS-4 cell of `width` code points, padded with zeros.
void append_cell(std::string& to, std::string_view text, std::size_t width) {
  const std::size_t end = to.size() + 4 * width;
  while (!text.empty()) {
    char32_t code_point = 0;
    if (!next_code_point(text, code_point)) throw InputError("a text to store is not valid UTF-8");
    for (int i = 0; i < 4; ++i) to.push_back(static_cast<char>(code_point >> (8 * i)));
  }
  to.resize(end, '\0');
}

}  // namespace

NpzWriter::NpzWriter(AtomicFile& file, Zip64Rule rule) : file_(file), rule_(rule) {}
NpzWriter::~NpzWriter() = default;

ZipEntry& NpzWriter::start_entry(std::string_view name) {
  const std::string full = fmt::format("{}.npy", name);
  const auto same = [&](const ZipEntry& entry) { return entry.name == full; };
  if (open_ || std::any_of(entries_.begin(), entries_.end(), same))
    throw std::logic_error("an array is added twice, or while another is open");
  entries_.push_back({.name = full, .offset = file_.position()});
  return entries_.back();
}

void NpzWriter::add(std::string_view name, std::string_view dtype,
                    const std::vector<std::uint64_t>& shape, std::span<const std::byte> data) {
  std::uint64_t expected = 0;
  if (!npy_data_bytes(dtype, shape, expected) || expected != data.size())
    throw std::logic_error("an array's data does not have the size that its shape says");
  const std::string header = npy_header(dtype, shape);
  ZipEntry& entry = start_entry(name);
  entry.size = entry.compressed = header.size() + data.size();
  entry.crc = crc_of(view_of(data), crc_of(header));
  file_.write(zip_local_header(entry, rule_));
  file_.write(header);
  file_.write(data);
}

void NpzWriter::begin(std::string_view name, std::string_view dtype,
                      const std::vector<std::uint64_t>& shape) {
  if (!npy_data_bytes(dtype, shape, expected_))
    throw std::logic_error("an array's shape is impossible");
  begin_piecewise(name, dtype, shape);
  growing_ = false;
}

void NpzWriter::begin(std::string_view name, std::string_view dtype) {
  // Room for any length: end() writes the header again, as long as this one.
  begin_piecewise(name, dtype, {std::numeric_limits<std::uint64_t>::max()});
  growing_ = true;
}

void NpzWriter::begin_piecewise(std::string_view name, std::string_view dtype,
                                const std::vector<std::uint64_t>& shape) {
  if (!file_.can_patch())
    throw InputError(
        fmt::format("'{}' must be a regular file: an archive cannot go to a pipe", file_.path()));
  header_ = npy_header(dtype, shape);
  dtype_ = dtype;
  file_.write(zip_local_header(start_entry(name), rule_));
  header_at_ = file_.position();
  file_.write(header_);
  data_crc_ = 0;
  data_bytes_ = 0;
  open_ = true;
}

void NpzWriter::append(std::span<const std::byte> data) {
  if (!open_) throw std::logic_error("no array is open");
  data_crc_ = crc_of(view_of(data), data_crc_);
  data_bytes_ += data.size();
  file_.write(data);
}

void NpzWriter::end() {
  if (!open_ || (!growing_ && data_bytes_ != expected_) ||
      (growing_ && data_bytes_ % npy_item_bytes(dtype_) != 0))
    throw std::logic_error("an array's data does not have the size that its shape says");
  if (growing_) {
    const std::size_t room = header_.size();
    header_ = npy_header(dtype_, {data_bytes_ / npy_item_bytes(dtype_)}, room);
    file_.patch(header_at_, header_);
  }
  ZipEntry& entry = entries_.back();
  entry.crc = joined_crc(crc_of(header_), data_crc_, data_bytes_);
  entry.size = entry.compressed = header_.size() + data_bytes_;
  file_.patch(entry.offset, zip_local_header(entry, rule_));
  open_ = false;
}

void NpzWriter::add_strings(std::string_view name, std::span<const std::string> strings) {
  std::size_t width = 1;  // NumPy, too, has no narrower cell than one
  for (const auto& text : strings) width = std::max(width, code_points(text));
  begin(name, fmt::format("<U{}", width), {strings.size()});
  constexpr std::size_t kPiece = 256 << 10;
  std::string cells;
  for (const auto& text : strings) {
    append_cell(cells, text, width);
    if (cells.size() < kPiece) continue;
    append(std::as_bytes(std::span(cells)));
    cells.clear();
  }
  append(std::as_bytes(std::span(cells)));
  end();
}

void NpzWriter::add_string(std::string_view name, std::string_view text) {
  const std::size_t width = std::max<std::size_t>(1, code_points(text));
  std::string cell;
  append_cell(cell, text, width);
  add(name, fmt::format("<U{}", width), {}, std::as_bytes(std::span(cell)));
}

void NpzWriter::finish() {
  if (open_) throw std::logic_error("an array is still open");
  file_.write(zip_directory(entries_, file_.position(), rule_));
}

}  // namespace dplda

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <utility>

#include "base/errors.h"
#include "base/npy.h"
#include "base/npz.h"
#include "base/utf8.h"
#include "base/zip.h"

namespace dplda {

namespace {

// Deflate cannot do better: what claims to is a trap.
constexpr std::uint64_t kMostInflation = 1032;
constexpr std::uintptr_t kArrayAlignment = 16;

std::vector<std::byte> inflated(std::span<const std::byte> data, const ZipEntry& entry,
                                const std::string& path) {
  if (entry.size / kMostInflation > data.size())
    fail_damaged(path, "an entry claims to hold more than its bytes can");
  std::vector<std::byte> result(static_cast<std::size_t>(entry.size));
  z_stream stream{};
  constexpr int kRawDeflate = -15;
  if (inflateInit2(&stream, kRawDeflate) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  constexpr std::size_t kPiece = std::size_t{1} << 30;
  std::size_t in = 0;
  std::size_t out = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(data.data() + in));
    stream.avail_in = static_cast<uInt>(std::min(kPiece, data.size() - in));
    stream.next_out = reinterpret_cast<Bytef*>(result.data() + out);
    stream.avail_out = static_cast<uInt>(std::min(kPiece, result.size() - out));
    const uInt in_before = stream.avail_in;
    const uInt out_before = stream.avail_out;
    status = inflate(&stream, Z_NO_FLUSH);
    in += in_before - stream.avail_in;
    out += out_before - stream.avail_out;
  }
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_STREAM_END || in != data.size() || out != result.size())
    fail_damaged(path, "an entry cannot be decompressed");
  return result;
}

// Nothing if the cell holds what is no code point.
std::optional<std::string> text_of_cell(std::span<const std::byte> cell, bool wide) {
  std::string text;
  if (!wide) {
    text.assign(reinterpret_cast<const char*>(cell.data()), cell.size());
  } else {
    for (std::size_t i = 0; i + 4 <= cell.size(); i += 4) {
      std::uint32_t code_point = 0;
      for (std::size_t j = 0; j < 4; ++j)
        code_point |= std::to_integer<std::uint32_t>(cell[i + j]) << (8 * j);
      if (!append_utf8(code_point, text)) return std::nullopt;
    }
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace

struct NpzReader::State {
  struct Slot {
    ZipEntry entry;
    bool ready = false;
    NpyArray array{};
    std::vector<std::byte> owned{};  // where the mapping cannot serve
  };

  std::string path;
  MappedFile file;
  std::map<std::string, Slot, std::less<>> slots{};

  Slot& slot(std::string_view name) {
    const auto found = slots.find(name);
    if (found == slots.end()) throw InputError(fmt::format("{} has no array '{}'", path, name));
    return found->second;
  }
  void open(Slot& slot, std::string_view name) const;
};

void NpzReader::State::open(Slot& slot, std::string_view name) const {
  const ZipEntry& entry = slot.entry;
  const bool encrypted = (entry.flags & 1) != 0;
  if (encrypted || (entry.method != kZipStored && entry.method != kZipDeflated))
    throw InputError(fmt::format("{}: array '{}' is {} in a way that is not read", path, name,
                                 encrypted ? "encrypted" : "compressed"));
  std::span<const std::byte> bytes = zip_entry_bytes(file.bytes(), entry, path);
  if (entry.method == kZipDeflated) {
    slot.owned = inflated(bytes, entry, path);
    bytes = slot.owned;
  }
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (bytes.size() != entry.size || crc != entry.crc)
    fail_damaged(path, fmt::format("array '{}' does not match its checksum", name));

  const NpyHeader header = parse_npy_header(bytes, path, name);
  const auto data = bytes.subspan(header.header_bytes);
  if (data.size() != header.data_bytes)
    fail_damaged(path, fmt::format("array '{}' is not as large as its header says", name));
  if (header.fortran_order && header.shape.size() > 1)
    throw InputError(
        fmt::format("{}: array '{}' is in Fortran order, which is not read", path, name));
  slot.array = {header.dtype, header.shape, data};
  if (reinterpret_cast<std::uintptr_t>(data.data()) % kArrayAlignment != 0) {
    std::vector<std::byte> aligned(data.begin(), data.end());
    slot.owned = std::move(aligned);
    slot.array.bytes = slot.owned;
  }
  slot.ready = true;
}

std::uint64_t NpyArray::size() const {
  std::uint64_t elements = 1;
  for (const std::uint64_t axis : shape) elements *= axis;
  return elements;
}

NpzReader::NpzReader(const std::string& path)
    : state_(std::make_unique<State>(State{.path = path, .file = MappedFile(path)})) {
  for (auto& entry : read_zip_directory(state_->file.bytes(), path)) {
    if (!entry.name.ends_with(".npy")) continue;
    std::string name = entry.name.substr(0, entry.name.size() - 4);
    const auto [where, added] = state_->slots.try_emplace(std::move(name));
    if (!added) fail_damaged(path, "it has an array twice");
    where->second.entry = std::move(entry);
  }
}

NpzReader::~NpzReader() = default;
NpzReader::NpzReader(NpzReader&&) noexcept = default;
NpzReader& NpzReader::operator=(NpzReader&&) noexcept = default;

const std::string& NpzReader::path() const { return state_->path; }

bool NpzReader::has(std::string_view name) const { return state_->slots.contains(name); }

std::vector<std::string> NpzReader::names() const {
  std::vector<std::string> names;
  for (const auto& [name, slot] : state_->slots) names.push_back(name);
  return names;
}

void NpzReader::drop_pages() const noexcept { state_->file.drop_pages(); }

const NpyArray& NpzReader::array(std::string_view name) {
  State::Slot& slot = state_->slot(name);
  if (!slot.ready) state_->open(slot, name);
  return slot.array;
}

std::vector<std::string> NpzReader::strings(std::string_view name) {
  const NpyArray& texts = array(name);
  const char kind = texts.dtype[1];
  if ((kind != 'U' && kind != 'S') || texts.shape.size() > 1)
    throw InputError(fmt::format("{}: array '{}' is not a list of texts", path(), name));
  const auto width = static_cast<std::size_t>(npy_item_bytes(texts.dtype));
  std::vector<std::string> result;
  result.reserve(static_cast<std::size_t>(texts.size()));
  for (std::size_t at = 0; at < texts.bytes.size(); at += width) {
    auto text = text_of_cell(texts.bytes.subspan(at, width), kind == 'U');
    if (!text) fail_damaged(path(), fmt::format("array '{}' holds what is no Unicode", name));
    result.push_back(std::move(*text));
  }
  return result;
}

std::string NpzReader::string(std::string_view name) {
  auto texts = strings(name);
  if (texts.size() != 1 || !array(name).shape.empty())
    throw InputError(fmt::format("{}: array '{}' is not a single text", path(), name));
  return std::move(texts.front());
}

}  // namespace dplda

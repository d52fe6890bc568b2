// The reading half of zip.h: trusts no number that it has not compared with the archive's size.
#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "base/zip.h"

namespace dplda {

namespace {

constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kZip64EndBytes = 56;
constexpr std::size_t kCentralBytes = 46;
constexpr std::size_t kLocalBytes = 30;

// Little-endian numbers at positions that the caller has checked.
class RecordView {
 public:
  RecordView(std::span<const std::byte> archive, std::uint64_t at, std::uint64_t size)
      : bytes_(archive.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size))) {}

  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::size_t at) const { return number(at, 8); }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::uint64_t number(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= std::to_integer<std::uint64_t>(bytes_[at + i]) << (8 * i);
    return value;
  }

  std::span<const std::byte> bytes_;
};

struct Directory {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t entries;
};

// The end record, which stands last but for a comment of up to 65535 bytes.
std::uint64_t find_end_record(std::span<const std::byte> archive, const std::string& path) {
  if (archive.size() >= kEndBytes) {
    const std::uint64_t last = archive.size() - kEndBytes;
    const std::uint64_t first = last - std::min<std::uint64_t>(last, 0xffff);
    for (std::uint64_t at = last + 1; at-- > first;) {
      const RecordView end(archive, at, kEndBytes);
      if (end.u32(0) == 0x06054b50 && at + kEndBytes + end.u16(20) == archive.size()) return at;
    }
  }
  if (archive.size() >= 4 && RecordView(archive, 0, 4).u32(0) == 0x04034b50)
    fail_damaged(path, "it starts like a .npz archive but has no directory at its end");
  throw InputError(fmt::format("{} is not a .npz archive", path));
}

Directory find_directory(std::span<const std::byte> archive, const std::string& path) {
  std::uint64_t end_at = find_end_record(archive, path);
  const RecordView end(archive, end_at, kEndBytes);
  Directory directory{end.u32(16), end.u32(12), end.u16(10)};
  bool one_disk = end.u16(4) == 0 && end.u16(6) == 0 && end.u16(8) == end.u16(10);
  const bool zip64 = end.u16(10) == 0xffff || end.u32(12) == kInZip64 || end.u32(16) == kInZip64;
  if (zip64 && end_at >= kLocatorBytes &&
      RecordView(archive, end_at - kLocatorBytes, kLocatorBytes).u32(0) == 0x07064b50) {
    const std::uint64_t at = RecordView(archive, end_at - kLocatorBytes, kLocatorBytes).u64(8);
    if (at > end_at - kLocatorBytes || end_at - kLocatorBytes - at < kZip64EndBytes)
      fail_damaged(path, "its zip64 end record is outside the file");
    const RecordView zip64_end(archive, at, kZip64EndBytes);
    if (zip64_end.u32(0) != 0x06064b50) fail_damaged(path, "its zip64 end record is missing");
    directory = {zip64_end.u64(48), zip64_end.u64(40), zip64_end.u64(32)};
    one_disk = zip64_end.u32(16) == 0 && zip64_end.u32(20) == 0;
    end_at = at;
  }
  if (!one_disk) fail_damaged(path, "it is one of several parts");
  if (directory.offset > end_at || directory.size > end_at - directory.offset ||
      directory.entries > directory.size / kCentralBytes)
    fail_damaged(path, "its directory does not fit into the file");
  return directory;
}

// The zip64 extra field holds, in this order, those of the three numbers that did not fit.
void apply_zip64(ZipEntry& entry, const RecordView& extra, const std::string& path) {
  const std::size_t size = extra.bytes().size();
  for (std::size_t at = 0; size - at >= 4;) {
    const std::size_t field_bytes = extra.u16(at + 2);
    const std::size_t field = at + 4;
    if (field_bytes > size - field) break;
    if (extra.u16(at) == 0x0001) {
      std::size_t used = 0;
      for (std::uint64_t* value : {&entry.size, &entry.compressed, &entry.offset}) {
        if (*value != kInZip64) continue;
        if (field_bytes - used < 8) fail_damaged(path, "a zip64 field is too short");
        *value = extra.u64(field + used);
        used += 8;
      }
      return;
    }
    at = field + field_bytes;
  }
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void fail_damaged(const std::string& path, const std::string& what) {
  throw InputError(fmt::format("{} is damaged: {}", path, what));
}

std::vector<ZipEntry> read_zip_directory(std::span<const std::byte> archive,
                                         const std::string& path) {
  const Directory directory = find_directory(archive, path);
  std::vector<ZipEntry> entries;
  std::uint64_t at = directory.offset;
  const std::uint64_t end = directory.offset + directory.size;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    if (end - at < kCentralBytes) fail_damaged(path, "its directory ends early");
    const RecordView fixed(archive, at, kCentralBytes);
    const std::uint64_t name = fixed.u16(28);
    const std::uint64_t extra = fixed.u16(30);
    const std::uint64_t whole = kCentralBytes + name + extra + fixed.u16(32);
    if (fixed.u32(0) != 0x02014b50 || end - at < whole)
      fail_damaged(path, "its directory cannot be read");
    ZipEntry entry{.name = text_of(RecordView(archive, at + kCentralBytes, name).bytes()),
                   .flags = fixed.u16(8),
                   .method = fixed.u16(10),
                   .crc = fixed.u32(16),
                   .compressed = fixed.u32(20),
                   .size = fixed.u32(24),
                   .offset = fixed.u32(42)};
    apply_zip64(entry, RecordView(archive, at + kCentralBytes + name, extra), path);
    entries.push_back(std::move(entry));
    at += whole;
  }
  return entries;
}

std::span<const std::byte> zip_entry_bytes(std::span<const std::byte> archive,
                                           const ZipEntry& entry, const std::string& path) {
  const std::uint64_t size = archive.size();
  if (entry.offset > size || size - entry.offset < kLocalBytes)
    fail_damaged(path, "an entry is outside the file");
  const RecordView local(archive, entry.offset, kLocalBytes);
  const std::uint64_t header = kLocalBytes + std::uint64_t{local.u16(26)} + local.u16(28);
  if (local.u32(0) != 0x04034b50 || size - entry.offset < header ||
      local.u16(26) != entry.name.size() ||
      text_of(RecordView(archive, entry.offset + kLocalBytes, local.u16(26)).bytes()) != entry.name)
    fail_damaged(path, "an entry and the directory disagree");
  const std::uint64_t data = entry.offset + header;
  if (entry.compressed > size - data) fail_damaged(path, "an entry ends outside the file");
  return RecordView(archive, data, entry.compressed).bytes();
}

}  // namespace dplda

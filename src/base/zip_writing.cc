// The writing half of zip.h.
#include <stdexcept>

#include "base/zip.h"

namespace dplda {

namespace {

constexpr std::size_t kDataAlignment = 64;
// 1980-01-01 00:00, the format's zero: an archive's bytes depend on its content alone.
constexpr std::uint16_t kTime = 0;
constexpr std::uint16_t kDate = 1 << 5 | 1;
constexpr std::uint16_t kNamesAreUtf8 = 1 << 11;
constexpr std::uint16_t kMadeByUnix = 3 << 8;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kVersionOfZip64 = 45;
constexpr std::uint16_t kZip64Field = 0x0001;
// The extra field that Android's zipalign pads with: the alignment, then zeros.
constexpr std::uint16_t kPaddingField = 0xd935;
constexpr std::size_t kLocalZip64Bytes = 4 + 16;
constexpr std::size_t kLeastPaddingBytes = 4 + 2;

class RecordWriter {
 public:
  RecordWriter& u16(std::uint64_t value) { return number(value, 2); }
  RecordWriter& u32(std::uint64_t value) { return number(value, 4); }
  RecordWriter& u64(std::uint64_t value) { return number(value, 8); }
  RecordWriter& text(std::string_view value) {
    bytes_.append(value);
    return *this;
  }
  std::string take() { return std::move(bytes_); }

 private:
  RecordWriter& number(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
    return *this;
  }

  std::string bytes_;
};

std::uint64_t short_form(std::uint64_t value, const Zip64Rule& rule) {
  return value > rule.limit ? kInZip64 : value;
}

std::string central_record(const ZipEntry& entry, const Zip64Rule& rule) {
  RecordWriter zip64;
  std::size_t zip64_bytes = 0;
  for (const std::uint64_t value : {entry.size, entry.compressed, entry.offset}) {
    if (value <= rule.limit) continue;
    zip64.u64(value);
    zip64_bytes += 8;
  }
  RecordWriter record;
  const std::uint16_t version = zip64_bytes > 0 ? kVersionOfZip64 : kVersion;
  record.u32(0x02014b50).u16(kMadeByUnix | version).u16(version).u16(kNamesAreUtf8);
  record.u16(entry.method).u16(kTime).u16(kDate).u32(entry.crc);
  record.u32(short_form(entry.compressed, rule)).u32(short_form(entry.size, rule));
  record.u16(entry.name.size()).u16(zip64_bytes > 0 ? 4 + zip64_bytes : 0);
  record.u16(0).u16(0).u16(0).u32(std::uint64_t{0100644} << 16);
  record.u32(short_form(entry.offset, rule)).text(entry.name);
  if (zip64_bytes > 0) record.u16(kZip64Field).u16(zip64_bytes).text(zip64.take());
  return record.take();
}

}  // namespace

std::string zip_local_header(const ZipEntry& entry, const Zip64Rule& rule) {
  if (entry.name.size() > 0x7fff) throw std::logic_error("the name of a zip entry is too long");
  const std::size_t fixed = 30 + entry.name.size();
  std::size_t extra = kLocalZip64Bytes + kLeastPaddingBytes;
  const std::uint64_t data = entry.offset + fixed + extra;
  extra += static_cast<std::size_t>((kDataAlignment - data % kDataAlignment) % kDataAlignment);
  const bool zip64 = entry.size > rule.limit || entry.compressed > rule.limit;

  RecordWriter record;
  record.u32(0x04034b50).u16(zip64 ? kVersionOfZip64 : kVersion).u16(kNamesAreUtf8);
  record.u16(entry.method).u16(kTime).u16(kDate).u32(entry.crc);
  record.u32(zip64 ? kInZip64 : entry.compressed).u32(zip64 ? kInZip64 : entry.size);
  record.u16(entry.name.size()).u16(extra).text(entry.name);
  if (zip64) record.u16(kZip64Field).u16(16).u64(entry.size).u64(entry.compressed);
  const std::size_t padding = extra - (zip64 ? kLocalZip64Bytes : 0);
  record.u16(kPaddingField).u16(padding - 4).u16(kDataAlignment);
  record.text(std::string(padding - kLeastPaddingBytes, '\0'));
  return record.take();
}

std::string zip_directory(std::span<const ZipEntry> entries, std::uint64_t offset,
                          const Zip64Rule& rule) {
  RecordWriter record;
  std::uint64_t size = 0;
  for (const auto& entry : entries) {
    const std::string central = central_record(entry, rule);
    record.text(central);
    size += central.size();
  }
  const std::uint64_t count = entries.size();
  const bool many = count > rule.most_entries;
  if (many || size > rule.limit || offset > rule.limit) {
    record.u32(0x06064b50).u64(44).u16(kMadeByUnix | kVersionOfZip64).u16(kVersionOfZip64);
    record.u32(0).u32(0).u64(count).u64(count).u64(size).u64(offset);
    record.u32(0x07064b50).u32(0).u64(offset + size).u32(1);
  }
  const std::uint64_t short_count = many ? 0xffff : count;
  record.u32(0x06054b50).u16(0).u16(0).u16(short_count).u16(short_count);
  record.u32(short_form(size, rule)).u32(short_form(offset, rule)).u16(0);
  return record.take();
}

}  // namespace dplda

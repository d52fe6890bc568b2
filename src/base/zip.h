// The records of a zip archive, with their zip64 forms, written and read as bytes. For
// npz_writer.cc and npz_reader.cc, which are the archive's two users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

inline constexpr std::uint16_t kZipStored = 0;
inline constexpr std::uint16_t kZipDeflated = 8;
// Stands where a number would, if that is in the zip64 record.
inline constexpr std::uint32_t kInZip64 = 0xffffffff;

struct ZipEntry {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = kZipStored;
  std::uint32_t crc = 0;
  std::uint64_t compressed = 0;  // bytes in the archive
  std::uint64_t size = 0;        // bytes once read
  std::uint64_t offset = 0;      // of its local header
};

// Numbers above `limit` are written in zip64 form. The format's own limit is the default; tests
// lower it.
struct Zip64Rule {
  std::uint64_t limit = 0xfffffffe;
  std::uint64_t most_entries = 0xfffe;
};

// The local header of a stored entry, padded so that its data starts at a multiple of 64. The
// length depends on offset and name alone, so that it can be written again once sizes are known.
std::string zip_local_header(const ZipEntry& entry, const Zip64Rule& rule);

// The central directory, which is to stand at `offset`, and all that follows it.
std::string zip_directory(std::span<const ZipEntry> entries, std::uint64_t offset,
                          const Zip64Rule& rule);

// Throws InputError: "PATH is damaged: WHAT".
[[noreturn]] void fail_damaged(const std::string& path, const std::string& what);

// The entries of an archive. Throws InputError naming `path` if there is no sound directory.
std::vector<ZipEntry> read_zip_directory(std::span<const std::byte> archive,
                                         const std::string& path);

// The bytes of an entry as they stand in the archive (compressed if it is). Throws InputError
// naming `path` if its local header does not agree or its bytes are not all there.
std::span<const std::byte> zip_entry_bytes(std::span<const std::byte> archive,
                                           const ZipEntry& entry, const std::string& path);

}  // namespace dplda

// NumPy's .npz archives: what corpora and models are stored in. Entries are stored uncompressed and
// aligned to 64 bytes so that they can be mapped; zip64 where sizes need it. Reads
// deflated entries of other writers too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/zip.h"

namespace dplda {

// One array as it stands in an archive. `bytes` is C-contiguous, little-endian.
struct NpyArray {
  std::string dtype;                 // NumPy's descr, e.g. "<f4", "<i8", "<U12", "|S3"
  std::vector<std::uint64_t> shape;  // empty: a scalar
  std::span<const std::byte> bytes;  // belongs to the NpzReader; aligned for any element type

  std::uint64_t size() const;  // number of elements
};

// Writes an archive entry by entry; its bytes depend on the content alone. finish() completes the
// archive; the caller commits the file. Misuse throws std::logic_error.
class NpzWriter {
 public:
  explicit NpzWriter(AtomicFile& file, Zip64Rule rule = {});
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  // Adds a whole array. REQUIRES: data.size() is what dtype and shape say.
  void add(std::string_view name, std::string_view dtype, const std::vector<std::uint64_t>& shape,
           std::span<const std::byte> data);

  // The same in pieces: begin, any number of append, end (which checks that the size is right).
  // Throws InputError if the file cannot be patched (a pipe).
  void begin(std::string_view name, std::string_view dtype,
             const std::vector<std::uint64_t>& shape);
  // An array of one axis, as long as what is appended until end().
  void begin(std::string_view name, std::string_view dtype);
  void append(std::span<const std::byte> data);
  void end();

  // A string array ("<Un", n the longest in code points) and a single string. Throws InputError if
  // a text is not valid UTF-8.
  void add_strings(std::string_view name, std::span<const std::string> strings);
  void add_string(std::string_view name, std::string_view text);

  void finish();

 private:
  ZipEntry& start_entry(std::string_view name);
  void begin_piecewise(std::string_view name, std::string_view dtype,
                       const std::vector<std::uint64_t>& shape);

  AtomicFile& file_;
  Zip64Rule rule_;
  std::vector<ZipEntry> entries_;
  // Of the array that is open.
  bool open_ = false;
  bool growing_ = false;
  std::string dtype_;
  std::string header_;
  std::uint64_t header_at_ = 0;
  std::uint64_t expected_ = 0;
  std::uint64_t data_bytes_ = 0;
  std::uint32_t data_crc_ = 0;
};

// Opens an archive and checks it: structure, bounds, checksums are verified before data is handed
// out, whatever the bytes are. Every failure is an InputError that names the path. Arrays of stored
// entries are views of the mapping. Not thread-safe.
class NpzReader {
 public:
  explicit NpzReader(const std::string& path);
  ~NpzReader();
  NpzReader(NpzReader&&) noexcept;
  NpzReader& operator=(NpzReader&&) noexcept;

  const std::string& path() const;
  bool has(std::string_view name) const;
  std::vector<std::string> names() const;

  // The named array; throws if it is missing, damaged, of an object dtype or in Fortran order (for
  // more than one axis). Verifies the checksum the first time.
  const NpyArray& array(std::string_view name);
  // As strings: "<U" or "|S" arrays of at most one axis.
  std::vector<std::string> strings(std::string_view name);
  std::string string(std::string_view name);

  // Gives back the memory of the mapping (MappedFile::drop_pages); arrays stay as they are.
  void drop_pages() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The little-endian dtype names of the element types that we write.
template <class T>
std::string_view npy_dtype();
template <>
inline std::string_view npy_dtype<float>() {
  return "<f4";
}
template <>
inline std::string_view npy_dtype<double>() {
  return "<f8";
}
template <>
inline std::string_view npy_dtype<std::int32_t>() {
  return "<i4";
}
template <>
inline std::string_view npy_dtype<std::uint32_t>() {
  return "<u4";
}
template <>
inline std::string_view npy_dtype<std::int64_t>() {
  return "<i8";
}
template <>
inline std::string_view npy_dtype<std::uint64_t>() {
  return "<u8";
}
template <>
inline std::string_view npy_dtype<std::uint16_t>() {
  return "<u2";
}
template <>
inline std::string_view npy_dtype<std::uint8_t>() {
  return "|u1";
}

}  // namespace dplda

#include "reference/archives.h"

#include <zlib.h>
#include <zstd.h>

#include <stdexcept>

namespace dplda::test {

namespace {

// The low `bytes` bytes of a number, lowest first.
std::string little_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace

std::string npy_file(std::string_view dtype, std::string_view shape, std::string_view data) {
  std::string header = "{'descr': '" + std::string(dtype) +
                       "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return "\x93NUMPY" + std::string("\x01\x00", 2) + little_endian(header.size(), 2) + header +
         std::string(data);
}

std::string zip_file(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out;
  std::string directory;
  for (const auto& [name, bytes] : entries) {
    // Version, flags, method, time, date, checksum, both sizes, sizes of the name and the extra.
    const std::string common = little_endian(20, 2) + little_endian(0, 2) + little_endian(0, 2) +
                               little_endian(0, 2) + little_endian(0x21, 2) +
                               little_endian(checksum(bytes), 4) + little_endian(bytes.size(), 4) +
                               little_endian(bytes.size(), 4) + little_endian(name.size(), 2) +
                               little_endian(0, 2);
    directory += "PK\x01\x02" + little_endian(20, 2) + common + little_endian(0, 2) +
                 little_endian(0, 2) + little_endian(0, 2) + little_endian(0, 4) +
                 little_endian(out.size(), 4) + name;
    out += "PK\x03\x04" + common + name + bytes;
  }
  return out + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(entries.size(), 2) +
         little_endian(entries.size(), 2) + little_endian(directory.size(), 4) +
         little_endian(out.size(), 4) + little_endian(0, 2);
}

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int kGzip = 16;
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  std::string in(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

std::string zstandard(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("ZSTD_compress");
  out.resize(size);
  return out;
}

}  // namespace dplda::test

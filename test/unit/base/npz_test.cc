#include "base/npz.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "base/errors.h"
#include "base/npy.h"
#include "reference/errors.h"
#include "reference/python.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::TemporaryDirectory;

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
std::vector<T> values_of(const NpyArray& array) {
  EXPECT_EQ(array.dtype, npy_dtype<T>());
  std::vector<T> values(array.bytes.size() / sizeof(T));
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

const std::vector<std::int64_t> kLongs{1, -2, 1LL << 40};
const std::vector<std::string> kWords{"sun", "", "\xc3\xa9t\xc3\xa9", "\xf0\x9f\x98\x80 smile"};

// An archive with one of everything.
void write_sample(const std::string& path, Zip64Rule rule = {}) {
  AtomicFile file(path);
  NpzWriter writer(file, rule);
  writer.add("longs", "<i8", {3}, bytes_of(kLongs));
  writer.begin("table", "<f4", {2, 3});
  writer.append(bytes_of(std::vector<float>{0.5f, 1, 2}));
  writer.append(bytes_of(std::vector<float>{3, 4, -5}));
  writer.end();
  writer.begin("growing", "<i4");
  for (std::int32_t i = 0; i < 1000; ++i) writer.append(bytes_of(std::vector<std::int32_t>{i}));
  writer.end();
  writer.begin("nothing", "<i4");
  writer.end();
  writer.add("empty", "|u1", {0, 7}, {});
  writer.add_strings("words", kWords);
  writer.add_string("text", "{\"\xc3\xa9\": 1}");
  writer.finish();
  file.commit();
}

void expect_sample(const std::string& path) {
  NpzReader reader(path);
  EXPECT_EQ(reader.names().size(), 7u);
  EXPECT_EQ(values_of<std::int64_t>(reader.array("longs")), kLongs);
  EXPECT_EQ(values_of<float>(reader.array("table")), (std::vector<float>{0.5f, 1, 2, 3, 4, -5}));
  EXPECT_EQ(reader.array("table").shape, (std::vector<std::uint64_t>{2, 3}));
  const auto growing = values_of<std::int32_t>(reader.array("growing"));
  ASSERT_EQ(growing.size(), 1000u);
  EXPECT_EQ(growing[999], 999);
  EXPECT_EQ(reader.array("nothing").shape, (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(reader.array("empty").size(), 0u);
  EXPECT_EQ(reader.strings("words"), kWords);
  EXPECT_EQ(reader.array("words").dtype, "<U7");
  EXPECT_EQ(reader.string("text"), "{\"\xc3\xa9\": 1}");
}

// Reads everything there is; what it throws, it throws.
void read_all(const std::string& path) {
  NpzReader reader(path);
  for (const auto& name : reader.names()) {
    const NpyArray& array = reader.array(name);
    EXPECT_EQ(array.bytes.size(), array.size() * npy_item_bytes(array.dtype));
    if (array.dtype[1] == 'U' || array.dtype[1] == 'S') {
      if (array.shape.size() <= 1) reader.strings(name);
    }
  }
}

// A zip archive of one entry, compressed if that is wanted.
std::string archive_of(const std::string& npy, bool deflated, std::uint64_t claimed) {
  std::string data = npy;
  if (deflated) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    data.resize(deflateBound(&stream, npy.size()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(npy.data()));
    stream.avail_in = static_cast<uInt>(npy.size());
    stream.next_out = reinterpret_cast<Bytef*>(data.data());
    stream.avail_out = static_cast<uInt>(data.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    data.resize(stream.total_out);
    deflateEnd(&stream);
  }
  ZipEntry entry{.name = "a.npy", .method = deflated ? kZipDeflated : kZipStored};
  entry.compressed = data.size();
  entry.size = claimed;
  entry.crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(npy.data()), npy.size()));
  const std::string local = zip_local_header(entry, {});
  const std::vector<ZipEntry> entries{entry};
  return local + data + zip_directory(entries, local.size() + data.size(), {});
}

std::string npy_of(const std::string& dict, const std::string& data, char version = 1) {
  std::string npy = "\x93NUMPY";
  npy +=
      {version, '\0', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  if (version > 1) npy += std::string(2, '\0');
  return npy + dict + data;
}

TEST(Npz, ReadsBackWhatItWrote) {
  const TemporaryDirectory directory;
  write_sample(directory / "a.npz");
  expect_sample(directory / "a.npz");
}

TEST(Npz, Zip64RecordsReadBackToo) {
  const TemporaryDirectory directory;
  // Limits so low that every size, offset and number of entries needs them.
  for (const Zip64Rule rule : {Zip64Rule{.limit = 0}, Zip64Rule{.limit = 1000},
                               Zip64Rule{.most_entries = 3}, Zip64Rule{0, 0}}) {
    write_sample(directory / "a.npz", rule);
    expect_sample(directory / "a.npz");
  }
}

TEST(Npz, NumPyReadsWhatWeWrite) {
  const TemporaryDirectory directory;
  write_sample(directory / "a.npz");
  write_sample(directory / "b.npz", {.limit = 0, .most_entries = 0});
  EXPECT_EQ(test::python(R"(
import sys, zipfile, numpy
for path in sys.argv[1:]:
    assert zipfile.ZipFile(path).testzip() is None
    arrays = numpy.load(path, allow_pickle=False)
    assert arrays['longs'].tolist() == [1, -2, 1 << 40]
    assert arrays['table'].tolist() == [[0.5, 1, 2], [3, 4, -5]]
    assert arrays['growing'].tolist() == list(range(1000))
    assert arrays['nothing'].shape == (0,) and arrays['empty'].shape == (0, 7)
    assert arrays['words'].tolist() == ['sun', '', '\u00e9t\u00e9', '\U0001f600 smile']
    assert arrays['text'].shape == () and str(arrays['text']) == '{"\u00e9": 1}'
)",
                         {directory / "a.npz", directory / "b.npz"}),
            0);
}

TEST(Npz, WeReadWhatNumPyWrites) {
  const TemporaryDirectory directory;
  ASSERT_EQ(test::python(R"(
import sys, numpy
arrays = dict(longs=numpy.array([1, -2, 1 << 40]), table=numpy.ones((2, 3), 'f4'),
              words=numpy.array(['sun', '\U0001f600']), scalar=numpy.array('csr', 'S'))
numpy.savez(sys.argv[1], **arrays)
numpy.savez_compressed(sys.argv[2], **arrays)
)",
                         {directory / "a.npz", directory / "b.npz"}),
            0);
  for (const char* name : {"a.npz", "b.npz"}) {
    NpzReader reader(directory / name);
    EXPECT_EQ(values_of<std::int64_t>(reader.array("longs")), kLongs);
    EXPECT_EQ(values_of<float>(reader.array("table")), std::vector<float>(6, 1));
    EXPECT_EQ(reader.strings("words"), (std::vector<std::string>{"sun", "\xf0\x9f\x98\x80"}));
    EXPECT_EQ(reader.string("scalar"), "csr");
  }
}

TEST(Npz, TheSameContentIsTheSameBytes) {
  const TemporaryDirectory directory;
  write_sample(directory / "a.npz");
  write_sample(directory / "b.npz");
  EXPECT_EQ(test::read_file(directory / "a.npz"), test::read_file(directory / "b.npz"));
}

TEST(Npz, EveryArrayStartsAtAMultipleOf64) {
  const TemporaryDirectory directory;
  write_sample(directory / "a.npz");
  NpzReader reader(directory / "a.npz");
  // The mapping starts at a page: an address tells the place in the file.
  for (const auto& name : reader.names()) {
    const auto& bytes = reader.array(name).bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0u) << name;
  }
}

TEST(Npz, ReadsDeflatedAndMisalignedEntries) {
  const TemporaryDirectory directory;
  // A header of odd length, as no writer makes it but the format allows.
  const std::string dict = "{'descr': '=i4', 'fortran_order': True, \"shape\": (3,)}\n";
  for (const char version : {'\1', '\2', '\3'}) {
    for (const bool deflated : {false, true}) {
      const std::string npy = npy_of(dict, std::string("\1\0\0\0\2\0\0\0\3\0\0\0", 12), version);
      test::write_file(directory / "a.npz", archive_of(npy, deflated, npy.size()));
      NpzReader reader(directory / "a.npz");
      EXPECT_EQ(values_of<std::int32_t>(reader.array("a")), (std::vector<std::int32_t>{1, 2, 3}));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(reader.array("a").bytes.data()) % 8, 0u);
    }
  }
}

TEST(Npz, RefusesHeadersThatItDoesNotKnow) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  const auto error = [&](const std::string& dict, const std::string& data) {
    const std::string npy = npy_of(dict, data);
    test::write_file(path, archive_of(npy, false, npy.size()));
    return test::input_error([&] { NpzReader(path).array("a"); });
  };
  const auto dtype = [&](const std::string& descr) {
    return error("{'descr': " + descr + ", 'fortran_order': False, 'shape': ()}", "12345678");
  };
  EXPECT_EQ(dtype("'<i8'"), "");
  EXPECT_EQ(dtype("'<f8' "), "");
  EXPECT_EQ(dtype("'|S8'"), "");
  for (const char* bad : {"'|O'", "'>i8'", "'<i3'", "'<U0'", "'<M8[ns]'", "'|i8'", "'i8'",
                          "'<i08x'", "'<f16'", "'<i-8'", "''", "'<U2147483648'"})
    EXPECT_EQ(dtype(bad), path + ": array 'a' has a dtype that is not read") << bad;
  EXPECT_EQ(dtype("[('x', '<i8')]"),
            path + ": array 'a' has a structured dtype, which is not read");
  EXPECT_EQ(error("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }", "1234"),
            path + ": array 'a' is in Fortran order, which is not read");
  for (const char* bad :
       {"", "{", "{}", "{'descr': '|u1', 'fortran_order': False}",
        "{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': ()}",
        "{'descr': '|u1', 'fortran_order': 0, 'shape': ()}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': ()} x",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (), 'more': 1}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': ()"})
    EXPECT_EQ(error(bad, "1"), path + " is damaged: array 'a' has a header that cannot be read")
        << bad;
  EXPECT_EQ(error("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "12"),
            path + " is damaged: array 'a' is not as large as its header says");
  EXPECT_EQ(
      error("{'descr': '<i8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", ""),
      path + " is damaged: array 'a' has an impossible shape");
}

TEST(Npz, RefusesWhatClaimsToInflateBeyondReason) {
  const TemporaryDirectory directory;
  const std::string npy = npy_of("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", "1");
  test::write_file(directory / "a.npz", archive_of(npy, true, std::uint64_t{1} << 50));
  EXPECT_EQ(test::input_error([&] { NpzReader(directory / "a.npz").array("a"); }),
            (directory / "a.npz") + " is damaged: an entry claims to hold more than its bytes can");
}

TEST(Npz, SaysWhatAFileIsNot) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  for (const char* text : {"", "x", "some text that is longer than the end record of an archive"}) {
    test::write_file(path, text);
    EXPECT_EQ(test::input_error([&] { NpzReader reader(path); }), path + " is not a .npz archive");
  }
  write_sample(path);
  EXPECT_EQ(test::input_error([&] { NpzReader(path).array("absent"); }),
            path + " has no array 'absent'");
  EXPECT_EQ(test::input_error([&] { NpzReader(path).strings("longs"); }),
            path + ": array 'longs' is not a list of texts");
  EXPECT_EQ(test::input_error([&] { NpzReader(path).string("words"); }),
            path + ": array 'words' is not a single text");
  EXPECT_THROW(NpzReader(directory / "missing"), InputError);
}

TEST(Npz, AFlippedBitOfDataIsFound) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  write_sample(path);
  std::string bytes = test::read_file(path);
  const std::size_t at = bytes.find("\xe7\x03\x00\x00");  // 999, the last of 'growing'
  ASSERT_NE(at, std::string::npos);
  bytes[at] ^= 4;
  test::write_file(path, bytes);
  NpzReader reader(path);
  EXPECT_EQ(values_of<std::int64_t>(reader.array("longs")), kLongs);
  EXPECT_EQ(test::input_error([&] { reader.array("growing"); }),
            path + " is damaged: array 'growing' does not match its checksum");
}

// Any bytes at all either read or are an InputError: never a crash, never another exception.
void survive(const std::string& path, const std::string& bytes) {
  std::filesystem::remove(path);  // some file systems flush what is truncated and written again
  test::write_file(path, bytes);
  try {
    read_all(path);
  } catch (const InputError&) {
  }
}

TEST(Npz, SurvivesAnyDamage) {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npz";
  std::mt19937 random(20240601);  // NOLINT: the same damage every time
  const auto below = [&](std::size_t bound) { return std::size_t{random()} % bound; };
  const std::string header = "{'descr': '<U3', 'fortran_order': False, 'shape': (2,), }\n";
  const std::string npy =
      npy_of(header, std::string("a\0\0\0b\0\0\0c\0\0\0d\0\0\0\0\0\0\0\0\0\0", 24));
  std::vector<std::string> archives{archive_of(npy, false, npy.size()),
                                    archive_of(npy, true, npy.size())};
  for (const Zip64Rule rule : {Zip64Rule{}, Zip64Rule{0, 0}}) {
    write_sample(path, rule);
    archives.push_back(test::read_file(path));
  }
  for (const auto& archive : archives) {
    for (int i = 0; i < 400; ++i) survive(path, archive.substr(0, below(archive.size())));
    // Structure stands at the ends and in the headers: aim there half of the time.
    for (int i = 0; i < 1500; ++i) {
      std::string damaged = archive;
      for (std::size_t flips = 1 + below(4); flips > 0; --flips) {
        const std::size_t reach =
            below(2) == 0 ? damaged.size() : std::min<std::size_t>(damaged.size(), 300);
        const std::size_t at = damaged.size() - 1 - below(reach);
        constexpr char kExtreme[] = {0, 1, '\x7f', '\x80', '\xff'};
        damaged[at] = below(2) == 0 ? static_cast<char>(below(256)) : kExtreme[below(5)];
      }
      survive(path, damaged);
    }
  }
}

// The same with checksums that fit, so that the damage reaches the header's parser.
TEST(Npz, SurvivesAnyHeader) {
  const TemporaryDirectory directory;
  std::mt19937 random(20240602);  // NOLINT: the same damage every time
  const auto below = [&](std::size_t bound) { return std::size_t{random()} % bound; };
  const std::string npy =
      npy_of("{'descr': '<U1', 'fortran_order': False, 'shape': (2,3,), }\n", std::string(24, 'x'));
  constexpr std::string_view kLikely = "{}(),:'\" 0129<|=>UOTF\\\0\xff";
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = npy;
    for (std::size_t flips = 1 + below(5); flips > 0; --flips)
      damaged[6 + below(damaged.size() - 6)] = kLikely[below(kLikely.size())];
    survive(directory / "a.npz", archive_of(damaged, below(2) == 0, damaged.size()));
  }
}

TEST(NpzWriter, RefusesWrongSizesRepeatedNamesAndPipes) {
  const TemporaryDirectory directory;
  AtomicFile file(directory / "a.npz");
  NpzWriter writer(file);
  EXPECT_THROW(writer.add("a", "<i8", {2}, bytes_of(kLongs)), std::logic_error);
  writer.add("a", "<i8", {3}, bytes_of(kLongs));
  EXPECT_THROW(writer.add("a", "<i8", {3}, bytes_of(kLongs)), std::logic_error);
  writer.begin("b", "<i8", {4});
  writer.append(bytes_of(kLongs));
  EXPECT_THROW(writer.end(), std::logic_error);
  EXPECT_THROW(writer.finish(), std::logic_error);

  AtomicFile null("/dev/null");
  NpzWriter to_null(null);
  to_null.add("whole", "<i8", {3}, bytes_of(kLongs));
  EXPECT_THROW(to_null.begin("pieces", "<i8"), InputError);
}

}  // namespace
}  // namespace dplda

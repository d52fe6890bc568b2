#include "fuzz/targets.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/files.h"
#include "reference/archives.h"
#include "reference/chunked_source.h"
#include "text/bag_readers.h"

namespace dplda::test {

namespace {

void read_bags(std::unique_ptr<BagSource> source) {
  std::vector<WordCount> bag;
  std::uint64_t largest = 0;
  while (source->next(bag)) {
    if (!bag.empty()) largest = std::max<std::uint64_t>(largest, bag.back().word + 1);
  }
  if (largest > source->words().size()) throw std::logic_error("an id without a name");
}

void read_uci(const std::string& bytes) {
  read_bags(open_uci(chunked(bytes), WordList{{"ant", "bee", "cat", "dog"}, "words"}));
}

void read_lda_c(const std::string& bytes) { read_bags(open_lda_c(chunked(bytes), std::nullopt)); }

void read_matrix_market(const std::string& bytes) {
  read_bags(open_matrix_market(chunked(bytes), std::nullopt));
}

// A file that lives in memory, for readers that want a path: a disk would make thousands slow.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("memfd_create");
    if (write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("cannot write to memory");
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void read_words(const std::string& bytes) { read_word_list(MemoryFile(bytes).path()); }

void read_stream(const std::string& bytes) {
  // A small file can hold gigabytes of zeros; a caller reads in pieces and so do we, up to a point.
  constexpr std::size_t kEnough = 1 << 24;
  const auto source = memory_input(bytes, "input");
  std::vector<char> buffer(1 << 12);
  std::size_t total = 0;
  while (const std::size_t got = source->read(buffer)) {
    total += got;
    if (total > kEnough) break;
  }
}

// Compressible text of several kilobytes.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i * i) + " words of it\n";
  return text;
}

}  // namespace

std::vector<FuzzTarget> fuzz_targets() {
  return {
      {"uci", "5\n4\n6\n1 3 1\n1 1 2\n2 2 7\n4 1 10\n4 2 1\n4 4 3\n", read_uci},
      {"lda_c", "2 2:1 0:2\n0\n1 1:7\n3 0:1 1:1 3:12\n", read_lda_c},
      {"matrix_market_integer",
       "%%MatrixMarket matrix coordinate integer general\n% words by hand\n4 3 4\n1 1 2\n3 1 1\n"
       "1 2 5\n4 3 1\n",
       read_matrix_market},
      {"matrix_market_real",
       "%%MatrixMarket matrix coordinate real general\n4 3 4\n1 1 2.0\n3 1 1e0\n1 2 5\n4 3 0.0\n",
       read_matrix_market},
      {"word_list", "ant\nbee\nna\xC3\xAFve\n", read_words},
      {"gzip", gzipped(long_text()) + gzipped("more"), read_stream},
      {"zstd", zstandard(long_text()) + zstandard("more"), read_stream},
  };
}

}  // namespace dplda::test

// Every random number of the project: a keyed function from a position to 64 bits, the ChaCha20
// block function of RFC 8439. There is no generator state: a draw depends on the key and its
// position alone, so any number of threads, in any order, draws the same numbers
// (docs/internals/algorithms.md, "Random streams").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace dplda {

// 32 bytes that decide draws; all zero until they are set. Every copy is overwritten when it goes.
class Key : public std::array<std::uint8_t, 32> {
 public:
  Key() : array{} {}
  Key(const Key&) = default;
  Key& operator=(const Key&) = default;
  ~Key();
};

// 32 fresh bytes from the operating system.
Key random_key();
// The key of a public seed. Whoever knows the seed knows every draw.
Key key_from_seed(std::uint64_t seed);
// An independent key for a named use: keyed BLAKE2b of `use` under `key`.
Key derived_key(const Key& key, std::string_view use);

// What a draw is for: draws for different purposes never share a position. The numbers are part of
// every result's bits: add new ones, never change old ones.
enum class Purpose : std::uint8_t {
  kTokenOrder = 1,
  kInitialTopic = 2,
  kTopic = 3,
  kFoldInTopic = 4,
  kCompletionOrder = 5,
  kSplit = 6,
  kSynthetic = 7,
  kFoldInInitialTopic = 8,
  kNoise = 9,
  kNoiseTail = 10,
  kVocabularyCap = 12,
  kContributorCap = 13,
  kReport = 14,
  kReportId = 15,
  kReconstruction = 16,
  kLambda = 17,
  kChannel = 18,
  kChannelTopic = 19,
  kShadow = 20,
  kMembership = 21,
  kAttackedToken = 22,
};

// Where a draw stands. A block of 64 bytes holds the draws of 8 consecutive positions.
struct StreamPosition {
  Purpose purpose;
  std::uint32_t sweep = 0;
  std::uint64_t document = 0;  // below 2^48
  std::uint64_t position = 0;  // below 2^35
  std::uint8_t retry = 0;
};

// The four words that follow the key in the ChaCha20 state: RFC 8439's block counter and nonce. The
// layout:
//   word 0: position / 8            word 1: document, low 32 bits
//   word 2: sweep                   word 3: purpose | retry << 8 | (document >> 32) << 16
std::array<std::uint32_t, 4> counter_words(const StreamPosition& at);

// The ChaCha20 block function, plainly. out: 16 little-endian words.
void chacha20_block(const Key& key, const std::array<std::uint32_t, 4>& counter,
                    std::span<std::uint32_t, 16> out);

// The draws of one key.
class Streams {
 public:
  explicit Streams(const Key& key) : key_(key) {}

  // One draw: 64 uniform bits.
  std::uint64_t draw(const StreamPosition& at) const;

  // The draws of positions first..first+out.size() of one document and purpose. REQUIRES:
  // `at.position` and out.size() are multiples of 8. Vectorised; equals draw() position by
  // position.
  void draws(const StreamPosition& at, std::span<std::uint64_t> out) const;

  const Key& key() const { return key_; }

 private:
  Key key_;
};

// Reads one document's draws of one purpose in order, for code that needs few of them.
class Stream {
 public:
  Stream(const Streams& streams, Purpose purpose, std::uint32_t sweep = 0,
         std::uint64_t document = 0)
      : streams_(&streams), at_{.purpose = purpose, .sweep = sweep, .document = document} {}

  // 64 uniform bits.
  std::uint64_t next();
  // Uniform below `bound`, exactly. REQUIRES: bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1), a multiple of 2^-53. Not for draws that protect someone.
  double uniform();

 private:
  const Streams* streams_;
  StreamPosition at_;
  std::array<std::uint64_t, 8> block_{};
  unsigned used_ = 8;
};

// The exactly uniform integer below `bound` that 64 random bits x give, or nothing when x must be
// drawn again (Lemire's multiplication method). REQUIRES: bound >= 1.
inline bool uniform_below(std::uint64_t x, std::uint64_t bound, std::uint64_t& result) {
  const auto product = static_cast<unsigned __int128>(x) * bound;
  result = static_cast<std::uint64_t>(product >> 64);
  const auto low = static_cast<std::uint64_t>(product);
  return low >= bound || low >= (0 - bound) % bound;
}

}  // namespace dplda

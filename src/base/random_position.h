// Where a draw stands among all draws of a key, and how that becomes the input of ChaCha20.
#pragma once

#include <array>
#include <cstdint>

namespace dplda {

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
struct RandomPosition {
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
std::array<std::uint32_t, 4> counter_words(const RandomPosition& at);

}  // namespace dplda

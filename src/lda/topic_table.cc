#include "lda/topic_table.h"

#include <algorithm>
#include <array>
#include <bit>

namespace dplda {
namespace {

// Partial tables of all threads together may take this many bytes.
constexpr std::size_t kPartialCountBytes = std::size_t{32} << 20;
// A larger table is not in the caches while it is counted: its cells are fetched ahead.
constexpr std::size_t kNearBytes = std::size_t{4} << 20;
// So few cells of all partial tables are added up before other threads would be awake.
constexpr std::size_t kMergedAlone = std::size_t{1} << 18;
constexpr std::size_t kWordsPerPiece = 64;

// Some tokens and the cells that they are counted in.
struct Counting {
  std::span<const std::uint32_t> words;
  std::span<const Topic> topics;
  std::size_t stride;
  std::int32_t* cells;

  std::size_t size() const { return words.size(); }
  std::int32_t* cell(std::size_t j) const { return cells + words[j] * stride + topics[j]; }
};

// Both halves side by side: neighbours often share a cell, and the second of them waits for the
// first.
void count_near(const Counting& tokens) {
  const std::size_t half = tokens.size() / 2;
  for (std::size_t j = 0; j < half; ++j) {
    ++*tokens.cell(j);
    ++*tokens.cell(half + j);
  }
  if (tokens.size() % 2 == 1) ++*tokens.cell(tokens.size() - 1);
}

void count_far(const Counting& tokens) {
  constexpr std::size_t kAhead = 64;
  const std::size_t last = tokens.size() - std::min(tokens.size(), kAhead);
  for (std::size_t j = 0; j < last; ++j) {
    __builtin_prefetch(tokens.cell(j + kAhead), 1);
    ++*tokens.cell(j);
  }
  for (std::size_t j = last; j < tokens.size(); ++j) ++*tokens.cell(j);
}

// Counts the tokens whose word is `own` below `mask`. A batch of cells is gathered and fetched
// while the batch before it is counted; there is no branch on the word, which nothing could
// foresee.
void count_own(const Counting& tokens, std::uint32_t mask, std::uint32_t own) {
  constexpr std::size_t kBatch = 128;
  std::array<std::array<std::int32_t*, kBatch>, 2> cells;
  std::array<std::size_t, 2> sizes = {0, 0};
  const auto count = [&](std::size_t batch) {
    for (std::size_t i = 0; i < sizes[batch]; ++i) ++*cells[batch][i];
  };
  std::size_t now = 0;
  for (std::size_t first = 0; first < tokens.size(); first += kBatch) {
    const std::size_t end = std::min(tokens.size(), first + kBatch);
    std::size_t size = 0;
    for (std::size_t j = first; j < end; ++j) {
      cells[now][size] = tokens.cell(j);
      size += (tokens.words[j] & mask) == own ? 1 : 0;
    }
    sizes[now] = size;
    for (std::size_t i = 0; i < size; ++i) __builtin_prefetch(cells[now][i], 1);
    now = 1 - now;
    count(now);
  }
  count(1 - now);
}

std::vector<std::int64_t> topic_totals(std::span<const Topic> topics, std::size_t count) {
  constexpr std::size_t kLanes = 4;  // side by side, as in count_near()
  std::vector<std::int64_t> lanes(kLanes * count);
  std::size_t j = 0;
  for (; j + kLanes <= topics.size(); j += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) ++lanes[lane * count + topics[j + lane]];
  }
  for (; j < topics.size(); ++j) ++lanes[topics[j]];
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    for (std::size_t k = 0; k < count; ++k) lanes[k] += lanes[lane * count + k];
  }
  lanes.resize(count);
  return lanes;
}

}  // namespace

void TopicTable::recount(const TokenSequences& tokens, std::span<const Topic> topics,
                         ThreadPool& pool) {
  const auto threads = static_cast<std::size_t>(pool.threads());
  const std::size_t bytes = cells_.size() * sizeof(std::int32_t);
  std::fill(totals_.begin(), totals_.end(), 0);
  if (cells_.size() <= tokens.tokens() && bytes * (threads - 1) <= kPartialCountBytes) {
    count_in_parts(tokens.words(), topics, threads, pool);
  } else {
    count_by_words(tokens.words(), topics, pool);
  }
}

// A table that is small beside the tokens: each thread counts some of them in a table of its own.
void TopicTable::count_in_parts(std::span<const std::uint32_t> words, std::span<const Topic> topics,
                                std::size_t parts, ThreadPool& pool) {
  std::vector<std::vector<std::int32_t>> partial(parts - 1);
  pool.for_each(parts, [&](std::size_t part, int) {
    std::int32_t* own = cells_.data();
    if (part == 0) {
      std::fill(cells_.begin(), cells_.end(), 0);
    } else {
      partial[part - 1].assign(cells_.size(), 0);
      own = partial[part - 1].data();
    }
    const std::size_t first = words.size() * part / parts;
    const std::size_t size = words.size() * (part + 1) / parts - first;
    const bool near = cells_.size() * sizeof(std::int32_t) <= kNearBytes;
    (near ? count_near
          : count_far)({words.subspan(first, size), topics.subspan(first, size), stride_, own});
  });

  std::vector<std::vector<std::int64_t>> totals(parts, std::vector<std::int64_t>(topics_));
  const auto merge = [&](std::size_t part, std::size_t of) {
    const auto end = static_cast<std::uint32_t>(std::size_t{words_} * (part + 1) / of);
    for (auto word = static_cast<std::uint32_t>(std::size_t{words_} * part / of); word < end;
         ++word) {
      std::int32_t* const cells = cells_.data() + word * stride_;
      for (const std::vector<std::int32_t>& other : partial) {
        for (std::size_t k = 0; k < topics_; ++k) cells[k] += other[word * stride_ + k];
      }
      for (std::size_t k = 0; k < topics_; ++k) totals[part][k] += cells[k];
    }
  };
  if (cells_.size() * parts <= kMergedAlone) {
    merge(0, 1);
  } else {
    pool.for_each(parts, [&](std::size_t part, int) { merge(part, parts); });
  }
  for (const auto& some : totals) {
    for (std::size_t k = 0; k < topics_; ++k) totals_[k] += some[k];
  }
}

// A table too large for copies: each thread reads all tokens and counts those of its words, which
// are every 2nd, 4th, ... one, so that frequent words spread wherever they stand in the vocabulary.
void TopicTable::count_by_words(std::span<const std::uint32_t> words, std::span<const Topic> topics,
                                ThreadPool& pool) {
  pool.for_each((words_ + kWordsPerPiece - 1) / kWordsPerPiece, [&](std::size_t piece, int) {
    const std::size_t first = piece * kWordsPerPiece;
    const std::size_t end = std::min<std::size_t>(words_, first + kWordsPerPiece);
    std::fill_n(cells_.data() + first * stride_, (end - first) * stride_, 0);
  });

  const Counting all{words, topics, stride_, cells_.data()};
  const auto shares = std::bit_ceil(static_cast<std::uint32_t>(pool.threads()));
  std::vector<std::vector<std::int64_t>> totals(shares);
  pool.for_each(2 * shares, [&](std::size_t piece, int) {
    if (piece >= shares) {
      const std::size_t first = topics.size() * (piece - shares) / shares;
      const std::size_t size = topics.size() * (piece - shares + 1) / shares - first;
      totals[piece - shares] = topic_totals(topics.subspan(first, size), topics_);
    } else if (shares == 1) {
      count_far(all);
    } else {
      count_own(all, shares - 1, static_cast<std::uint32_t>(piece));
    }
  });
  for (const auto& some : totals) {
    for (std::size_t k = 0; k < topics_; ++k) totals_[k] += some[k];
  }
}

}  // namespace dplda

#include "privacy/pair_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.h"

namespace dplda {
namespace {

using Square = unsigned __int128;
using SignedSquare = __int128;

// out += factor row, modulo 2^64: what fits 64 bits in the end comes out right.
void add_row(std::uint64_t* out, std::uint64_t factor, const std::uint64_t* row, std::size_t size) {
  for (std::size_t j = 0; j < size; ++j) out[j] += factor * row[j];
}

// left' right, both with V rows of V; modulo 2^64.
std::vector<std::uint64_t> product_of_transposed(std::span<const std::int32_t> left,
                                                 std::span<const std::uint64_t> right,
                                                 std::size_t size, ThreadPool& pool) {
  std::vector<std::uint64_t> out(size * size);
  pool.for_each(size, [&](std::size_t i, int) {
    for (std::size_t k = 0; k < size; ++k) {
      const auto factor = static_cast<std::uint64_t>(std::int64_t{left[k * size + i]});
      if (factor != 0) add_row(out.data() + i * size, factor, right.data() + k * size, size);
    }
  });
  return out;
}

std::vector<std::int32_t> transposed_cells(std::span<const std::int32_t> cells, std::size_t size) {
  std::vector<std::int32_t> result(cells.size());
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) result[j * size + i] = cells[i * size + j];
  return result;
}

std::vector<std::uint64_t> transposed_words(const std::vector<std::uint64_t>& cells,
                                            std::size_t size) {
  std::vector<std::uint64_t> result(cells.size());
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) result[j * size + i] = cells[i * size + j];
  return result;
}

std::uint64_t as_bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

}  // namespace

PairMetric::PairMetric(std::uint32_t words, std::vector<std::int32_t> cells, std::uint32_t bound,
                       ThreadPool& pool)
    : words_(words), bound_(bound), cells_(std::move(cells)) {
  if (words == 0 || words > kMostWords || cells_.size() != std::size_t{words} * words)
    throw InputError(fmt::format("a metric of {} words; it needs 1 to {}, and as many columns",
                                 words, kMostWords));
  for (std::size_t j = 0; j < words; ++j) {
    SignedSquare squares = 0;
    for (std::size_t i = 0; i < words; ++i)
      squares += SignedSquare{cells_[i * words + j]} * cells_[i * words + j];
    if (squares > SignedSquare{kLongest} * kLongest)
      throw InputError(fmt::format("a metric of words with a column longer than {}", kLongest));
  }
  std::vector<std::uint64_t> wide(cells_.size());
  std::transform(cells_.begin(), cells_.end(), wide.begin(),
                 [](std::int32_t cell) { return as_bits(cell); });
  const std::vector<std::uint64_t> gram = product_of_transposed(cells_, wide, words_, pool);
  gram_.assign(gram.begin(), gram.end());
}

// |W H W'|^2 = (1'G1)^2 - 2 |G1|^2 + |G|^2 with G the rows and columns of W'W of the document's
// words, since H is all ones but for its diagonal.
std::int64_t PairMetric::of_document(std::span<const std::uint32_t> words) const {
  if (words.size() < 2) return 0;
  SignedSquare all = 0;
  SignedSquare squared_rows = 0;
  SignedSquare squared_cells = 0;
  for (const std::uint32_t i : words) {
    const std::int64_t* row = gram_.data() + std::size_t{i} * words_;
    SignedSquare sum = 0;
    for (const std::uint32_t j : words) {
      sum += row[j];
      squared_cells += SignedSquare{row[j]} * row[j];
    }
    all += sum;
    squared_rows += sum * sum;
  }
  const auto length = static_cast<Square>(all * all - 2 * squared_rows + squared_cells);
  if (length == 0) return 0;
  const Square bound = Square{bound_} << kFiner;
  const Square allowed = 2 * bound * bound;
  if (length > allowed) return 0;
  auto part = static_cast<std::uint64_t>(
                  std::sqrt(static_cast<double>(allowed) / static_cast<double>(length))) +
              1;
  while (part > 0 && Square{part} * part > allowed / length) --part;
  return static_cast<std::int64_t>(part);
}

std::vector<std::int64_t> PairMetric::triangle(std::span<const std::int64_t> sums,
                                               ThreadPool& pool) const {
  const std::size_t size = words_;
  std::vector<std::uint64_t> symmetric(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = i + 1; j < size; ++j)
      symmetric[i * size + j] = symmetric[j * size + i] = as_bits(sums[i * size + j]);
  // W C, then (W (W C)')' = W C W', which is symmetric.
  const std::vector<std::int32_t> turned = transposed_cells(cells_, size);
  const std::vector<std::uint64_t> once = product_of_transposed(turned, symmetric, size, pool);
  const std::vector<std::uint64_t> twice =
      product_of_transposed(turned, transposed_words(once, size), size, pool);
  std::vector<std::int64_t> result;
  result.reserve(size * (size + 1) / 2);
  for (std::size_t i = 0; i < size; ++i) {
    // Shifts round towards minus infinity.
    const auto own = static_cast<std::int64_t>(twice[i * size + i]);
    result.push_back(static_cast<std::int64_t>((SignedSquare{own} * 46340) >> (kFiner + 16)));
    for (std::size_t j = i + 1; j < size; ++j)
      result.push_back(static_cast<std::int64_t>(twice[i * size + j]) >> kFiner);
  }
  return result;
}

MovedSquares PairMetric::moved(std::uint32_t bound) {
  const std::uint64_t squares = squares_of(bound, kMostWords);
  return {squares, 4 * squares, 4 * squares};
}

std::uint64_t PairMetric::squares_of(std::uint32_t bound, std::uint32_t words) {
  const double length = bound + std::sqrt(static_cast<double>(words) * (words + 1.0) / 2);
  return static_cast<std::uint64_t>(std::ceil(length * length * (1 + 0x1p-40)));
}

}  // namespace dplda

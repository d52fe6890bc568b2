// Sparse matrices as scipy.sparse.save_npz writes them.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "base/npz.h"
#include "text/bag_limits.h"
#include "text/bag_readers.h"
#include "text/bags_by_row.h"

namespace dplda {

namespace {

constexpr std::uint64_t kNotWhole = std::numeric_limits<std::uint64_t>::max();

// An element of type T as a whole number, kNotWhole if it is negative, a fraction or too large.
template <class T>
std::uint64_t whole_number(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kAbove = static_cast<T>(std::uint64_t{1} << 63);
    if (!(value >= 0) || value >= kAbove || value != std::floor(value)) return kNotWhole;
  } else if constexpr (std::is_signed_v<T>) {
    if (value < 0) return kNotWhole;
  }
  return static_cast<std::uint64_t>(value);
}

// A one-dimensional array of any type of number, read as whole numbers.
class WholeNumbers {
 public:
  WholeNumbers() = default;
  WholeNumbers(NpzReader& archive, const std::string& name) {
    const NpyArray& array = archive.array(name);
    if (array.shape.size() != 1 || !choose(array.dtype)) {
      throw InputError(
          fmt::format("{}: '{}' is not a one-dimensional array of numbers", archive.path(), name));
    }
    data_ = array.bytes.data();
    size_ = array.shape[0];
  }

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t index) const { return read_(data_ + index * width_); }

 private:
  bool choose(std::string_view dtype) {
    if (dtype == "<i4") return use<std::int32_t>();
    if (dtype == "<i8") return use<std::int64_t>();
    if (dtype == "<f8") return use<double>();
    if (dtype == "<f4") return use<float>();
    if (dtype == "|b1" || dtype == "|u1") return use<std::uint8_t>();
    if (dtype == "|i1") return use<std::int8_t>();
    if (dtype == "<i2") return use<std::int16_t>();
    if (dtype == "<u2") return use<std::uint16_t>();
    if (dtype == "<u4") return use<std::uint32_t>();
    if (dtype == "<u8") return use<std::uint64_t>();
    return false;
  }
  template <class T>
  bool use() {
    width_ = sizeof(T);
    read_ = whole_number<T>;
    return true;
  }

  const std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t width_ = 0;
  std::uint64_t (*read_)(const std::byte*) = nullptr;
};

// What all three formats share: the archive, its size and its names.
struct SparseArchive {
  SparseArchive(const std::string& path, std::optional<WordList> given);

  [[noreturn]] void fail(std::string_view problem) const {
    throw InputError(fmt::format("{}: {}", archive.path(), problem));
  }
  std::uint32_t count(std::uint64_t value) const {
    if (value > kMostCount) {
      fail(fmt::format("a value is not a whole number from 0 to {}", kMostCount));
    }
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t word(std::uint64_t column) const {
    if (column >= columns) fail(fmt::format("a column is not below {}", columns));
    return static_cast<std::uint32_t>(column);
  }

  NpzReader archive;
  std::string format;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  WholeNumbers data;
  WordList names;
};

SparseArchive::SparseArchive(const std::string& path, std::optional<WordList> given)
    : archive(path) {
  if (!archive.has("format") || !archive.has("shape")) {
    fail("not a sparse matrix of scipy.sparse.save_npz: it has no 'format' and 'shape'");
  }
  format = archive.string("format");
  const WholeNumbers shape(archive, "shape");
  if (shape.size() != 2 || shape[0] > kMostDocuments || shape[1] > kMostWords) {
    fail("'shape' is not the size of a matrix of documents by words");
  }
  rows = shape[0];
  columns = shape[1];
  data = WholeNumbers(archive, "data");
  if (given) {
    names = std::move(*given);
  } else if (archive.has("vocabulary")) {
    names = {archive.strings("vocabulary"), "its 'vocabulary'"};
  } else if (columns > most_plausible(data.size())) {
    fail(fmt::format("{} columns with {} entries; name the words with `word-list`", columns,
                     data.size()));
  } else {
    names = {decimal_names(columns), path};
  }
  if (names.words.size() != columns) {
    fail(
        fmt::format("the matrix has {} columns, but {} has {} words; give the right list with "
                    "`word-list`",
                    columns, names.source, names.words.size()));
  }
}

// The rows of a csr matrix, or the columns of a csc matrix: what `indptr` cuts `indices` into.
class Slices {
 public:
  Slices() = default;
  Slices(SparseArchive& sparse, std::uint64_t slices)
      : bounds_(sparse.archive, "indptr"), indices_(sparse.archive, "indices") {
    if (bounds_.size() != slices + 1 || bounds_[0] != 0 || bounds_[slices] != indices_.size() ||
        indices_.size() != sparse.data.size()) {
      sparse.fail("'shape', 'indptr', 'indices' and 'data' do not fit together");
    }
    for (std::uint64_t i = 0; i < slices; ++i) {
      if (bounds_[i] > bounds_[i + 1]) sparse.fail("'indptr' descends");
    }
  }

  std::uint64_t begin(std::uint64_t slice) const { return bounds_[slice]; }
  std::uint64_t end(std::uint64_t slice) const { return bounds_[slice + 1]; }
  std::uint64_t index(std::uint64_t at) const { return indices_[at]; }

 private:
  WholeNumbers bounds_;
  WholeNumbers indices_;
};

class CsrReader : public BagSource {
 public:
  explicit CsrReader(SparseArchive sparse)
      : sparse_(std::move(sparse)), slices_(sparse_, sparse_.rows) {}

  const std::vector<std::string>& words() const override { return sparse_.names.words; }
  bool next(std::vector<WordCount>& bag) override {
    bag.clear();
    if (row_ == sparse_.rows) return false;
    for (std::uint64_t i = slices_.begin(row_); i < slices_.end(row_); ++i) {
      const std::uint32_t word = sparse_.word(slices_.index(i));
      const std::uint32_t count = sparse_.count(sparse_.data[i]);
      if (count > 0) bag.push_back({word, count});
    }
    sort_and_merge(bag, sparse_.archive.path());
    ++row_;
    return true;
  }

 private:
  SparseArchive sparse_;
  Slices slices_;
  std::uint64_t row_ = 0;
};

// csc and coo: the entries are not in the order of the documents.
class GatheredReader : public BagSource {
 public:
  explicit GatheredReader(SparseArchive sparse) {
    if (sparse.format == "csc") {
      gather_columns(sparse);
    } else {
      gather_entries(sparse);
    }
    bags_.finish(sparse.rows, sparse.archive.path());
    names_ = std::move(sparse.names);
  }

  const std::vector<std::string>& words() const override { return names_.words; }
  bool next(std::vector<WordCount>& bag) override { return bags_.next(bag); }

 private:
  void gather_columns(SparseArchive& sparse) {
    const Slices slices(sparse, sparse.columns);
    for (std::uint64_t column = 0; column < sparse.columns; ++column) {
      for (std::uint64_t i = slices.begin(column); i < slices.end(column); ++i) {
        add(sparse, slices.index(i), column, sparse.data[i]);
      }
    }
  }

  void gather_entries(SparseArchive& sparse) {
    const WholeNumbers rows(sparse.archive, "row");
    const WholeNumbers columns(sparse.archive, "col");
    if (rows.size() != sparse.data.size() || columns.size() != sparse.data.size()) {
      sparse.fail("'row', 'col' and 'data' are not equally long");
    }
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      add(sparse, rows[i], columns[i], sparse.data[i]);
    }
  }

  void add(const SparseArchive& sparse, std::uint64_t row, std::uint64_t column,
           std::uint64_t value) {
    if (row >= sparse.rows) sparse.fail(fmt::format("a row is not below {}", sparse.rows));
    const std::uint32_t word = sparse.word(column);
    const std::uint32_t count = sparse.count(value);
    if (count > 0) bags_.add({row, {word, count}});
  }

  WordList names_;
  BagsByRow bags_;
};

}  // namespace

std::unique_ptr<BagSource> open_sparse_npz(const std::string& path, std::optional<WordList> names) {
  SparseArchive sparse(path, std::move(names));
  if (sparse.format == "csr") return std::make_unique<CsrReader>(std::move(sparse));
  if (sparse.format == "csc" || sparse.format == "coo") {
    return std::make_unique<GatheredReader>(std::move(sparse));
  }
  sparse.fail("only the sparse formats csr, csc and coo are read; convert it with tocsr()");
}

}  // namespace dplda

// A dense matrix of doubles, row by row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dplda {

class Matrix {
 public:
  Matrix() = default;
  // All zero.
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), cells_(rows * columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  double& operator()(std::size_t i, std::size_t j) { return cells_[i * columns_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return cells_[i * columns_ + j]; }

  std::span<double> row(std::size_t i) { return std::span(cells_).subspan(i * columns_, columns_); }
  std::span<const double> row(std::size_t i) const {
    return std::span(cells_).subspan(i * columns_, columns_);
  }

  std::span<double> cells() { return cells_; }
  std::span<const double> cells() const { return cells_; }

  bool operator==(const Matrix&) const = default;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> cells_;
};

Matrix identity_matrix(std::size_t size);
Matrix transposed(const Matrix& a);

}  // namespace dplda

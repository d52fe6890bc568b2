#include "algebra/matrix.h"

#include <algorithm>

namespace dplda {

Matrix identity_matrix(std::size_t size) {
  Matrix result(size, size);
  for (std::size_t i = 0; i < size; ++i) result(i, i) = 1;
  return result;
}

Matrix transposed(const Matrix& a) {
  constexpr std::size_t kTile = 32;  // rows and columns that fit the first cache
  Matrix result(a.columns(), a.rows());
  for (std::size_t i = 0; i < a.rows(); i += kTile) {
    const std::size_t last_row = std::min(a.rows(), i + kTile);
    for (std::size_t j = 0; j < a.columns(); j += kTile) {
      const std::size_t last_column = std::min(a.columns(), j + kTile);
      for (std::size_t r = i; r < last_row; ++r)
        for (std::size_t c = j; c < last_column; ++c) result(c, r) = a(r, c);
    }
  }
  return result;
}

}  // namespace dplda

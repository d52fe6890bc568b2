#include "algebra/product.h"

#include <algorithm>
#include <vector>

#include "algebra/vectors.h"

namespace dplda {
namespace {

constexpr std::size_t kRows = 4;  // of the result at a time

// Columns first..first + width of b as a block of its own, zero beyond its last one.
void pack(const Matrix& b, std::size_t first, std::size_t width, std::vector<double>& panel) {
  const std::size_t columns = std::min(width, b.columns() - first);
  panel.assign(b.rows() * width, 0.0);
  for (std::size_t k = 0; k < b.rows(); ++k)
    std::copy_n(b.row(k).begin() + static_cast<std::ptrdiff_t>(first), columns,
                panel.begin() + static_cast<std::ptrdiff_t>(k * width));
}

}  // namespace

Matrix product(const Matrix& a, const Matrix& b, ThreadPool& pool) {
  Matrix result(a.rows(), b.columns());
  const std::size_t width = panel_width();
  const std::size_t panels = (b.columns() + width - 1) / width;
  std::vector<std::vector<double>> packed(static_cast<std::size_t>(pool.threads()));
  pool.for_each(panels, [&](std::size_t number, int worker) {
    std::vector<double>& panel = packed[static_cast<std::size_t>(worker)];
    const std::size_t first = number * width;
    const std::size_t columns = std::min(width, b.columns() - first);
    pack(b, first, width, panel);
    std::vector<double> out(kRows * width);
    for (std::size_t i = 0; i < a.rows(); i += kRows) {
      const std::size_t rows = std::min(kRows, a.rows() - i);
      std::fill(out.begin(), out.end(), 0.0);
      multiply_panel(a.row(i).data(), a.columns(), rows, a.columns(), panel.data(), out.data());
      for (std::size_t r = 0; r < rows; ++r)
        std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(r * width), columns,
                    result.row(i + r).begin() + static_cast<std::ptrdiff_t>(first));
    }
  });
  return result;
}

}  // namespace dplda

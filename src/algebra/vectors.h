// What the hot loops of this room do with rows: cell by cell, so that every instruction set gives
// the same bits.
#pragma once

#include <cstddef>
#include <span>

namespace dplda {

// y += factor x. REQUIRES: the same size.
void add_scaled(std::span<double> y, double factor, std::span<const double> x);

// y += a x + b z. REQUIRES: the same size.
void add_two_scaled(std::span<double> y, double a, std::span<const double> x, double b,
                    std::span<const double> z);

// A rotation of two neighbouring rows, `upper` and the one after it.
struct Rotation {
  std::size_t upper;
  double cosine;
  double sine;
};

// Applies rotations one after the other to `columns` columns of rows that begin `stride` apart:
// (x, y) of the two rows becomes (cosine x - sine y, sine x + cosine y).
void rotate_rows(double* rows, std::size_t stride, std::size_t columns,
                 std::span<const Rotation> rotations);

// The sum of x_i y_i in ascending order.
double dot(std::span<const double> x, std::span<const double> y);

// Up to four rows of a product of matrices: `out` (`rows` rows of panel_width() columns, end to
// end) += the rows of `a` (`inner` cells each, `a_stride` apart) times `panel` (`inner` rows of
// panel_width() columns, end to end).
void multiply_panel(const double* a, std::size_t a_stride, std::size_t rows, std::size_t inner,
                    const double* panel, double* out);
// Depends on the instruction set.
std::size_t panel_width();

}  // namespace dplda

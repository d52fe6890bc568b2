#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/vectors.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include "algebra/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::CappedTag<double, 8>;

void add_scaled_here(double* HWY_RESTRICT y, double factor, const double* HWY_RESTRICT x,
                     std::size_t size) {
  const DD d;
  const std::size_t lanes = hn::Lanes(d);
  const auto f = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes)
    hn::StoreU(hn::Add(hn::LoadU(d, y + i), hn::Mul(f, hn::LoadU(d, x + i))), d, y + i);
  for (; i < size; ++i) y[i] += factor * x[i];
}

void add_two_here(double* HWY_RESTRICT y, double a, const double* HWY_RESTRICT x, double b,
                  const double* HWY_RESTRICT z, std::size_t size) {
  const DD d;
  const std::size_t lanes = hn::Lanes(d);
  const auto va = hn::Set(d, a);
  const auto vb = hn::Set(d, b);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto once = hn::Add(hn::LoadU(d, y + i), hn::Mul(va, hn::LoadU(d, x + i)));
    hn::StoreU(hn::Add(once, hn::Mul(vb, hn::LoadU(d, z + i))), d, y + i);
  }
  for (; i < size; ++i) y[i] = (y[i] + a * x[i]) + b * z[i];
}

HWY_INLINE void rotate_two(double* HWY_RESTRICT x, double* HWY_RESTRICT y, double cosine,
                           double sine, std::size_t size) {
  const DD d;
  const std::size_t lanes = hn::Lanes(d);
  const auto c = hn::Set(d, cosine);
  const auto s = hn::Set(d, sine);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto vx = hn::LoadU(d, x + i);
    const auto vy = hn::LoadU(d, y + i);
    hn::StoreU(hn::Sub(hn::Mul(c, vx), hn::Mul(s, vy)), d, x + i);
    hn::StoreU(hn::Add(hn::Mul(s, vx), hn::Mul(c, vy)), d, y + i);
  }
  for (; i < size; ++i) {
    const double first = x[i];
    x[i] = cosine * first - sine * y[i];
    y[i] = sine * first + cosine * y[i];
  }
}

void rotate_here(double* rows, std::size_t stride, std::size_t columns, const Rotation* rotations,
                 std::size_t count) {
  for (std::size_t r = 0; r < count; ++r) {
    double* upper = rows + rotations[r].upper * stride;
    rotate_two(upper, upper + stride, rotations[r].cosine, rotations[r].sine, columns);
  }
}

// Two vectors of columns.
std::size_t width_here() { return 2 * hn::Lanes(DD()); }

// One row of `a` alone.
HWY_INLINE void multiply_one(const double* HWY_RESTRICT a, std::size_t inner,
                             const double* HWY_RESTRICT panel, double* HWY_RESTRICT out) {
  const DD d;
  const std::size_t lanes = hn::Lanes(d);
  auto left = hn::LoadU(d, out);
  auto right = hn::LoadU(d, out + lanes);
  for (std::size_t k = 0; k < inner; ++k, panel += 2 * lanes) {
    const auto cell = hn::Set(d, a[k]);
    left = hn::Add(left, hn::Mul(cell, hn::LoadU(d, panel)));
    right = hn::Add(right, hn::Mul(cell, hn::LoadU(d, panel + lanes)));
  }
  hn::StoreU(left, d, out);
  hn::StoreU(right, d, out + lanes);
}

HWY_INLINE void multiply_four(const double* HWY_RESTRICT a, std::size_t stride, std::size_t inner,
                              const double* HWY_RESTRICT panel, double* HWY_RESTRICT out) {
  const DD d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t width = 2 * lanes;
  auto l0 = hn::LoadU(d, out), r0 = hn::LoadU(d, out + lanes);
  auto l1 = hn::LoadU(d, out + width), r1 = hn::LoadU(d, out + width + lanes);
  auto l2 = hn::LoadU(d, out + 2 * width), r2 = hn::LoadU(d, out + 2 * width + lanes);
  auto l3 = hn::LoadU(d, out + 3 * width), r3 = hn::LoadU(d, out + 3 * width + lanes);
  for (std::size_t k = 0; k < inner; ++k, panel += width) {
    const auto left = hn::LoadU(d, panel);
    const auto right = hn::LoadU(d, panel + lanes);
    const auto a0 = hn::Set(d, a[k]);
    l0 = hn::Add(l0, hn::Mul(a0, left));
    r0 = hn::Add(r0, hn::Mul(a0, right));
    const auto a1 = hn::Set(d, a[stride + k]);
    l1 = hn::Add(l1, hn::Mul(a1, left));
    r1 = hn::Add(r1, hn::Mul(a1, right));
    const auto a2 = hn::Set(d, a[2 * stride + k]);
    l2 = hn::Add(l2, hn::Mul(a2, left));
    r2 = hn::Add(r2, hn::Mul(a2, right));
    const auto a3 = hn::Set(d, a[3 * stride + k]);
    l3 = hn::Add(l3, hn::Mul(a3, left));
    r3 = hn::Add(r3, hn::Mul(a3, right));
  }
  hn::StoreU(l0, d, out);
  hn::StoreU(r0, d, out + lanes);
  hn::StoreU(l1, d, out + width);
  hn::StoreU(r1, d, out + width + lanes);
  hn::StoreU(l2, d, out + 2 * width);
  hn::StoreU(r2, d, out + 2 * width + lanes);
  hn::StoreU(l3, d, out + 3 * width);
  hn::StoreU(r3, d, out + 3 * width + lanes);
}

void multiply_here(const double* a, std::size_t stride, std::size_t rows, std::size_t inner,
                   const double* panel, double* out) {
  if (rows == 4) return multiply_four(a, stride, inner, panel, out);
  for (std::size_t i = 0; i < rows; ++i)
    multiply_one(a + i * stride, inner, panel, out + i * width_here());
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(add_scaled_here);
HWY_EXPORT(add_two_here);
HWY_EXPORT(rotate_here);
HWY_EXPORT(width_here);
HWY_EXPORT(multiply_here);

void add_scaled(std::span<double> y, double factor, std::span<const double> x) {
  HWY_DYNAMIC_DISPATCH(add_scaled_here)(y.data(), factor, x.data(), y.size());
}

void add_two_scaled(std::span<double> y, double a, std::span<const double> x, double b,
                    std::span<const double> z) {
  HWY_DYNAMIC_DISPATCH(add_two_here)(y.data(), a, x.data(), b, z.data(), y.size());
}

void rotate_rows(double* rows, std::size_t stride, std::size_t columns,
                 std::span<const Rotation> rotations) {
  HWY_DYNAMIC_DISPATCH(rotate_here)(rows, stride, columns, rotations.data(), rotations.size());
}

double dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

void multiply_panel(const double* a, std::size_t a_stride, std::size_t rows, std::size_t inner,
                    const double* panel, double* out) {
  HWY_DYNAMIC_DISPATCH(multiply_here)(a, a_stride, rows, inner, panel, out);
}

std::size_t panel_width() { return HWY_DYNAMIC_DISPATCH(width_here)(); }

}  // namespace dplda
#endif  // HWY_ONCE

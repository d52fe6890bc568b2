#include "algebra/eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "algebra/vectors.h"

namespace dplda {
namespace {

// Columns that a worker takes at a time.
constexpr std::size_t kColumns = 64;
// Rotations that are gathered before the vectors are turned by them.
constexpr std::size_t kRotations = 1 << 16;
// More steps for one eigenvalue than any matrix of doubles takes.
constexpr int kMostSteps = 200;

// The diagonal, what is beside it, and the reflections that lead there: I - factor v v', v in the
// row of its number from the column after it on.
struct Reduced {
  std::vector<double> diagonal;
  std::vector<double> beside;  // beside[i] is at (i, i + 1); the last is 0
  std::vector<double> factors;
};

void for_columns(std::size_t first, std::size_t size, ThreadPool& pool,
                 const std::function<void(std::size_t begin, std::size_t end)>& work) {
  const std::size_t blocks = (size - first + kColumns - 1) / kColumns;
  pool.for_each(blocks, [&](std::size_t block, int) {
    const std::size_t begin = first + block * kColumns;
    work(begin, std::min(size, begin + kColumns));
  });
}

// The reflection that takes x to a multiple of the first axis; x becomes its v. Returns its factor,
// 0 where x is that already, and the multiple.
double reflect(std::span<double> x, double& multiple) {
  double largest = 0;
  for (std::size_t i = 1; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i]));
  multiple = x[0];
  if (largest == 0) return 0;
  largest = std::max(largest, std::abs(x[0]));
  for (double& value : x) value /= largest;
  const double length = std::sqrt(dot(x, x));
  multiple = x[0] > 0 ? -length * largest : length * largest;
  x[0] += x[0] > 0 ? length : -length;
  return 2 / dot(x, x);
}

Reduced reduce(Matrix& a, ThreadPool& pool) {
  const std::size_t n = a.rows();
  Reduced result{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  std::vector<double> p(n);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    result.diagonal[k] = a(k, k);
    const std::size_t first = k + 1;
    const std::span<double> v = a.row(k).subspan(first);
    const double factor = reflect(v, result.beside[k]);
    result.factors[k] = factor;
    if (factor == 0) continue;
    // p = factor A v, then w = p - factor/2 (p'v) v, and A - v w' - w v'.
    std::fill(p.begin(), p.end(), 0.0);
    for_columns(first, n, pool, [&](std::size_t begin, std::size_t end) {
      const std::span<double> part = std::span(p).subspan(begin, end - begin);
      std::size_t i = first;
      for (; i + 1 < n; i += 2)
        add_two_scaled(part, factor * v[i - first], a.row(i).subspan(begin, end - begin),
                       factor * v[i + 1 - first], a.row(i + 1).subspan(begin, end - begin));
      if (i < n) add_scaled(part, factor * v[i - first], a.row(i).subspan(begin, end - begin));
    });
    const std::span<double> w = std::span(p).subspan(first);
    add_scaled(w, -factor / 2 * dot(w, v), v);
    for_columns(first, n, pool, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        add_two_scaled(a.row(i).subspan(first), -v[i - first], w, -w[i - first], v);
    });
  }
  if (n > 0) result.diagonal[n - 1] = a(n - 1, n - 1);
  return result;
}

// The product of all reflections, transposed: row i is what axis i of the three diagonals is.
Matrix axes_of(const Matrix& a, const Reduced& reduced, ThreadPool& pool) {
  const std::size_t n = a.rows();
  Matrix q = identity_matrix(n);
  std::vector<double> t(n);
  for (std::size_t k = n < 2 ? 0 : n - 1; k-- > 0;) {
    const double factor = reduced.factors[k];
    if (factor == 0) continue;
    const std::size_t first = k + 1;
    const std::span<const double> v = a.row(k).subspan(first);
    for_columns(first, n, pool, [&](std::size_t begin, std::size_t end) {
      const std::span<double> part = std::span(t).subspan(begin, end - begin);
      std::fill(part.begin(), part.end(), 0.0);
      for (std::size_t i = first; i < n; ++i)
        add_scaled(part, factor * v[i - first], q.row(i).subspan(begin, end - begin));
      for (std::size_t i = first; i < n; ++i)
        add_scaled(q.row(i).subspan(begin, end - begin), -v[i - first], part);
    });
  }
  return transposed(q);
}

// The root of the sum of squares without overflow.
double length_of(double a, double b) {
  const double x = std::abs(a);
  const double y = std::abs(b);
  const double larger = std::max(x, y);
  if (larger == 0) return 0;
  const double ratio = std::min(x, y) / larger;
  return larger * std::sqrt(1 + ratio * ratio);
}

// Rotations, turned into vectors when there are many.
class Turner {
 public:
  Turner(Matrix& vectors, ThreadPool& pool) : vectors_(vectors), pool_(pool) {}

  void add(const Rotation& rotation) {
    rotations_.push_back(rotation);
    if (rotations_.size() >= kRotations) turn();
  }
  void turn() {
    for_columns(0, vectors_.columns(), pool_, [&](std::size_t begin, std::size_t end) {
      rotate_rows(vectors_.cells().data() + begin, vectors_.columns(), end - begin, rotations_);
    });
    rotations_.clear();
  }

 private:
  Matrix& vectors_;
  ThreadPool& pool_;
  std::vector<Rotation> rotations_;
};

// One step of QL with an implicit shift on first..last; ends early where the matrix splits.
void ql_step(std::vector<double>& d, std::vector<double>& e, std::size_t first, std::size_t last,
             Turner& turner) {
  double g = (d[first + 1] - d[first]) / (2 * e[first]);
  double r = length_of(g, 1);
  g = d[last] - d[first] + e[first] / (g + (g >= 0 ? r : -r));
  double sine = 1;
  double cosine = 1;
  double p = 0;
  for (std::size_t i = last; i-- > first;) {
    const double f = sine * e[i];
    const double b = cosine * e[i];
    r = length_of(f, g);
    e[i + 1] = r;
    if (r == 0) {
      d[i + 1] -= p;
      e[last] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1] - p;
    r = (d[i] - g) * sine + 2 * cosine * b;
    p = sine * r;
    d[i + 1] = g + p;
    g = cosine * r - b;
    turner.add({.upper = i, .cosine = cosine, .sine = sine});
  }
  d[first] -= p;
  e[first] = g;
  e[last] = 0;
}

void diagonalise(Reduced& reduced, Turner& turner) {
  std::vector<double>& d = reduced.diagonal;
  std::vector<double>& e = reduced.beside;
  const std::size_t n = d.size();
  for (std::size_t first = 0; first < n; ++first) {
    for (int step = 0; step < kMostSteps; ++step) {
      std::size_t last = first;
      while (last + 1 < n) {
        const double around = std::abs(d[last]) + std::abs(d[last + 1]);
        if (std::abs(e[last]) <= std::numeric_limits<double>::epsilon() * around) break;
        ++last;
      }
      if (last == first) break;
      ql_step(d, e, first, last, turner);
    }
  }
  turner.turn();
}

void fix_sign(std::span<double> vector) {
  double largest = 0;
  for (const double value : vector) {
    if (std::abs(value) > std::abs(largest)) largest = value;
  }
  if (largest >= 0) return;
  for (double& value : vector) value = -value;
}

}  // namespace

SymmetricEigen symmetric_eigen(Matrix a, ThreadPool& pool) {
  const std::size_t n = a.rows();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) a(i, j) = a(j, i);
  Reduced reduced = reduce(a, pool);
  Matrix axes = axes_of(a, reduced, pool);
  Turner turner(axes, pool);
  diagonalise(reduced, turner);

  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return reduced.diagonal[i] > reduced.diagonal[j];
  });
  SymmetricEigen result{std::vector<double>(n), Matrix(n, n)};
  for (std::size_t i = 0; i < n; ++i) {
    result.values[i] = reduced.diagonal[order[i]];
    std::copy_n(axes.row(order[i]).begin(), n, result.vectors.row(i).begin());
    fix_sign(result.vectors.row(i));
  }
  return result;
}

}  // namespace dplda

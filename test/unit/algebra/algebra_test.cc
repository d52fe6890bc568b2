#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "algebra/eigen.h"
#include "algebra/matrix.h"
#include "algebra/product.h"
#include "base/random.h"
#include "base/simd.h"
#include "base/threads.h"

namespace dplda {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, std::uint32_t number) {
  const RandomStreams random(Key{});
  RandomStream coins(random, Purpose::kSynthetic, number);
  Matrix a(rows, columns);
  for (double& cell : a.cells()) cell = 2 * coins.uniform() - 1;
  return a;
}

Matrix symmetric(Matrix a) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < i; ++j) a(i, j) = a(j, i);
  return a;
}

// One product after the other, in ascending order.
Matrix naive_product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < b.columns(); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < b.rows(); ++k) sum += a(i, k) * b(k, j);
      result(i, j) = sum;
    }
  }
  return result;
}

void on_every_machine(const std::function<void(ThreadPool&)>& check) {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const int threads : {1, 3}) {
      ThreadPool pool(threads);
      SCOPED_TRACE(set + ", threads " + std::to_string(threads));
      check(pool);
    }
  }
  use_instruction_set("best");
}

TEST(Matrix, TransposingTwiceChangesNothing) {
  const Matrix a = random_matrix(37, 70, 1);
  EXPECT_EQ(transposed(a)(69, 36), a(36, 69));
  EXPECT_EQ(transposed(transposed(a)), a);
}

TEST(Product, EqualsTheNaiveOneBitForBitOnEveryMachine) {
  for (const std::size_t size : {1, 2, 5, 16, 33}) {
    const Matrix a = random_matrix(size, 2 * size + 1, 1);
    const Matrix b = random_matrix(2 * size + 1, size + 3, 2);
    const Matrix expected = naive_product(a, b);
    on_every_machine([&](ThreadPool& pool) { EXPECT_EQ(product(a, b, pool), expected); });
  }
}

TEST(SymmetricEigen, GivesBackTheMatrixFromOrthonormalVectors) {
  ThreadPool pool(1);
  for (const std::size_t size : {1, 2, 3, 10, 65, 130}) {
    const Matrix a = symmetric(random_matrix(size, size, 3));
    const SymmetricEigen eigen = symmetric_eigen(a, pool);
    // A rounding error a step, over all steps: size * size of them at most.
    const double close = 1e-15 * static_cast<double>(size * size) + 1e-14;
    const Matrix lengths = product(eigen.vectors, transposed(eigen.vectors), pool);
    Matrix scaled = eigen.vectors;
    for (std::size_t i = 0; i < size; ++i)
      for (double& cell : scaled.row(i)) cell *= eigen.values[i];
    const Matrix again = product(transposed(eigen.vectors), scaled, pool);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_LE(eigen.values[i], eigen.values[i > 0 ? i - 1 : 0]);
      for (std::size_t j = 0; j < size; ++j) {
        EXPECT_NEAR(lengths(i, j), i == j ? 1 : 0, close);
        EXPECT_NEAR(again(i, j), a(i, j), close);
      }
    }
  }
}

// The path of n points has eigenvalues 2 cos(pi i / (n + 1)).
TEST(SymmetricEigen, KnowsThePath) {
  ThreadPool pool(1);
  constexpr std::size_t kPoints = 50;
  Matrix path(kPoints, kPoints);
  for (std::size_t i = 0; i + 1 < kPoints; ++i) path(i, i + 1) = path(i + 1, i) = 1;
  const SymmetricEigen eigen = symmetric_eigen(path, pool);
  for (std::size_t i = 0; i < kPoints; ++i) {
    EXPECT_NEAR(eigen.values[i], 2 * std::cos(M_PI * static_cast<double>(i + 1) / (kPoints + 1)),
                1e-13);
  }
}

TEST(SymmetricEigen, TakesMatricesWithEqualEigenvaluesAndWithoutAny) {
  ThreadPool pool(1);
  EXPECT_EQ(symmetric_eigen(identity_matrix(7), pool).values, std::vector<double>(7, 1.0));
  EXPECT_EQ(symmetric_eigen(Matrix(5, 5), pool).values, std::vector<double>(5, 0.0));
  EXPECT_TRUE(symmetric_eigen(Matrix(), pool).values.empty());
  Matrix ones(6, 6);
  for (double& cell : ones.cells()) cell = 1;
  const SymmetricEigen eigen = symmetric_eigen(ones, pool);
  EXPECT_NEAR(eigen.values[0], 6, 1e-13);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_NEAR(eigen.values[i], 0, 1e-13);
}

TEST(SymmetricEigen, LargestComponentsArePositive) {
  ThreadPool pool(1);
  const SymmetricEigen eigen = symmetric_eigen(symmetric(random_matrix(20, 20, 5)), pool);
  for (std::size_t i = 0; i < 20; ++i) {
    double largest = 0;
    for (const double cell : eigen.vectors.row(i))
      if (std::abs(cell) > std::abs(largest)) largest = cell;
    EXPECT_GT(largest, 0);
  }
}

TEST(SymmetricEigen, HasTheSameBitsOnEveryMachine) {
  const Matrix a = symmetric(random_matrix(150, 150, 4));
  ThreadPool one(1);
  const SymmetricEigen expected = symmetric_eigen(a, one);
  on_every_machine([&](ThreadPool& pool) {
    const SymmetricEigen eigen = symmetric_eigen(a, pool);
    EXPECT_EQ(eigen.values, expected.values);
    EXPECT_EQ(eigen.vectors, expected.vectors);
  });
}

}  // namespace
}  // namespace dplda

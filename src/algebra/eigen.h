// Eigenvalues and eigenvectors of symmetric matrices, the same bits for any number of threads and
// any instruction set: libraries choose their order of summation by the machine.
#pragma once

#include <vector>

#include "algebra/matrix.h"
#include "base/threads.h"

namespace dplda {

struct SymmetricEigen {
  std::vector<double> values;  // largest first
  // Row i is the eigenvector of values[i], of length one; its component of largest magnitude, the
  // first of these, is positive.
  Matrix vectors;
};

// Householder's reduction to three diagonals, then the QL algorithm with implicit shifts. Reads the
// upper triangle. REQUIRES: finite cells, as many rows as columns.
SymmetricEigen symmetric_eigen(Matrix a, ThreadPool& pool);

}  // namespace dplda

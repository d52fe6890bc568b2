// Products of matrices. Every cell is a sum in ascending order of the inner index, one product
// after the other, so that any number of threads and any instruction set gives the same bits.
#pragma once

#include "algebra/matrix.h"
#include "base/threads.h"

namespace dplda {

// A B. REQUIRES: a.columns() == b.rows().
Matrix product(const Matrix& a, const Matrix& b, ThreadPool& pool);

}  // namespace dplda

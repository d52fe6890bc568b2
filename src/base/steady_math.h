// Elementary functions that give the same bits on every machine: made of additions,
// multiplications and divisions alone, in a fixed order. For results that must not depend on the C
// library or the processor; accurate to about 1e-13.
#pragma once

namespace dplda {

// e^x; 0 below -700. REQUIRES: x <= 700.
double steady_exp(double x);
// The natural logarithm. REQUIRES: x is positive, finite and not subnormal.
double steady_log(double x);
// ln(Phi(t) / phi(t)): the normal distribution function over its density, where neither could be
// held by itself. REQUIRES: |t| <= 1e8.
double log_normal_ratio(double t);

}  // namespace dplda

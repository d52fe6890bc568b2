// A method whose documents add shares of topics, as doc's do, for those who look on.
#pragma once

#include "lda/kernels/soft.h"
#include "training/method.h"

namespace dplda {

class SoftMethod : public ChainMethod {
 public:
  using ChainMethod::ChainMethod;
  // Under which the shares of the last sweep were worked out: a function of earlier releases, and
  // of coins that see no document.
  virtual const SoftWeights& weights() const = 0;
};

}  // namespace dplda

#include "privacy/mechanisms.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/randomized_response.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

TEST(Mechanism, LossesAreComputedAgainFromWhatWasWrittenDown) {
  for (const Mechanism& written :
       {DiscreteLaplace({4, 1}).mechanism(2), DiscreteLaplace({737, 10}).mechanism(100),
        DiscreteGaussian({1247689, 2500}).mechanism(50), RandomizedResponse(0.5).mechanism(100),
        RandomizedResponse(30).mechanism(1)}) {
    const Mechanism read =
        mechanism_from_json(written.name, Json::parse(written.parameters.dump()));
    EXPECT_EQ(read.name, written.name);
    EXPECT_EQ(read.parameters, written.parameters);
    EXPECT_EQ(read.loss, written.loss);
    EXPECT_EQ(read.replaced, written.replaced);
  }
}

TEST(Mechanism, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](const std::string& name, const char* parameters) {
    EXPECT_THROW(mechanism_from_json(name, Json::parse(parameters)), InputError)
        << name << parameters;
  };
  refuses("laplace", R"({"scale": "4/1", "cells": 2})");
  refuses("", "{}");
  refuses("discrete_laplace", R"({"scale": "4/1"})");
  refuses("discrete_laplace", R"({"cells": 2})");
  refuses("discrete_laplace", R"({"scale": "4/1", "cells": 2, "free": true})");
  refuses("discrete_laplace", R"({"scale": 4, "cells": 2})");
  refuses("discrete_laplace", R"({"scale": "4/1", "cells": -2})");
  refuses("discrete_laplace", R"({"scale": "4/1", "cells": 2.5})");
  refuses("discrete_laplace", R"({"scale": "4/1", "cells": "2"})");
  refuses("discrete_laplace", R"({"scale": "0/1", "cells": 2})");
  refuses("discrete_laplace", R"({"scale": "9999999/1", "cells": 2})");
  refuses("discrete_laplace", R"([4, 2])");
  refuses("discrete_laplace", "null");
  refuses("discrete_gaussian", R"({"variance": "1/1000000", "squares": 2})");
  refuses("discrete_gaussian", R"({"scale": "4/1", "cells": 2})");
  refuses("randomized_response", R"({"threshold": "0", "bits": 2})");
  refuses("randomized_response", R"({"threshold": "9223372036854775809", "bits": 2})");
  refuses("randomized_response", R"({"threshold": "18446744073709551616", "bits": 2})");
  refuses("randomized_response", R"({"threshold": "12 ", "bits": 2})");
  refuses("randomized_response", R"({"threshold": 12, "bits": 2})");
}

}  // namespace
}  // namespace dplda

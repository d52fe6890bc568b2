#include "privacy/mechanisms.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/private_words.h"
#include "privacy/randomized_response.h"

namespace dplda {
namespace {

Mechanism read_back(const std::string& name, const std::string& parameters) {
  return mechanism_from(name,
                        parameters_from_json(name, nlohmann::ordered_json::parse(parameters)));
}

TEST(Mechanism, LossesAreComputedAgainFromWhatWasWrittenDown) {
  for (const Mechanism& written :
       {DiscreteLaplace({4, 1}).mechanism(2), DiscreteLaplace({737, 10}).mechanism(100),
        DiscreteGaussian({1247689, 2500}).mechanism(50), RandomizedResponse(0.5).mechanism(100),
        RandomizedResponse(30).mechanism(1), PrivateWords({27777, 10}, 100, 305).mechanism()}) {
    const Mechanism read = read_back(written.name, to_text(written.parameters));
    EXPECT_EQ(read.name, written.name);
    EXPECT_EQ(read.parameters, written.parameters);
    EXPECT_EQ(read.loss, written.loss);
    EXPECT_EQ(read.replaced, written.replaced);
  }
}

TEST(Mechanism, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](const std::string& name, const char* parameters) {
    EXPECT_THROW(read_back(name, parameters), InputError) << name << parameters;
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
  refuses("private_words", R"({"variance":"1/1","words":0,"threshold":5})");
  refuses("private_words", R"({"variance":"1/1","words":5})");
  refuses("private_words", R"({"variance":"1/1","words":5,"threshold":0})");
  refuses("private_words", R"({"variance":"1/1","words":5,"threshold":2000000000000})");
  refuses("private_words", R"({"variance":"1/1","words":2000000000000,"threshold":5})");
  refuses("private_words", R"({"variance":"1/9999","words":5,"threshold":5})");
  refuses("private_words", R"({"variance":"1/1","words":5,"threshold":5,"delta":0})");
}

}  // namespace
}  // namespace dplda
